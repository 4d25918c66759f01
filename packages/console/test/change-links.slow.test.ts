import type { Output } from "@portico/contract";
import { hasChromium, withoutChromium } from "@portico/test-support/chromium";
import type { Locator } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { askInPage, askModel, manage } from "./support/ask.ts";
import { violations } from "./support/examine.ts";
import { type OpenConsole, openConsole } from "./support/open-console.ts";

/** Follows a link: the address there, once the dialog or the screen of this name is open. */
async function follow(console: OpenConsole, link: Locator, name: string): Promise<string> {
  const page = link.page();
  await link.click();
  await page
    .getByRole("dialog", { name, exact: true })
    // A form that is open hides it from others.
    .or(page.getByRole("heading", { level: 1, name, exact: true, includeHidden: true }))
    .first()
    .waitFor();
  return page.url().slice(console.url.length);
}

describe.skipIf(!hasChromium)(
  `links to where something is changed, on the handlers${withoutChromium}`,
  () => {
    let console: OpenConsole;
    beforeAll(async () => {
      console = await openConsole("handlers");
    });
    afterAll(() => console[Symbol.asyncDispose]());

    it("lead from each alert in the list, and from its details, to the open dialog", async () => {
      await using opened = await console.open("budgets?tab=alerts");
      const { page, complaints } = opened;
      const { data } = (await askInPage<Output<"listAlerts">>(page, "/alerts?limit=1000")).body;
      const found = [
        ["budget", "key", "Change the key", "Edit", "keys?key=<id>&change=edit"],
        ["budget", "budget", "Change the budget", "Edit", "budgets?budget=<id>&change=edit"],
        [
          "key_exposed",
          "key",
          "Replace the key",
          "A new secret for <name>",
          "keys?key=<id>&change=rotate",
        ],
        [
          "provider_down",
          "provider",
          "Change the provider",
          "Configuration",
          "configuration?entry=providers%2F<id>",
        ],
        ["unbilled", "unbilled", "Change the alert", "Configuration", "configuration?entry=alerts"],
      ] as const;
      for (const [kind, type, verb, title, address] of found) {
        const alert = data.find((one) => one.kind === kind && one.subject.split(":")[0] === type);
        if (alert === undefined) throw new Error(`There is no alert ${kind} about a ${type}.`);
        const filled = (text: string) =>
          text
            .replace("<id>", alert.subject.split(":")[1] ?? "")
            .replace("<name>", alert.subject_name);
        const list = `budgets?tab=alerts&${new URLSearchParams({ kind, subject: alert.subject })}`;
        await opened.go(list);
        const row = page.getByRole("row").getByRole("link", { name: verb }).first();
        expect(await follow(console, row, filled(title))).toBe(filled(address));
        await opened.go(`${list}&alert=${alert.id}`);
        const drawer = page.getByRole("dialog").getByRole("link", { name: verb });
        expect(await follow(console, drawer, filled(title))).toBe(filled(address));
      }
      expect(complaints).toEqual([]);
    });

    it("lead from a provider's row and its details to its configuration", async () => {
      await using opened = await console.open("providers");
      const { page, complaints } = opened;
      const there = "configuration?entry=providers%2Fmistral";
      const row = page.getByRole("row", { name: "mistral" }).getByRole("link");
      expect(await follow(console, row, "Configuration")).toBe(there);
      await opened.go("providers?provider=mistral");
      const link = page.getByRole("dialog").getByRole("link", { name: "Change the provider" });
      expect(await follow(console, link, "Configuration")).toBe(there);
      expect(complaints).toEqual([]);
    });
  },
);

describe.skipIf(!hasChromium)(`links from refused requests${withoutChromium}`, () => {
  let console: OpenConsole;
  beforeAll(async () => {
    console = await openConsole("gateway");
  });
  afterAll(() => console[Symbol.asyncDispose]());

  it("lead to the budget that is spent, and to the model that is not there", async () => {
    await using opened = await console.open("requests");
    const { page, complaints } = opened;
    await askModel(console, { model: "sandbox/txet", input: "Hi" });
    const made = await askInPage<Output<"createBudget">>(page, "/budgets", {
      method: "POST",
      body: { scope: "end_user", end_user: "ada", limit: 0.000001 },
    });
    const { id } = made.body.data;
    await askModel(console, { model: "sandbox/text", input: "Hi", user: "ada" });
    // Refusals are written a moment later, and the list is fresh for ten seconds.
    const refused = async () => JSON.stringify(await manage(console, "GET", "/refusals?limit=100"));
    await expect.poll(refused).toMatch(/"status":402/);
    await opened.go("requests?tab=refused");
    const rows = page.locator('table[aria-label="Refused requests"] tbody tr');
    const budget = rows.filter({ hasText: "402" }).getByRole("link", { name: "Change the budget" });
    await budget.waitFor();
    expect(await violations(page)).toEqual([]);
    expect(await follow(console, budget, "Edit")).toBe(`budgets?budget=${id}&change=edit`);
    await opened.go("requests?tab=refused");
    const model = rows
      .filter({ hasText: "sandbox/txet" })
      .getByRole("link", { name: "Configure the model" });
    expect(await follow(console, model, "Configuration")).toBe(
      "configuration?entry=models%2Fsandbox%2Ftxet",
    );
    expect(complaints).toEqual([]);
    await using asHolder = await console.open("requests?tab=refused", { as: "ordinary" });
    await asHolder.page.locator("tbody tr").first().waitFor();
    expect(await asHolder.page.locator("tbody").getByRole("link", { name: /the/ }).count()).toBe(0);
  });
});
