import { hasChromium, withoutChromium } from "@portico/test-support/chromium";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { askInPage } from "./support/ask.ts";
import { settled, violations } from "./support/examine.ts";
import { type OpenConsole, openConsole, openServed, places } from "./support/open-console.ts";
import { serveNewGateway } from "./support/serve-console.ts";

interface Activity {
  readonly totals: { readonly requests: number };
}

const hourMs = 3_600_000;
/** Whole hours or days, the present one included, as the gateway counts. */
const periods = [
  ["hour", "This hour and the last", 2 * hourMs, hourMs],
  ["week", "Last week", 7 * 24 * hourMs, hourMs],
  ["month", "Last month", 30 * 24 * hourMs, 24 * hourMs],
  ["day", "Last day", 24 * hourMs, hourMs],
] as const;

/** How many pixels have the colour of the last series, which lies above the others. */
const latencyPixels = `(() => {
  const section = document.querySelector('section[aria-label="Latency"]');
  const canvas = section.querySelector("canvas");
  const probe = document.createElement("span");
  probe.style.color = "var(--chart-3)";
  section.append(probe);
  const colour = getComputedStyle(probe).color.match(/\\d+/g).map(Number);
  probe.remove();
  const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  const pixels = Array.from({ length: data.length / 4 }, (_, at) => data.subarray(at * 4, at * 4 + 4));
  return pixels.filter((pixel) => colour.every((value, at) => Math.abs(pixel[at] - value) < 8)).length;
})()`;

describe.skipIf(!hasChromium).each(places)(`the overview on the %s${withoutChromium}`, (place) => {
  let console: OpenConsole;
  beforeAll(async () => {
    console = await openConsole(place);
  });
  afterAll(() => console[Symbol.asyncDispose]());

  it("shows the gateway's figures of an hour, a day, a week and a month", async () => {
    await using opened = await console.open("");
    const { page, complaints } = opened;
    for (const [period, label, lengthMs, unitMs] of periods) {
      await page.getByLabel("Period").selectOption({ label });
      const end = Math.floor(Date.now() / unitMs) * unitMs + unitMs;
      const from = new Date(end - lengthMs).toISOString();
      const unit = unitMs === hourMs ? "hour" : "day";
      const asked = `/activity?granularity=${unit}&from=${from}`;
      const said = await askInPage<Activity>(page, asked);
      expect(said.status).toBe(200);
      const { totals } = said.body;
      expect(totals.requests).toBeGreaterThan(0);
      await page.locator(`[data-figure=requests][data-value="${totals.requests}"]`).waitFor();
      await expect.poll(() => new URL(page.url()).searchParams.get("period")).toBe(period);
    }
    // The smallest amount that the gateway books stands in one line.
    const lines = await page.evaluate(`(() => {
      const amount = document.querySelector("[data-figure=requests] strong");
      amount.textContent = "$0.000000071";
      const range = document.createRange();
      range.selectNodeContents(amount);
      return range.getClientRects().length;
    })()`);
    expect(lines).toBe(1);
    expect(complaints).toEqual([]);
  });

  it("draws the figures of a single hour as a point", async () => {
    await using opened = await console.open("?period=day");
    const { page } = opened;
    await page.locator('section[aria-label="Latency"] canvas').waitFor();
    await expect.poll(() => page.evaluate<number>(latencyPixels)).toBeGreaterThan(8);
  });

  it("asks again by itself", async () => {
    await using opened = await console.open("my-key");
    const { page } = opened;
    await page.clock.install();
    await opened.go("");
    await settled(page);
    const requests = page.locator("[data-figure=requests]");
    await requests.waitFor();
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await page.clock.runFor(31_000);
    const own = ["activity", "alerts", "budgets", "status", "credits", "providers"];
    await expect.poll(() => own.filter((path) => !asked.includes(`/api/v1/${path}`))).toEqual([]);
  });
});

describe.skipIf(!hasChromium)(`a new gateway's overview${withoutChromium}`, () => {
  it("shows the first call to make in place of figures, and leads to a key", async () => {
    await using console = await openServed(await serveNewGateway());
    await using opened = await console.open("");
    const { page, complaints } = opened;
    await page.getByRole("heading", { name: "Make the first call" }).waitFor();
    await settled(page);
    await page.getByText('"model":"bench/text"').waitFor();
    const call = (await page.locator(".code-block, pre").first().textContent()) ?? "";
    expect(call).toContain(`curl '${console.api}/responses'`);
    expect(await page.locator("[data-figure=requests], .chart").count()).toBe(0);
    await page.getByText("No alert is open.").waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole("link", { name: "Create a key for the caller" }).click();
    await page.getByRole("button", { name: "Create a key" }).waitFor();
    expect(complaints).toEqual([]);
  });
});
