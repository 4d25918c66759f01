import type { Schema } from "@portico/client";
import { hasChromium, withoutChromium } from "@portico/test-support/chromium";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { askInPage, askModelInPage, type ModelCall } from "./support/ask.ts";
import { violations } from "./support/examine.ts";
import { type OpenConsole, openConsole, places } from "./support/open-console.ts";

const evil = `<img src=x onerror="document.title='hacked'"> "app" & </script>`;

interface Booked {
  readonly data: { readonly usage: number; readonly held: number };
}

interface Named {
  readonly data: Pick<Schema<"Generation">, "api_key_id" | "api_key_name" | "workspace_id">;
}

interface Workspace {
  readonly data: Pick<Schema<"Workspace">, "name">;
}

describe.skipIf(!hasChromium).each(places)(`the requests on the %s${withoutChromium}`, (place) => {
  let console: OpenConsole;
  let shared: Page;
  let good: string;
  let broken: string;
  beforeAll(async () => {
    console = await openConsole(place);
    ({ page: shared } = await console.show("my-key"));
    good = await ask({ input: "Count from 1 to 5", stream: true });
    broken = await ask({ model: "sandbox/fail-midstream" });
    await ask({ model: "sandbox/fail-429" });
  });
  afterAll(() => console[Symbol.asyncDispose]());

  /** In a session of their own: others stand in the list already. */
  const askIn = (page: Page, asked: ModelCall = {}) =>
    askModelInPage(page, console, { headers: { "x-session-id": "own" }, ...asked });
  /** In the window that the tests share. */
  const ask = (asked: ModelCall = {}) => askIn(shared, asked);
  const rows = "table[aria-label=Requests] tbody tr";

  it("stand in a list, which filters in the address make shorter", async () => {
    await using opened = await console.show("requests?session=own");
    const { page } = opened;
    await expect.poll(() => page.locator(rows).count()).toBeGreaterThanOrEqual(3);
    await page.getByLabel("Result").selectOption({ label: "Failed" });
    await expect.poll(() => page.locator(rows).count()).toBe(2);
    await page.getByRole("button", { name: "More filters (1 set)" }).click();
    await page.getByLabel("Kind of failure").selectOption("rate_limited");
    await expect.poll(() => page.locator(rows).count()).toBe(1);
    await expect
      .poll(() => new URL(page.url()).search)
      .toBe("?session=own&failed=true&error=rate_limited");
    await console.show("requests?session=own&failed=true&error=rate_limited");
    await expect.poll(() => page.locator(rows).count()).toBe(1);
    await page.getByRole("button", { name: "Clear filters" }).click();
    await expect.poll(() => page.locator(rows).count()).toBeGreaterThanOrEqual(3);
  });

  it("stand by session too, and say at which turn its prompt's cache was lost", async () => {
    const session = { headers: { "x-session-id": "agent" } };
    await ask({ ...session, input: "one" });
    const lost = await ask({ ...session, model: "sandbox/think", input: "two" });
    await using opened = await console.open("requests?tab=sessions");
    const { page, complaints } = opened;
    const row = page
      .locator('table[aria-label="By session"] tbody tr')
      .filter({ hasText: "agent" });
    await row.first().waitFor();
    await row.first().locator(".row-opener").click();
    const why = "Turn 2 went to another model: sandbox/think after sandbox/text.";
    await page.getByText(why).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole("link", { name: "2", exact: true }).click();
    await page.getByRole("dialog").waitFor();
    expect(new URL(page.url()).searchParams.get("id")).toBe(lost);
    expect(complaints).toEqual([]);
    await page.keyboard.press("Escape");
    await page
      .locator('section[aria-label^="Lost caches"]')
      .getByRole("link", { name: "Requests" })
      .click();
    await expect.poll(() => page.locator(rows).count()).toBe(2);
  });

  it("name who asked, for what, for whom and how long it took", async () => {
    const id = await ask({
      headers: { "x-service-title": "Help desk", "x-session-id": "named" },
      user: "ada",
    });
    await using opened = await console.show("requests?session=named");
    const { page } = opened;
    await expect.poll(() => page.locator(rows).count()).toBe(1);
    const { body } = await askInPage<Named>(page, `/generation?id=${id}`);
    const { data } = body;
    expect(data.api_key_name).not.toBeNull();
    const row = (await page.locator(rows).textContent()) ?? "";
    for (const part of [data.api_key_name ?? "", "Help desk", "ada", " ms"])
      expect(row).toContain(part);
    await page.locator(`${rows} button`).click();
    const drawer = page.getByRole("dialog");
    const key = drawer.locator(`a[href*="/keys?key=${data.api_key_id}"]`);
    expect(await key.textContent()).toBe(data.api_key_name);
    const { body: workspace } = await askInPage<Workspace>(
      page,
      `/workspaces/${data.workspace_id}`,
    );
    const link = drawer.locator('a[href*="/workspaces?workspace="]');
    await expect.poll(() => link.textContent()).toBe(workspace.data.name);
  });

  it("are found by a part of their model's name", async () => {
    await ask({ model: "sandbox/think" });
    await using opened = await console.show("requests?session=own");
    const { page } = opened;
    await page.locator(rows).first().waitFor();
    await page.getByRole("combobox", { name: "Model" }).fill("thin");
    await page.getByRole("option", { name: "sandbox/think" }).click();
    await expect.poll(() => new URL(page.url()).search).toBe("?session=own&model=sandbox%2Fthink");
    await expect
      .poll(async () => new Set(await page.locator(`${rows} td:nth-child(2)`).allTextContents()))
      .toEqual(new Set(["sandbox/think"]));
    await page.getByRole("combobox", { name: "Model" }).fill("");
    await expect.poll(() => new URL(page.url()).search).toBe("?session=own");
  });

  it("say what to do where no request matches", async () => {
    await using opened = await console.show("requests?model=no%2Fsuch");
    await opened.page.getByText("No request matches these filters").waitFor();
    expect(await violations(opened.page)).toEqual([]);
  });

  it("open by their id, with what the gateway knows, and close again", async () => {
    await using opened = await console.show(`requests?id=${good}`);
    const { page } = opened;
    const drawer = page.getByRole("dialog");
    await drawer.getByText("sandbox/text", { exact: true }).first().waitFor();
    const { body } = await askInPage<Booked>(page, `/generation?id=${good}`);
    const { data } = body;
    const charged = drawer.locator('[data-figure="request-charged"]');
    expect(await charged.getAttribute("data-value")).toBe(String(data.usage));
    expect(data.held).toBeGreaterThanOrEqual(data.usage);
    await expect.poll(() => drawer.getByText(/^From .* to .*:/).count()).toBe(1);
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await drawer.waitFor({ state: "detached" });
    await expect.poll(() => new URL(page.url()).search).toBe("");
  });

  it("show the words of strangers as words", async () => {
    const session = `${evil} session`;
    const id = await ask({
      headers: { "x-service-title": evil, "x-session-id": session },
    });
    await using opened = await console.show(`requests?id=${id}`);
    const { page, complaints } = opened;
    await page.getByRole("dialog").getByText(evil, { exact: true }).waitFor();
    await page.getByRole("link", { name: session }).click();
    await expect.poll(() => page.locator(rows).count()).toBe(1);
    expect(await page.locator("main img, [role=dialog] img").count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  it("lead from a failure to its page in the documentation", async () => {
    await using opened = await console.show("requests?session=own&error=rate_limited");
    const { page } = opened;
    await page.locator(`${rows} button`).first().click();
    const link = page.getByRole("dialog").getByRole("link", { name: "What to do" });
    const href = await link.evaluate((element) => Reflect.get(element, "href"));
    expect(href).toBe(new URL("../docs/errors/rate_limited.html", console.url).href);
  });

  it("come on top by themselves, and wait while the list is paused", async () => {
    await using opened = await console.show("requests?session=own");
    const { page } = opened;
    await page.locator(rows).first().waitFor();
    const before = await page.locator(rows).count();
    await page.mouse.move(0, 0);
    await ask({ model: "sandbox/think" });
    await expect.poll(() => page.locator(rows).count()).toBe(before + 1);
    expect(await page.locator(rows).first().textContent()).toContain("sandbox/think");
    await page.getByRole("button", { name: "Pause" }).click();
    await ask();
    await page.getByRole("button", { name: "1 new" }).click();
    await expect.poll(() => page.locator(rows).count()).toBe(before + 2);
  });

  it("do not move while one of them is being read", async () => {
    await using opened = await console.show("requests?session=own");
    const { page } = opened;
    await page.locator(rows).nth(1).hover();
    const before = await page.locator(rows).nth(1).textContent();
    await ask();
    await page.getByRole("button", { name: "1 new" }).waitFor();
    expect(await page.locator(rows).nth(1).textContent()).toBe(before);
  });

  it("are not asked for while the tab is hidden", async () => {
    await using opened = await console.open("my-key");
    const { page } = opened;
    await askIn(page);
    await page.clock.install();
    await opened.go("requests?session=own");
    await page.locator(rows).first().waitFor();
    const show = (state: string) =>
      page.evaluate(`
        Object.defineProperty(document, "visibilityState", { value: "${state}", configurable: true });
        dispatchEvent(new Event("visibilitychange"));`);
    await show("hidden");
    let asked = 0;
    page.on("request", (request) => {
      if (request.url().includes("/generations")) asked += 1;
    });
    await page.clock.runFor(30_000);
    expect(asked).toBe(0);
    await show("visible");
    await page.clock.runFor(10_000);
    await expect.poll(() => asked).toBeGreaterThan(0);
  });

  it("are refunded where the service failed, after the end of their id is typed", async () => {
    await using opened = await console.show(`requests?id=${broken}`);
    const { page } = opened;
    await page.getByRole("dialog").getByRole("button", { name: "Refund" }).click();
    const confirm = page.getByRole("alertdialog");
    const refund = confirm.getByRole("button", { name: "Refund" });
    expect(await refund.isDisabled()).toBe(true);
    await confirm.getByLabel(/^Type/).fill(broken.slice(-6));
    await refund.click();
    await page.getByText("What was charged was given back.").waitFor();
    await expect.poll(() => page.getByRole("button", { name: "Refund" }).count()).toBe(0);
  });

  it("are an ordinary key's own, and neither refunded nor shown with their content", async () => {
    await using opened = await console.open("my-key", { as: "ordinary" });
    const { page } = opened;
    await opened.go(`requests?id=${await askIn(page)}`);
    await page.getByRole("dialog").getByText("Money").waitFor();
    expect(await page.getByRole("button", { name: "Refund" }).count()).toBe(0);
    expect(await page.getByText("Show what was asked").count()).toBe(0);
  });

  it("lead to their key, model, provider and workspace, and the key back to its requests", async () => {
    await using opened = await console.show(`requests?session=own&id=${good}`);
    const { page, complaints } = opened;
    const drawer = page.getByRole("dialog");
    await drawer.getByRole("link", { name: "sandbox/text" }).waitFor();
    for (const part of ["/models?model=", "/providers?provider=", "/workspaces?workspace="])
      await expect.poll(() => drawer.locator(`a[href*="${part}"]`).count()).toBe(1);
    await drawer.locator('a[href*="/keys?key="]').click();
    await drawer.getByRole("link", { name: "Its spending" }).waitFor();
    await drawer.getByRole("link", { name: "Its requests" }).click();
    await expect.poll(() => new URL(page.url()).search).toMatch(/^\?key=[0-9a-f]{64}$/);
    await page.locator(rows).first().waitFor();
    await page.goBack();
    await page.goBack();
    await drawer.getByRole("link", { name: "sandbox/text" }).waitFor();
    await expect.poll(() => new URL(page.url()).search).toBe(`?session=own&id=${good}`);
    expect(complaints).toEqual([]);
  });
});
