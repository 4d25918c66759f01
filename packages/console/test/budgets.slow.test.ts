import type { Schema } from "@portico/client";
import type { Output } from "@portico/contract";
import { hasChromium, withoutChromium } from "@portico/test-support/chromium";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { askInPage } from "./support/ask.ts";
import { overflow, settled, violations } from "./support/examine.ts";
import { type OpenConsole, openConsole, places } from "./support/open-console.ts";

interface Budgets {
  readonly data: readonly Pick<Schema<"Budget">, "id" | "state">[];
}

interface Own {
  readonly data: Schema<"CurrentKey">;
}

describe.skipIf(!hasChromium).each(places)(
  `what limits spending on the %s${withoutChromium}`,
  (place) => {
    let console: OpenConsole;
    beforeAll(async () => {
      console = await openConsole(place);
    });
    afterAll(() => console[Symbol.asyncDispose]());

    it("creates, raises, ends the raise of, and deletes a budget by its name", async () => {
      await using opened = await console.show("budgets");
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
      const opener = page.getByRole("button", { name: "Ada's share" });
      await expect.poll(() => opener.count()).toBe(0);
      expect(complaints).toEqual([]);
    });

    it("shows the gateway's own figures of a budget, and what is left over time", async () => {
      await using opened = await console.show("budgets");
      const { page } = opened;
      const { body } = await askInPage<Budgets>(page, "/budgets");
      const { id, state } = body.data[0] ?? { id: "", state: null };
      if (state === null) throw new Error("There is no budget with a state.");
      await opened.go(`budgets?budget=${id}`);
      await page.locator(".chart").waitFor();
      for (const name of ["limit", "spent", "held", "remaining"] as const)
        expect(await page.locator(`[data-figure=budget-${name}]`).getAttribute("data-value")).toBe(
          String(state[name]),
        );
      // The line falls to what the gateway says is left.
      await page.getByText("As a table").click();
      await page.locator(".figures tbody tr").nth(1).waitFor();
      expect(await violations(page)).toEqual([]);
    });

    it("lists alerts, with their kind and their deliveries", async () => {
      const path = "budgets?tab=alerts&kind=key_exposed";
      const { page } = await console.show(path);
      // The seeded world has such an alert from its beginning.
      if (place === "gateway") await page.getByText("No alert fits these filters").waitFor();
      const report = await askInPage(page, "/keys/exposed", {
        method: "POST",
        body: { keys: [console.keys.ordinary], source: "issue_comment" },
      });
      expect(report.status).toBe(200);
      await console.show(path);
      await page.locator(".row-opener").first().click();
      await page.getByRole("dialog").getByText("No channel was set up").waitFor();
      await page.getByRole("dialog").getByText("issue_comment").waitFor();
      expect(await violations(page)).toEqual([]);
    });

    it("shows a key its own use, limits, rates, and settings without the key", async () => {
      await using opened = await console.open("my-key?tool=codex", {
        as: "ordinary",
        viewport: { width: 360, height: 740 },
      });
      const { page, complaints } = opened;
      await settled(page);
      const { body } = await askInPage<Own>(page, "/key");
      for (const name of ["usage_daily", "usage_weekly", "usage_monthly", "usage"] as const)
        expect(await page.locator(`[data-figure=key-${name}]`).getAttribute("data-value")).toBe(
          String(body.data[name]),
        );
      await page.getByText("model_provider").waitFor();
      const shown = (await page.locator("main").textContent()) ?? "";
      expect(shown).toContain(console.api);
      expect(shown).not.toContain(console.keys.ordinary);
      expect(await overflow(page)).toBe(0);
      expect(complaints).toEqual([]);
    });
  },
);

describe.skipIf(!hasChromium)(`budgets of tags${withoutChromium}`, () => {
  it.each(["light", "dark"] as const)(
    "are made by form, and show what each value has used, %s and narrow",
    async (colorScheme) => {
      await using console = await openConsole("handlers");
      const viewport = { width: 360, height: 800 };
      await using opened = await console.open("budgets", { colorScheme, viewport });
      const { page, complaints } = opened;
      await page.getByRole("button", { name: "Create a budget" }).click();
      const form = page.getByRole("dialog");
      await form.getByLabel("For").selectOption("One value of a tag");
      await form.getByLabel("Its value").fill("project-search");
      expect(await violations(page)).toEqual([]);
      await form.getByLabel("For").selectOption("Each value of a tag without a budget of its own");
      expect(await form.getByLabel("Tag").inputValue()).toBe("project");
      await form.getByLabel("Limit in US dollars").fill("50");
      await form.getByRole("button", { name: "Create a budget" }).click();
      await form.waitFor({ state: "detached" });
      const { body } = await askInPage<Output<"listBudgets">>(page, "/budgets?limit=1000");
      const made = body.data.find(({ tag }) => tag === "project");
      expect(made).toMatchObject({ scope: "tag", limit: 50 });
      await opened.go(`budgets?budget=${made?.id}`);
      const values = page.getByRole("table", { name: "Values that have spent most" });
      await values
        .getByText(/^project-/)
        .first()
        .waitFor();
      expect(await violations(page)).toEqual([]);
      await page.getByRole("link", { name: "Its spending" }).click();
      await page.waitForURL((url) => url.searchParams.get("tag_name") === "project");
      expect(complaints).toEqual([]);
    },
  );
});
