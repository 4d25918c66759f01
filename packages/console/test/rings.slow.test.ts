import type { Schema } from "@portico/client";
import { hasChromium, withoutChromium } from "@portico/test-support/chromium";
import type { Locator, Page } from "playwright-core";
import { expect, it } from "vitest";
import { openConsole } from "./support/open-console.ts";

type Budget = Schema<"Budget">;

const limit = 100;
/** A hundredth of a ring of 22 pixels then has pixels of its own. */
const sharpness = 12;
const viewport = { width: 1280, height: 1400 };
/** What is spent and held of a hundred, and for how many percent each then has to be drawn. */
const cases = [
  { spent: 0, held: 0, drawn: { spent: 0, held: 0 } },
  { spent: 1, held: 0, drawn: { spent: 1, held: 0 } },
  { spent: 5, held: 0, drawn: { spent: 5, held: 0 } },
  { spent: 20, held: 30, drawn: { spent: 20, held: 30 } },
  { spent: 25, held: 0, drawn: { spent: 25, held: 0 } },
  { spent: 50, held: 25, drawn: { spent: 50, held: 25 } },
  { spent: 75, held: 50, drawn: { spent: 75, held: 25 } },
  { spent: 99, held: 0, drawn: { spent: 99, held: 0 } },
  { spent: 100, held: 0, drawn: { spent: 100, held: 0 } },
  { spent: 140, held: 10, drawn: { spent: 100, held: 0 } },
];

it.skipIf(!hasChromium)(
  `a ring is drawn as far as its limit is spent${withoutChromium}`,
  async () => {
    await using console = await openConsole("gateway");
    await using opened = await console.open("my-key", { deviceScaleFactor: sharpness, viewport });
    const { page } = opened;
    await page.route("**/api/v1/budgets?*", async (route) => {
      const reply = await route.fetch();
      const { data, ...rest }: { data: Budget[] } = await reply.json();
      await route.fulfill({
        response: reply,
        json: { ...rest, data: cases.flatMap((_, at) => withState(data[0], at)) },
      });
    });
    await opened.go("budgets");
    const rings = page.locator("tbody svg.ring");
    await expect.poll(() => rings.count()).toBe(cases.length);
    for (const [at, { spent, held, drawn }] of cases.entries()) {
      const runs = await runsIn(page, rings.nth(at));
      const expected = [drawn.spent, drawn.held, limit - drawn.spent - drawn.held].filter(
        (run) => run > 0,
      );
      expect(runs, `${spent} spent, ${held} held`).toEqual(expected);
    }
    expect(await rings.last().getAttribute("aria-label")).toContain("140%");
  },
);

function withState(budget: Budget | undefined, at: number): readonly Budget[] {
  const { spent = 0, held = 0 } = cases[at] ?? {};
  if (budget?.state == null) return [];
  const remaining = Math.max(0, limit - spent - held);
  return [
    {
      ...budget,
      id: `${budget.id.slice(0, -2)}${10 + at}`,
      state: { ...budget.state, limit, spent, held, remaining },
    },
  ];
}

/** How many hundredths have one colour before the next begins: round the ring from its top, to the right. */
async function runsIn(page: Page, ring: Locator): Promise<readonly number[]> {
  const { x, y, width } = (await ring.boundingBox()) ?? { x: 0, y: 0, width: 0 };
  // The browser draws a picture on whole pixels.
  const clip = { x: Math.round(x), y: Math.round(y), width, height: width };
  const picture = (await page.screenshot({ clip })).toString("base64");
  return page.evaluate<number[]>(`(async () => {
    const image = new Image();
    image.src = "data:image/png;base64,${picture}";
    await image.decode();
    const canvas = Object.assign(document.createElement("canvas"), { width: image.width, height: image.height });
    const drawing = canvas.getContext("2d");
    drawing.drawImage(image, 0, 0);
    const middle = image.width / 2;
    const radius = (image.width * 15.9155) / 36;
    const colours = Array.from({ length: 100 }, (_, part) => {
      const angle = ((part + 0.5) / 50) * Math.PI;
      const x = Math.floor(middle + Math.sin(angle) * radius);
      const y = Math.floor(middle - Math.cos(angle) * radius);
      return drawing.getImageData(x, y, 1, 1).data;
    });
    const differ = (one, other) => one.some((value, at) => Math.abs(value - other[at]) > 30);
    const starts = [...colours.keys()].filter((part) => part === 0 || differ(colours[part], colours[part - 1]));
    return starts.map((start, at) => (starts[at + 1] ?? 100) - start);
  })()`);
}
