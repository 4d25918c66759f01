import { hasChromium, withoutChromium } from "@portico/test-support/chromium";
import { isProof } from "@portico/test-support/proof";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { overflow, screens, settled, violations, withoutLabel } from "./support/examine.ts";
import { type OpenConsole, type Opened, openConsole } from "./support/open-console.ts";

const looks = {
  "light and wide": { colorScheme: "light", viewport: { width: 1280, height: 900 } },
  "dark and narrow": { colorScheme: "dark", viewport: { width: 360, height: 800 } },
} as const;

/** Each look once. The night tries both in both places. */
const some = [
  ["handlers", "dark and narrow"],
  ["gateway", "light and wide"],
] as const;
const others = [
  ["handlers", "light and wide"],
  ["gateway", "dark and narrow"],
] as const;

describe.skipIf(!hasChromium).each(isProof ? [...some, ...others] : some)(
  `on the %s, %s${withoutChromium}`,
  (place, look) => {
    let console: OpenConsole;
    let opened: Opened;
    beforeAll(async () => {
      console = await openConsole(place);
      opened = await console.open("no-such-screen", looks[look]);
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
