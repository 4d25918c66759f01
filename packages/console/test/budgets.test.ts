import { hasChromium, withoutChromium } from "@portico/test-support/chromium";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { overflow, settled, violations } from "../testing/examine.ts";
import { type OpenConsole, openConsole } from "../testing/open-console.ts";

describe.skipIf(!hasChromium)(`what limits spending${withoutChromium}`, () => {
  let console: OpenConsole;
  beforeAll(async () => {
    console = await openConsole("gateway");
  });
  afterAll(() => console[Symbol.asyncDispose]());

  async function ask(path: string, key = console.keys.management) {
    const reply = await fetch(console.api + path, { headers: { authorization: `Bearer ${key}` } });
    return reply.json();
  }

  it("creates, raises, ends the raise of, and deletes a budget by its name", async () => {
    await using opened = await console.open("budgets");
    const { page, complaints } = opened;
    await page.getByRole("button", { name: "Create a budget" }).click();
    const form = page.getByRole("dialog");
    await form.getByRole("button", { name: "Create a budget" }).click();
    await form.getByText("Write a number.").waitFor();
    await form.getByLabel("For").selectOption("end_user");
    await form.getByLabel("End user").fill("ada");
    await form.getByLabel("Name").fill("Ada's share");
    await form.getByLabel("Limit in US dollars").fill("2");
    await form.getByRole("button", { name: "Create a budget" }).click();
    await page.getByRole("button", { name: "Ada's share" }).click();
    const drawer = page.getByRole("dialog").first();
    const left = drawer.locator("[data-figure=budget-remaining]");
    await left.waitFor();
    expect(await left.getAttribute("data-value")).toBe("2");
    expect(await violations(page)).toEqual([]);

    await drawer.getByRole("button", { name: "Raise" }).click();
    await page.getByLabel("US dollars more").fill("3");
    await page.getByRole("dialog").last().getByRole("button", { name: "Raise" }).click();
    await drawer.locator('[data-figure=budget-limit][data-value="5"]').waitFor();
    await drawer.getByRole("button", { name: "Raise" }).click();
    await page.getByRole("button", { name: "End the raise now" }).click();
    await drawer.locator('[data-figure=budget-limit][data-value="2"]').waitFor();

    await drawer.getByRole("button", { name: "Delete" }).click();
    const confirm = page.getByRole("alertdialog");
    await confirm.getByLabel("Type Ada's share").fill("Ada's share");
    await confirm.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await settled(page);
    expect(await page.getByRole("button", { name: "Ada's share" }).count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  it("shows the gateway's own figures of a budget, and what is left over time", async () => {
    const [budget] = (await ask("/budgets")).data;
    await using opened = await console.open(`budgets?budget=${budget.id}`);
    const { page } = opened;
    await page.locator(".chart").waitFor();
    for (const name of ["limit", "spent", "held", "remaining"])
      expect(await page.locator(`[data-figure=budget-${name}]`).getAttribute("data-value")).toBe(
        String(budget.state[name]),
      );
    // The line falls to what the gateway says is left.
    await page.getByText("As a table").click();
    await page.locator(".figures tbody tr").nth(1).waitFor();
    expect(await violations(page)).toEqual([]);
  });

  it("lists alerts, with their kind and their deliveries", async () => {
    await using opened = await console.open("budgets?tab=alerts&kind=key_exposed");
    const { page } = opened;
    await page.getByText("No alert fits these filters").waitFor();
    const report = await fetch(`${console.api}/keys/exposed`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${console.keys.management}`,
        "content-type": "application/json",
      },
      body: JSON.stringify({ keys: [console.keys.ordinary], source: "issue_comment" }),
    });
    expect(report.status).toBe(200);
    await page.reload();
    await page.locator(".row-opener").first().click();
    await page.getByRole("dialog").getByText("No channel was set up").waitFor();
    await page.getByRole("dialog").getByText("issue_comment").waitFor();
    expect(await violations(page)).toEqual([]);
  });

  it("shows a key its own use, limits, rates, and settings without the key", async () => {
    const own = (await ask("/key", console.keys.ordinary)).data;
    await using opened = await console.open("my-key?tool=codex", {
      as: "ordinary",
      viewport: { width: 360, height: 740 },
    });
    const { page, complaints } = opened;
    await settled(page);
    for (const name of ["usage_daily", "usage_weekly", "usage_monthly", "usage"])
      expect(await page.locator(`[data-figure=key-${name}]`).getAttribute("data-value")).toBe(
        String(own[name]),
      );
    await page.getByText("model_provider").waitFor();
    const shown = (await page.locator("main").textContent()) ?? "";
    expect(shown).toContain(console.api);
    expect(shown).not.toContain(console.keys.ordinary);
    expect(await overflow(page)).toBe(0);
    expect(complaints).toEqual([]);
  });
});
