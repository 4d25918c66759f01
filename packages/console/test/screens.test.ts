import { hasChromium, withoutChromium } from "@portico/test-support/chromium";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { overflow, settled, violations } from "../testing/examine.ts";
import { type OpenConsole, type Opened, openConsole, places } from "../testing/open-console.ts";
import { rehearse, states } from "../testing/rehearse.ts";
import { screens } from "../testing/screens.ts";

const looks = [
  { look: "light and wide", colorScheme: "light", viewport: { width: 1280, height: 900 } },
  { look: "dark and narrow", colorScheme: "dark", viewport: { width: 390, height: 844 } },
] as const;

describe.skipIf(!hasChromium).each(places)(`on the %s${withoutChromium}`, (place) => {
  let console: OpenConsole;
  beforeAll(async () => {
    console = await openConsole(place);
  });
  afterAll(() => console[Symbol.asyncDispose]());

  describe.each(looks)("$look", ({ colorScheme, viewport }) => {
    let opened: Opened;
    beforeAll(async () => {
      opened = await console.open("", { colorScheme, viewport });
    });
    afterAll(() => opened[Symbol.asyncDispose]());

    it.each(screens)("$title is drawn without a complaint", async ({ path, title }) => {
      const { page, complaints } = opened;
      await page.goto(console.url + path);
      await page.getByRole("heading", { level: 1, name: title }).waitFor();
      await settled(page);
      expect(await page.title()).toContain(title);
      expect(await overflow(page)).toBe(0);
      expect(await violations(page)).toEqual([]);
      expect(complaints.splice(0)).toEqual([]);
    });
  });
});

describe.skipIf(!hasChromium)(`a screen whose answer does not come${withoutChromium}`, () => {
  let console: OpenConsole;
  let opened: Opened;
  beforeAll(async () => {
    console = await openConsole("gateway");
    opened = await console.open("my-key");
  });
  afterAll(async () => {
    await opened[Symbol.asyncDispose]();
    await console[Symbol.asyncDispose]();
  });
  beforeEach(() => opened.page.unrouteAll({ behavior: "ignoreErrors" }));

  const cases = screens.flatMap((screen) => states.map((state) => ({ ...screen, state })));
  it.each(cases)("says so: $title, $state", async ({ path, title, asks, state }) => {
    const { page } = opened;
    await rehearse(page, asks, state);
    await page.goto(console.url + path);
    await page.getByRole("heading", { level: 1, name: title }).waitFor();
    await page.locator(signOf(state)).first().waitFor();
    expect(await violations(page)).toEqual([]);
  });
});

function signOf(state: (typeof states)[number]): string {
  if (state === "loading") return ".loading";
  return state === "error" ? ".notice.failure" : ".notice.forbidden";
}
