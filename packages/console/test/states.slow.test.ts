import { hasChromium, withoutChromium } from "@portico/test-support/chromium";
import { isProof } from "@portico/test-support/proof";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { texts } from "../src/texts/texts.ts";
import { type Screen, screens, settled, violations } from "./support/examine.ts";
import { type OpenConsole, type Opened, openConsole } from "./support/open-console.ts";
import { rehearse, type State, states } from "./support/rehearse.ts";

const signs = {
  loading: ".loading",
  error: ".notice.failure",
  forbidden: ".notice.forbidden",
  empty: ".notice.empty",
} as const;

/** For longer than an answer counts as new: `freshMs` of src/app/portico.ts. */
const oldMs = 11_000;

describe.skipIf(!hasChromium)(`the states of the screens${withoutChromium}`, () => {
  let console: OpenConsole;
  beforeAll(async () => {
    console = await openConsole("gateway");
  });
  afterAll(() => console[Symbol.asyncDispose]());

  describe.each(states)("%s", (state) => {
    let opened: Opened;
    beforeAll(async () => {
      opened = await console.open("no-such-screen");
      await rehearse(opened.page, state);
    });
    afterAll(() => opened[Symbol.asyncDispose]());

    it.each(screens)("is drawn on the screen $title", async (screen) => {
      const { page, complaints } = opened;
      await goTo(opened, screen);
      await page
        .locator(`main ${signOf(state, screen)}`)
        .first()
        .waitFor();
      if (state !== "loading") await settled(page);
      // Chromium prints each refusal.
      expect(complaints.filter((text) => !text.includes("Failed to load"))).toEqual([]);
      // The parts that draw a state are the same on every screen: the night examines all of them.
      if (isProof || screen === screens[0]) expect(await violations(page)).toEqual([]);
    });
  });

  it("empty is drawn for an ordinary key that has asked nothing", async () => {
    await using opened = await console.open("no-such-screen", { as: "ordinary" });
    await rehearse(opened.page, "empty");
    await opened.go("my-key");
    await expect.poll(() => opened.page.locator("main .notice.empty").count()).toBe(2);
  });

  describe("stale", () => {
    let opened: Opened;
    let state: State | undefined;
    beforeAll(async () => {
      opened = await console.open("no-such-screen");
      await opened.page.clock.install();
      // For all of them: where a route is taken away, Chromium may forget a request, such as that for the next screen's code.
      await rehearse(opened.page, () => state);
    });
    afterAll(() => opened[Symbol.asyncDispose]());

    it.each(screens)("is said on the screen $title, whose figures stay", async (screen) => {
      const { page } = opened;
      await goTo(opened, screen);
      await settled(page);
      const before = await shown(page);
      state = "error";
      await comeBackLater(page);
      const notices = page.locator("main .notice.stale");
      await notices.first().waitFor();
      await settled(page);
      expect(await shown(page)).toEqual(before);
      if (isProof || screen === screens[0]) expect(await violations(page)).toEqual([]);
      state = undefined;
      // Others may still be on their way: this one has to go.
      const first = await notices.first().elementHandle();
      await notices.first().getByRole("button", { name: "Try again" }).click();
      await first?.waitForElementState("hidden");
      await comeBackLater(page);
      await expect.poll(() => notices.count()).toBe(0);
    });
  });
});

/** A new gateway says how to begin; a management key spends nothing, so its own screen has no list. */
function signOf(state: State, { path }: Screen): string {
  if (state === "empty" && path === "") return `[aria-label="${texts.overview.newTitle}"]`;
  if (state === "empty" && path === "my-key") return ".details";
  return signs[state];
}

async function goTo({ page, go }: Opened, { path, title }: Screen): Promise<void> {
  await go(path);
  await page.getByRole("heading", { level: 1, name: title }).waitFor();
}

/** A window that is shown again asks again for what is old. */
async function comeBackLater(page: Page): Promise<void> {
  await page.clock.fastForward(oldMs);
  await page.evaluate("dispatchEvent(new Event('visibilitychange'))");
}

interface Shown {
  readonly figures: readonly (string | null)[];
  readonly rows: number;
}

/** What a reader would miss if it went away. */
async function shown(page: Page): Promise<Shown> {
  const figures = await page
    .locator("main [data-figure]")
    .evaluateAll((all) => all.map((one) => one.getAttribute("data-value")));
  return { figures, rows: await page.locator("main tbody tr").count() };
}
