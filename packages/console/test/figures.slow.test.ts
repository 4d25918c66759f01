import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { hasChromium, withoutChromium } from "@portico/test-support/chromium";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { settled } from "./support/examine.ts";
import { type OpenConsole, openConsole } from "./support/open-console.ts";

/** By hand from the ledger's rows, in nanodollars: it shares no line with what the gateway's operations compute. */
const sums = {
  all: `select count(*) as requests, sum(charged_nanousd) as charged, sum(unbilled_nanousd) as unbilled,
    sum(held_nanousd) as held, sum(input_tokens + output_tokens) as tokens,
    sum(case when status >= 400 or error_kind is not null then 1 else 0 end) as failed from ledger`,
  settled: `select count(*) as requests, sum(charged_nanousd) as charged from ledger where state = 'settled'`,
  granted: "select sum(amount_nanousd) as granted from credit_grants",
  used: "select sum(charged_nanousd) as used from ledger where uses_credits = 1",
  key: `select sum(l.charged_nanousd) as used from ledger l join keys k on k.id = l.key_id where k.id = ?`,
  budget: `select sum(l.charged_nanousd) as spent from ledger l join workspaces w on w.id = l.workspace_id
    where w.slug = 'research'`,
  keys: "select count(*) as keys from keys where deleted_at_ms is null",
} as const;

const nanousdPerUsd = 1e9;

describe.skipIf(!hasChromium)(`every figure is the ledger's own${withoutChromium}`, () => {
  let console: OpenConsole;
  let ledger: DatabaseSync;
  beforeAll(async () => {
    console = await openConsole("gateway");
    ledger = new DatabaseSync(join(console.dataFolder ?? "", "portico.db"), { readOnly: true });
  });
  afterAll(async () => {
    ledger.close();
    await console[Symbol.asyncDispose]();
  });

  const row = (statement: string, ...values: readonly number[]) =>
    ledger.prepare(statement).get(...values) ?? {};
  const usd = (nanousd: unknown) => Number(nanousd) / nanousdPerUsd;

  const opened = async (path: string) => {
    const one = await console.show(path);
    await settled(one.page);
    return one;
  };

  it("of the overview", async () => {
    await using one = await opened("?period=month");
    const all = row(sums.all);
    expect(all["requests"]).toBeGreaterThan(40);
    expect(await figure(one.page, "requests")).toBe(all["requests"]);
    expect(await figure(one.page, "failed-requests")).toBe(all["failed"]);
    expect(await figure(one.page, "spent")).toBe(usd(all["charged"]));
    expect(await figure(one.page, "tokens")).toBe(all["tokens"]);
  });

  it("of spend", async () => {
    await using one = await opened("spend");
    const all = row(sums.all);
    expect(await figure(one.page, "spend-total")).toBe(usd(all["charged"]));
    expect(await figure(one.page, "spend-requests")).toBe(all["requests"]);
  });

  it("of the ledger", async () => {
    await using one = await opened("ledger");
    const all = row(sums.all);
    const settledRows = row(sums.settled);
    expect(await figure(one.page, "ledger-total-requests")).toBe(all["requests"]);
    expect(await figure(one.page, "ledger-total-charged")).toBe(usd(all["charged"]));
    expect(await figure(one.page, "ledger-total-unbilled")).toBe(usd(all["unbilled"]));
    expect(await figure(one.page, "ledger-total-held")).toBe(usd(all["held"]));
    expect(await figure(one.page, "ledger-settled-requests")).toBe(settledRows["requests"]);
    expect(await figure(one.page, "ledger-settled-charged")).toBe(usd(settledRows["charged"]));
    expect(await figure(one.page, "ledger-granted")).toBe(usd(row(sums.granted)["granted"]));
    expect(await figure(one.page, "ledger-used")).toBe(usd(row(sums.used)["used"]));
  });

  it("of one key, and of a budget", async () => {
    await using keys = await opened("keys?key=1");
    await keys.page.getByRole("dialog").waitFor();
    await settled(keys.page);
    expect(await figure(keys.page, "key-usage")).toBe(usd(row(sums.key, 1)["used"]));
    expect(await figure(keys.page, "keys")).toBe(row(sums.keys)["keys"]);
    await using budgets = await opened("budgets");
    await budgets.page.locator(".row-opener").first().click();
    await budgets.page.getByRole("dialog").waitFor();
    await settled(budgets.page);
    expect(await figure(budgets.page, "budget-spent")).toBe(usd(row(sums.budget)["spent"]));
  });
});

async function figure(page: Page, name: string): Promise<number> {
  const value = await page.locator(`[data-figure="${name}"]`).first().getAttribute("data-value");
  return Number(value);
}
