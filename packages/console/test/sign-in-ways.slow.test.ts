import { hasChromium, withoutChromium } from "@portico/test-support/chromium";
import type { BrowserContext } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type OpenConsole, openConsole } from "./support/open-console.ts";

const way = { way: "key", name: "API key", href: null, sign_out_href: null, is_automatic: false };
const byProxy = {
  ...{ way: "proxy", name: "your network", href: "sign-in/proxy" },
  ...{ sign_out_href: null, is_automatic: true },
};

describe.skipIf(!hasChromium)(`the ways to sign in${withoutChromium}`, () => {
  let console: OpenConsole;
  beforeAll(async () => {
    console = await openConsole("gateway");
  });
  afterAll(() => console[Symbol.asyncDispose]());

  /** A browser for which the gateway names these ways, and whose pages beside the console are empty. */
  async function browserWith(ways: readonly object[]): Promise<BrowserContext> {
    const context = await console.browser.newContext();
    await context.route("**/api/v1/session/ways", (route) =>
      route.fulfill({ json: { data: ways } }),
    );
    await context.route(/\/console\/sign-(in|out)\//, (route) =>
      route.fulfill({ contentType: "text/html", body: "<title>A page</title>" }),
    );
    return context;
  }

  it("need no click where a proxy names the visitor, and lead back to the address", async () => {
    await using context = await browserWith([byProxy, way]);
    const page = await context.newPage();
    await page.goto(`${console.url}keys?search=a`);
    await page.waitForURL("**/console/sign-in/proxy?*");
    expect(new URL(page.url()).searchParams.get("return_to")).toBe("/console/keys?search=a");
    // Back without a session: the page does not send the browser round and round.
    await page.goto(`${console.url}keys`);
    await page.getByRole("link", { name: "your network" }).waitFor();
    expect(page.url()).toBe(`${console.url}keys`);
  });

  it("end at their own page after signing out", async () => {
    await using context = await browserWith([{ ...way, sign_out_href: "sign-out/there" }]);
    const page = await context.newPage();
    await page.goto(console.url);
    await page.getByLabel("Key", { exact: true }).fill(console.keys.management);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByRole("banner").locator(".account").click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await page.waitForURL("**/console/sign-out/there");
    await page.goto(console.url);
    await page.getByLabel("Key", { exact: true }).waitFor();
  });
});
