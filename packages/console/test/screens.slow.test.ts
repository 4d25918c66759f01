import { hasChromium, withoutChromium } from "@portico/test-support/chromium";
import { isProof } from "@portico/test-support/proof";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { overflow, screens, settled, violations, withoutLabel } from "./support/examine.ts";
import { type OpenConsole, type Opened, openConsole } from "./support/open-console.ts";

const widths = {
  wide: { width: 1280, height: 900 },
  middling: { width: 820, height: 1180 },
  narrow: { width: 360, height: 800 },
} as const;

/** Both places, each in one look. The night tries every theme and width. */
const some = [
  ["handlers", "dark", "narrow"],
  ["gateway", "light", "wide"],
] as const;
const others = [
  ["handlers", "light", "narrow"],
  ["handlers", "light", "middling"],
  ["handlers", "dark", "middling"],
  ["handlers", "light", "wide"],
  ["handlers", "dark", "wide"],
  ["gateway", "dark", "narrow"],
] as const;

describe.skipIf(!hasChromium).each(isProof ? [...some, ...others] : some)(
  `on the %s, %s and %s${withoutChromium}`,
  (place, colorScheme, width) => {
    let console: OpenConsole;
    let opened: Opened;
    beforeAll(async () => {
      console = await openConsole(place);
      opened = await console.open("no-such-screen", { colorScheme, viewport: widths[width] });
    });
    afterAll(() => console[Symbol.asyncDispose]());

    it.each(screens)("$title is drawn without a complaint", async ({ path, title }) => {
      const { page, complaints, go } = opened;
      await go(path);
      await page.getByRole("heading", { level: 1, name: title }).waitFor();
      await settled(page);
      await expect.poll(() => page.title()).toContain(title);
      expect(await overflow(page)).toBe(0);
      expect(await withoutLabel(page)).toEqual([]);
      expect(await violations(page)).toEqual([]);
      expect(complaints.splice(0)).toEqual([]);
    });
  },
);
