import { hasChromium, withoutChromium } from "@portico/test-support/chromium";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { overflow, settled, violations } from "../testing/examine.ts";
import { type OpenConsole, openConsole, places } from "../testing/open-console.ts";
import { rehearse, states } from "../testing/rehearse.ts";
import { screens } from "../testing/screens.ts";

const narrow = { width: 390, height: 844 };

describe.skipIf(!hasChromium).each(places)(`on the %s${withoutChromium}`, (place) => {
  let console: OpenConsole;
  beforeAll(async () => {
    console = await openConsole(place);
  });
  afterAll(() => console[Symbol.asyncDispose]());

  it.each(screens)(
    "$title is drawn, light and wide, without a complaint",
    async ({ path, title }) => {
      await using opened = await console.open(path, { colorScheme: "light" });
      const { page, complaints } = opened;
      await page.getByRole("heading", { level: 1, name: title }).waitFor();
      await settled(page);
      expect(await page.title()).toContain(title);
      expect(await violations(page)).toEqual([]);
      expect(complaints).toEqual([]);
    },
  );

  it.each(screens)("$title is drawn, dark and narrow, without a complaint", async (screen) => {
    await using opened = await console.open(screen.path, { colorScheme: "dark", viewport: narrow });
    const { page, complaints } = opened;
    await page.getByRole("heading", { level: 1, name: screen.title }).waitFor();
    await settled(page);
    expect(await overflow(page)).toBe(0);
    expect(await violations(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });
});

describe.skipIf(!hasChromium).each(states)(
  `a screen whose answer is in the state %s${withoutChromium}`,
  (state) => {
    let console: OpenConsole;
    beforeAll(async () => {
      console = await openConsole("gateway");
    });
    afterAll(() => console[Symbol.asyncDispose]());

    it.each(screens)("says so: $title", async ({ path, title, asks }) => {
      await using opened = await console.open("my-key");
      const { page } = opened;
      await rehearse(page, asks, state);
      await page.goto(console.url + path);
      await page.getByRole("heading", { level: 1, name: title }).waitFor();
      const sign =
        state === "loading" ? ".loading" : `.notice.${state === "error" ? "failure" : state}`;
      await page.locator(sign).first().waitFor();
      expect(await violations(page)).toEqual([]);
    });
  },
);
