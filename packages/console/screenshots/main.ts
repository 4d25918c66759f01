import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import type { Page } from "playwright-core";
import { screens, settled } from "../test/support/examine.ts";
import {
  type OpenConsole,
  openConsole,
  places,
  type ServedBy,
} from "../test/support/open-console.ts";
import { rehearse, states } from "../test/support/rehearse.ts";

const usage = `Usage: npm run console:screenshots -- [--output <folder>] [--only <path>] [--help]

Takes a picture of every screen of the console on the seeded world and on a real gateway, in light and dark, wide and narrow, with
its first row opened where it has rows, each of their tabs, and in the states loading, error, forbidden and empty. It needs a Chromium.`;

const { values } = parseArgs({
  options: {
    output: { type: "string", default: "console-screenshots" },
    only: { type: "string" },
    help: { type: "boolean", short: "h", default: false },
  },
});

const looks = [
  { name: "wide-light", colorScheme: "light", viewport: { width: 1280, height: 900 } },
  { name: "narrow-dark", colorScheme: "dark", viewport: { width: 390, height: 844 } },
  { name: "wide-dark", colorScheme: "dark", viewport: { width: 1280, height: 900 } },
] as const;

if (values.help) console.log(usage);
else await takeAll(resolve(values.output), values.only);

async function takeAll(output: string, only: string | undefined): Promise<void> {
  const chosen = screens.filter(({ path }) => only === undefined || path === only);
  mkdirSync(output, { recursive: true });
  for (const place of places) {
    await using open = await openConsole(place);
    for (const screen of chosen) {
      for (const look of looks) await take(open, place, screen.path, look, output);
      if (place === "gateway") await takeStates(open, screen, output);
      console.log(`${place}: ${screen.title}`);
    }
  }
  console.log(`The pictures are in ${output}.`);
}

async function take(
  open: OpenConsole,
  place: ServedBy,
  path: string,
  { name, ...look }: (typeof looks)[number],
  output: string,
): Promise<void> {
  await using opened = await open.open(path, look);
  const { page } = opened;
  await settled(page);
  const file = `${nameOf(path)}-${place}-${name}`;
  await page.screenshot({ path: join(output, `${file}.png`), fullPage: true });
  await takeTabs(page, join(output, file));
  const opener = page.locator(".row-opener").first();
  if ((await opener.count()) === 0) return;
  await opener.click();
  await page.getByRole("dialog").waitFor();
  await settled(page);
  await page.screenshot({ path: join(output, `${file}-opened.png`) });
  await takeTabs(page, join(output, `${file}-opened`));
}

/** What is behind the other tabs. The first one is shown again, so that its rows can be opened. */
async function takeTabs(page: Page, file: string): Promise<void> {
  const tabs = page.getByRole("tab");
  const names = await tabs.allTextContents();
  for (const [index, name] of names.entries()) {
    if (index === 0) continue;
    await tabs.nth(index).click();
    await settled(page);
    await page.screenshot({ path: `${file}-${name.toLowerCase().replaceAll(/\W+/g, "-")}.png` });
  }
  if (names.length > 0) await tabs.first().click();
}

async function takeStates(
  open: OpenConsole,
  { path, title }: (typeof screens)[number],
  output: string,
): Promise<void> {
  for (const state of states) {
    await using opened = await open.open("no-such-screen");
    await rehearse(opened.page, state);
    await opened.go(path);
    await opened.page.getByRole("heading", { level: 1, name: title }).waitFor();
    if (state !== "loading") await settled(opened.page);
    await opened.page.screenshot({ path: join(output, `${nameOf(path)}-${state}.png`) });
  }
}

function nameOf(path: string): string {
  return path === "" ? "overview" : path;
}
