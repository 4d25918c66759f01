import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

const places = [
  process.env["PORTICO_CHROMIUM"],
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

const executablePath = places.find((place) => place !== undefined && existsSync(place));

/** Stands behind a suite's name where it cannot run, so that nobody takes silence for success. */
export const withoutChromium =
  executablePath === undefined
    ? " (skipped: no Chromium found; install one or set PORTICO_CHROMIUM)"
    : "";

export const hasChromium = executablePath !== undefined;

export async function launchChromium(more: readonly string[] = []): Promise<Browser> {
  if (executablePath === undefined) throw new Error("There is no Chromium here.");
  // Tests run as root in containers, where its sandbox cannot; they open nothing but their own pages.
  const args = ["--no-sandbox", "--disable-gpu", ...more];
  const browser = await chromium.launch({ executablePath, args });
  // As long as `expect.poll`: it ends what hangs.
  browser.on("context", (context) => context.setDefaultTimeout(60_000));
  return browser;
}
