import { hasChromium, withoutChromium } from "@portico/test-support/chromium";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { askInPage } from "../testing/ask-in-page.ts";
import { settled, violations } from "../testing/examine.ts";
import { type OpenConsole, openConsole } from "../testing/open-console.ts";

interface Delivery {
  readonly state: string;
  readonly attempts: number;
  readonly last_error: string | null;
}

interface Alerts {
  readonly data: readonly {
    readonly id: string;
    readonly state: string;
    readonly deliveries: readonly Delivery[];
  }[];
}

/** The gateway of the tests has no channel; `budgets.test.ts` shows what its alerts say of that. */
describe.skipIf(!hasChromium)(`the deliveries of alerts on the handlers${withoutChromium}`, () => {
  let console: OpenConsole;
  beforeAll(async () => {
    console = await openConsole("handlers");
  });
  afterAll(() => console[Symbol.asyncDispose]());

  it("tell of every channel whether it was reached, and why it was not", async () => {
    await using opened = await console.open("budgets?tab=alerts");
    const { page, complaints } = opened;
    const { data } = (await askInPage<Alerts>(page, "/alerts?limit=1000")).body;
    const isMissed = ({ last_error: error }: Delivery) => error !== null;
    const chosen = data.find(({ deliveries }) => deliveries.some(isMissed)) ?? data[0];
    const { id = "", state = "", deliveries = [] } = chosen ?? {};
    expect(deliveries.length).toBeGreaterThan(0);
    await page.getByLabel("Deliveries").selectOption(state);
    await settled(page);
    expect(new URL(page.url()).search).toBe(`?tab=alerts&state=${state}`);
    const count = data.filter((alert) => alert.state === state).length + 1;
    const table = page.locator("table[aria-label=Alerts]");
    await expect.poll(() => table.getAttribute("aria-rowcount")).toBe(String(count));
    await opened.go(`budgets?tab=alerts&state=${state}&alert=${id}`);
    const cards = page.getByRole("dialog").locator("article");
    await expect.poll(() => cards.count()).toBe(deliveries.length);
    for (const [index, { state: reached, attempts, last_error: error }] of deliveries.entries()) {
      const card = cards.nth(index);
      const badge = card.locator("h3").getByText(new RegExp(`^${reached}$`, "i"));
      expect(await badge.count()).toBe(1);
      expect(await card.locator("dd", { hasText: `${attempts}` }).count()).toBeGreaterThan(0);
      if (error !== null) expect(await card.getByText(error).count()).toBe(1);
    }
    expect(await violations(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });
});
