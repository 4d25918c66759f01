import { hasChromium, withoutChromium } from "@portico/test-support/chromium";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { askInPage } from "./support/ask.ts";
import { violations } from "./support/examine.ts";
import { type OpenConsole, openConsole, places } from "./support/open-console.ts";

interface Events {
  readonly data: readonly { readonly target: { readonly id: string }; readonly after: object }[];
}

describe.skipIf(!hasChromium).each(places)(
  `the check of a credential on the %s${withoutChromium}`,
  (place) => {
    let console: OpenConsole;
    beforeAll(async () => {
      console = await openConsole(place);
    });
    afterAll(() => console[Symbol.asyncDispose]());

    it("says what the provider answers to the operator's and to a workspace's, and is audited", async () => {
      await using opened = await console.open("providers");
      const { page, complaints } = opened;
      await askInPage(page, "/byok", {
        method: "POST",
        body: { provider: "openai", secret: "sk-refused-0123456789abcdef", name: "Wrong one" },
      });
      await opened.go("providers?provider=openai");
      const credentials = page.getByRole("region", { name: "Credentials" });
      const own = credentials.locator("li", { hasText: "Wrong one" });
      await own.getByRole("button", { name: "Check now" }).click();
      await own.getByText("Failed").waitFor();
      await own.getByText("HTTP 401").waitFor();
      await credentials.getByRole("button", { name: "Check now" }).first().click();
      await credentials.getByText("Accepted").waitFor();
      expect(await own.getByText("Accepted").count()).toBe(0);
      expect(await violations(page)).toEqual([]);

      const { data } = (await askInPage<Events>(page, "/audit?action=checkProvider&limit=2")).body;
      expect(data.map(({ target }) => target.id)).toEqual(["openai", "openai"]);
      expect(data.map(({ after }) => after)).toMatchObject([
        { outcome: "accepted", byok_id: null },
        { outcome: "failed", failure: "credential", status: 401, byok_id: expect.any(String) },
      ]);
      await opened.go("audit?action=checkProvider");
      await page.locator("h1", { hasText: "Audit log" }).waitFor();
      await page.locator(".row-opener").nth(1).click();
      const drawer = page.getByRole("dialog", { name: "Check provider" });
      await drawer.locator("tr", { hasText: "outcome" }).getByText("failed").waitFor();
      expect(complaints).toEqual([]);
    });
  },
);

describe.skipIf(!hasChromium)(`a provider with several keys${withoutChromium}`, () => {
  it("shows each by its name, with what the provider last said of it", async () => {
    await using console = await openConsole("handlers");
    await using opened = await console.open("providers?provider=openai");
    const { page, complaints } = opened;
    const keys = page.getByRole("region", { name: "Credentials" }).locator("li");
    await keys.filter({ hasText: "main" }).getByText("Ready").waitFor();
    const spare = keys.filter({ hasText: "spare" });
    await spare.getByText("Refused", { exact: true }).waitFor();
    await spare.getByText("Credential HTTP 401").waitFor();
    expect(await violations(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });
});
