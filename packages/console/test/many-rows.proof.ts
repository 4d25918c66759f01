import { hasChromium, withoutChromium } from "@portico/test-support/chromium";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { settled } from "./support/examine.ts";
import { addManyRows, many } from "./support/many-rows.ts";
import { type OpenConsole, type Opened, openServed } from "./support/open-console.ts";
import { serveGateway } from "./support/serve-console.ts";

/** Those in sight, and some on both sides of them. */
const mostInPage = 60;
const pagesRead = 20;
const pageLength = 100;

const lists = [
  { path: "keys", asks: "/keys", search: "search=many%2099999" },
  { path: "requests", asks: "/generations", search: "find=gen-many-99999" },
] as const;

describe.skipIf(!hasChromium)(`a list of ${many} rows${withoutChromium}`, () => {
  let console: OpenConsole;
  beforeAll(async () => {
    console = await openServed(await serveGateway(addManyRows));
  });
  afterAll(() => console[Symbol.asyncDispose]());

  describe.each(lists)("of $path", ({ path, asks, search }) => {
    let opened: Opened;
    const asked: URLSearchParams[] = [];
    beforeAll(async () => {
      opened = await console.open("no-such-screen");
      opened.page.on("request", (request) => {
        const url = new URL(request.url());
        if (url.pathname.endsWith(asks)) asked.push(url.searchParams);
      });
    });

    it("opens with its first page alone", async () => {
      await opened.go(path);
      await opened.page.locator("main .row-opener").first().waitFor();
      await settled(opened.page);
      expect(await rowsInPage(opened.page)).toBeLessThanOrEqual(mostInPage);
      expect(asked.filter((query) => query.has("cursor"))).toEqual([]);
    });

    it("is read by pages that begin where the last one ended, with few rows in the page", async () => {
      const { page } = opened;
      for (let read = 1; read < pagesRead; read += 1) {
        await page.locator("main .table").evaluate((list) => {
          list.scrollTop = list.scrollHeight;
        });
        await expect
          .poll(() => asked.filter((query) => query.has("cursor")).length)
          .toBeGreaterThanOrEqual(read);
        await settled(page);
        expect(await rowsInPage(page)).toBeLessThanOrEqual(mostInPage);
      }
      const last = Number(await page.locator("main .row-opener").last().getAttribute("data-index"));
      expect(last).toBeGreaterThan((pagesRead - 1) * pageLength);
      const cursors = asked.map((query) => query.get("cursor")).filter((one) => one !== null);
      expect(new Set(cursors).size).toBe(cursors.length);
      expect(asked.filter((query) => query.has("offset"))).toEqual([]);
      expect(asked.filter((query) => Number(query.get("limit")) > pageLength)).toEqual([]);
    });

    it("finds one of the last rows at the gateway", async () => {
      const { page } = opened;
      await opened.go(`${path}?${search}`);
      await expect.poll(() => rowsInPage(page)).toBe(1);
    });
  });
});

function rowsInPage(page: Page): Promise<number> {
  return page.locator("main tbody tr").count();
}
