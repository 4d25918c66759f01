import { join } from "node:path";
import { launchChromium } from "@portico/test-support/chromium";
import type { Browser } from "playwright-core";
import { createServer } from "vite";
import { openConsole } from "../test/support/open-console.ts";
import { type Measured, measureLoading, print, quantile } from "./slow-phone.ts";

const steps = ["day", "hour"] as const;

/** How long a chart of 31 days and 8 series takes to be drawn again. A frame of a common screen has 16.7 ms. */
async function measureRedraws(browser: Browser, cpuTimes: number): Promise<Measured[]> {
  const server = await createServer({
    root: join(import.meta.dirname, ".."),
    logLevel: "warn",
    server: { host: "127.0.0.1", port: 0 },
  });
  try {
    await server.listen();
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: cpuTimes });
    await page.goto(`${server.resolvedUrls?.local[0]}bench/redraw.html`);
    await page.waitForFunction("'redraw' in window");
    const measured: Measured[] = [];
    for (const step of steps) {
      const taken = await page.evaluate<number[]>(`redraw("${step}")`);
      measured.push({
        what: `redraw, 31 days × 8 series, each ${step}, CPU ${cpuTimes}×`,
        figures: { "median ms": quantile(taken, 0.5), "p99 ms": quantile(taken, 0.99) },
      });
    }
    await page.close();
    return measured;
  } finally {
    await server.close();
  }
}

const usage = `Usage: node packages/console/bench/main.ts [--help]

Measures how long charts take to be drawn again, and how long the overview takes to load on a slow phone (CPU 4 times slower, slow
4G, emulated by Chromium) from a gateway that it starts. Run it on a quiet machine.`;

if (process.argv.includes("--help")) process.stdout.write(`${usage}\n`);
else {
  const browser = await launchChromium();
  print(await measureRedraws(browser, 1));
  print(await measureRedraws(browser, 4));
  await browser.close();
  await using gateway = await openConsole("gateway");
  print(await measureLoading(gateway));
}
