import type { CDPSession, Page } from "playwright-core";
import type { OpenConsole } from "../testing/open-console.ts";
import type { Measured } from "./report.ts";

/** Chromium's own "Slow 4G": 1.6 Mbit/s down, 750 kbit/s up, 150 ms there and back. */
const slow4G = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1000 * 1000) / 8,
  uploadThroughput: (750 * 1000) / 8,
};
const cpuTimes = 4;
const phone = { width: 390, height: 844 };

/** From the address until the overview's figures stand there, with an empty cache and with a full one. */
export async function measureLoading(place: OpenConsole): Promise<Measured[]> {
  await using opened = await place.open("sessions", { viewport: phone });
  const { page } = opened;
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Network.enable");
  await devtools.send("Network.emulateNetworkConditions", slow4G);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: cpuTimes });
  await devtools.send("Network.clearBrowserCache");
  const first = await load(page, devtools, place.url);
  const again = await load(page, devtools, place.url);
  return [
    { what: "overview on a slow phone, first time", figures: first },
    { what: "overview on a slow phone, from the cache", figures: again },
  ];
}

async function load(page: Page, devtools: CDPSession, url: string) {
  let bytes = 0;
  const count = ({ encodedDataLength }: { encodedDataLength: number }) => {
    bytes += encodedDataLength;
  };
  devtools.on("Network.loadingFinished", count);
  await page.goto("about:blank");
  bytes = 0;
  const begin = performance.now();
  await page.goto(url, { waitUntil: "commit" });
  await page.getByRole("heading", { level: 1 }).waitFor();
  const heading = performance.now() - begin;
  await page.locator(".tile, .code-block").first().waitFor();
  const figures = performance.now() - begin;
  devtools.off("Network.loadingFinished", count);
  return { "heading ms": heading, "figures ms": figures, "kB sent": bytes / 1000 };
}
