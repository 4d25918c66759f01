import type { CDPSession, Page } from "playwright-core";
import type { OpenConsole } from "../test/support/open-console.ts";

export interface Measured {
  readonly what: string;
  readonly figures: Readonly<Record<string, number>>;
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN;
}

export function print(measured: readonly Measured[]): void {
  for (const { what, figures } of measured) {
    const shown = Object.entries(figures).map(([name, value]) => `${name} ${value.toFixed(1)}`);
    process.stdout.write(`${what}: ${shown.join(", ")}\n`);
  }
}

/** Chromium's own "Slow 4G": 1.6 Mbit/s down, 750 kbit/s up, 150 ms there and back. */
const slow4G = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1000 * 1000) / 8,
  uploadThroughput: (750 * 1000) / 8,
};
const cpuTimes = 4;
const phone = { width: 390, height: 844 };

/** Loads from the cache: of so many, the median counts. */
const timesAgain = 3;

/**
 * From the address until the first paint, the heading and the overview's figures stand there, with an empty cache and with a full
 * one; and what it cost: bytes, requests, and the processor's time.
 */
export async function measureLoading(place: OpenConsole): Promise<Measured[]> {
  await using opened = await place.open("sessions", { viewport: phone });
  const { page } = opened;
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Network.enable");
  await devtools.send("Performance.enable");
  await devtools.send("Network.emulateNetworkConditions", slow4G);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: cpuTimes });
  await devtools.send("Network.clearBrowserCache");
  const first = await load(page, devtools, place.url);
  const again: Awaited<ReturnType<typeof load>>[] = [];
  for (let time = 0; time < timesAgain; time += 1)
    again.push(await load(page, devtools, place.url));
  return [
    { what: "overview on a slow phone, first time", figures: first },
    { what: "overview on a slow phone, from the cache", figures: medians(again) },
  ];
}

async function load(page: Page, devtools: CDPSession, url: string) {
  let bytes = 0;
  let requests = 0;
  const count = ({ encodedDataLength }: { encodedDataLength: number }) => {
    bytes += encodedDataLength;
    // What the cache gives needs nothing of the network.
    if (encodedDataLength > 0) requests += 1;
  };
  await page.goto("about:blank");
  const before = await workOf(devtools);
  devtools.on("Network.loadingFinished", count);
  const begin = performance.now();
  await page.goto(url, { waitUntil: "commit" });
  await page.getByRole("heading", { level: 1 }).waitFor();
  const heading = performance.now() - begin;
  await page.locator(".tile, .code-block").first().waitFor();
  const figures = performance.now() - begin;
  devtools.off("Network.loadingFinished", count);
  const after = await workOf(devtools);
  return {
    "paint ms": await firstPaint(page),
    "heading ms": heading,
    "figures ms": figures,
    "kB sent": bytes / 1000,
    requests,
    "scripts ms": (after.get("ScriptDuration") ?? 0) - (before.get("ScriptDuration") ?? 0),
    "tasks ms": (after.get("TaskDuration") ?? 0) - (before.get("TaskDuration") ?? 0),
  };
}

/** Chromium's sums of what its main thread has done, in milliseconds. */
async function workOf(devtools: CDPSession): Promise<ReadonlyMap<string, number>> {
  const { metrics } = await devtools.send("Performance.getMetrics");
  return new Map(metrics.map(({ name, value }) => [name, value * 1000]));
}

function firstPaint(page: Page): Promise<number> {
  return page.evaluate(
    () => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.NaN,
  );
}

function medians(all: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const names = Object.keys(all[0] ?? {});
  return Object.fromEntries(
    names.map((name) => [
      name,
      quantile(
        all.map((one) => one[name] ?? Number.NaN),
        0.5,
      ),
    ]),
  );
}
