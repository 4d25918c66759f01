import { launchChromium } from "@portico/test-support/chromium";
import { openConsole } from "../testing/open-console.ts";
import { measureRedraws } from "./redraw.ts";
import { print } from "./report.ts";
import { measureLoading } from "./slow-phone.ts";

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
