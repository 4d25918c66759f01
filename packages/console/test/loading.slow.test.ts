import { hasChromium, withoutChromium } from "@portico/test-support/chromium";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { overflow, settled, violations } from "./support/examine.ts";
import { type OpenConsole, type Opened, openConsole } from "./support/open-console.ts";

const libraries = "**/assets/libraries.*";
const places = [".brand", "h1", ".sidebar a[aria-current]"];

describe.skipIf(!hasChromium)(`a page whose libraries are on their way${withoutChromium}`, () => {
  let gateway: OpenConsole;
  let opened: Opened;
  let page: Page;
  beforeAll(async () => {
    gateway = await openConsole("gateway");
    opened = await gateway.open("sessions", { viewport: { width: 1280, height: 900 } });
    page = opened.page;
  });
  afterAll(async () => {
    await opened[Symbol.asyncDispose]();
    await gateway[Symbol.asyncDispose]();
  });
  beforeEach(() => page.unrouteAll({ behavior: "ignoreErrors" }));

  it("shows the menu and the heading, which stay where they are when the console draws them", async () => {
    let go = () => {};
    const wait = new Promise<void>((resolve) => {
      go = resolve;
    });
    await page.route(libraries, async (route) => {
      await wait;
      await route.continue();
    });
    await page.goto(`${gateway.url}keys`, { waitUntil: "commit" });
    await page.getByRole("heading", { level: 1, name: "Keys" }).waitFor();
    expect(await page.locator(".shell").count()).toBe(1);
    expect(await page.getByRole("navigation").getByRole("link").count()).toBeGreaterThan(10);
    expect(await overflow(page)).toBe(0);
    expect(await violations(page)).toEqual([]);
    const before = await boxesOf(page);
    go();
    await page.locator(".shell").waitFor({ state: "detached" });
    expect(await boxesOf(page)).toEqual(before);
    await settled(page);
    expect(opened.complaints).toEqual([]);
  });

  it("asks each of its first questions once, also where they are asked at once", async () => {
    const asked: string[] = [];
    page.on("request", (request) => {
      const { pathname, search } = new URL(request.url());
      if (pathname.startsWith("/api/")) asked.push(pathname + search);
    });
    for (const _ of ["with nothing remembered", "with what the first has remembered"]) {
      asked.length = 0;
      await page.goto(gateway.url);
      await page.locator(".tile").first().waitFor();
      await settled(page);
      expect(asked.filter((one) => one.endsWith("/session"))).toHaveLength(1);
      expect(asked.filter((one) => one.includes("limit=1000")).length).toBeGreaterThan(1);
      expect(new Set(asked).size).toBe(asked.length);
      expect(asked[1]).toContain("/activity?granularity=hour");
    }
    expect(opened.complaints).toEqual([]);
  });

  it("is whole after 20 requests at most, with an empty cache", async () => {
    await using visitor = await gateway.open("sessions");
    const { page: other } = visitor;
    await other.goto("about:blank");
    // The code of the other screens comes after the first one is whole: here it would only be counted by chance.
    await other.addInitScript(
      `Object.defineProperty(navigator, "connection", { value: { saveData: true } })`,
    );
    const client = await other.context().newCDPSession(other);
    await client.send("Network.clearBrowserCache");
    const asked: string[] = [];
    other.on("request", (request) => asked.push(new URL(request.url()).pathname));
    // The code of popups is the first that is asked for when all figures are there.
    const ahead = other.waitForRequest(/\/assets\/dialogs\./);
    await other.goto(gateway.url);
    await ahead;
    await settled(other);
    await expect.poll(() => other.locator(".chart-canvas canvas").count()).toBe(4);
    const first = asked.slice(
      0,
      asked.findIndex((path) => path.includes("/assets/dialogs.")),
    );
    expect(first).toContain("/api/v1/providers");
    expect(first.filter((path) => path.endsWith("/activity"))).toHaveLength(4);
    expect(first.length, first.join("\n")).toBeLessThan(21);
    expect(visitor.complaints).toEqual([]);
  });

  it("has the early script's files and the screen's fetched before the libraries run", async () => {
    await page.route(libraries, () => undefined);
    const screen = page.waitForRequest(/\/assets\/screen\.[0-9a-f]+\.js$/);
    await page.goto(gateway.url, { waitUntil: "commit" });
    await screen;
    // It is asked for by the head: the page may still be read.
    await expect.poll(() => page.locator(".shell").count()).toBe(1);
  });

  it("has the other screens' code when a link is followed, unless the user saves data", async () => {
    for (const saveData of [false, true]) {
      await using visitor = await gateway.open("sessions");
      const { page: other } = visitor;
      await other.addInitScript(
        `Object.defineProperty(navigator, "connection", { value: { saveData: ${saveData} } })`,
      );
      // The page that was opened is gone: what it was still fetching does not count.
      await other.goto("about:blank");
      const fetched: string[] = [];
      other.on("requestfinished", (request) => fetched.push(request.url()));
      await other.goto(gateway.url);
      const screens = () => fetched.filter((url) => /\/screen\.[0-9a-f]+\.js$/.test(url)).length;
      await expect.poll(() => fetched.some((url) => url.includes("/lists."))).toBe(true);
      if (saveData) await settled(other);
      else await expect.poll(screens).toBeGreaterThan(11);
      expect(screens() > 1).toBe(!saveData);
      expect(visitor.complaints).toEqual([]);
    }
  });

  it("shows that one has to sign in", async () => {
    await using visitor = await gateway.open("", {
      as: "nobody",
      viewport: { width: 390, height: 844 },
    });
    await visitor.page.route(libraries, () => undefined);
    await visitor.page.goto(`${gateway.url}?again`, { waitUntil: "commit" });
    await visitor.page.locator("main.sign-in h1").waitFor();
    await expect.poll(() => visitor.page.getByRole("navigation").count()).toBe(0);
    expect(await overflow(visitor.page)).toBe(0);
    expect(await violations(visitor.page)).toEqual([]);
  });
});

/** Where each place begins: the console adds to what is at the right. */
async function boxesOf(page: Page) {
  const boxes = await Promise.all(places.map((place) => page.locator(place).boundingBox()));
  return boxes.map((box) => box && [Math.round(box.x), Math.round(box.y)]);
}
