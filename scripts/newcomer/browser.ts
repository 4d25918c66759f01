import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { hasChromium, launchChromium } from "@portico/test-support/chromium";
import { demand } from "./terminal.ts";

export interface Look {
  readonly url: string;
  /** The name of the screenshot. */
  readonly name: string;
  /** A CSS selector of what the reader came for. */
  readonly awaits: string;
  readonly status?: number;
  readonly width?: number;
}

/** A real browser, and pictures of what it shows. */
export class Browser {
  readonly #folder: string;
  #chromium: ReturnType<typeof launchChromium> | undefined;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Opens an address as a person does, who presses nothing and waits; gives the text of the page. */
  async look({ url, name, awaits, status = 200, width = 1280 }: Look): Promise<string> {
    const ran = `open ${url}`;
    demand(hasChromium, ran, "Chromium, at its usual place or at PORTICO_CHROMIUM", "none");
    this.#chromium ??= launchChromium();
    const page = await (await this.#chromium).newPage({ viewport: { width, height: 900 } });
    const text = () => page.evaluate<string>("document.body.innerText");
    const complaints: string[] = [];
    page.on("pageerror", (error) => complaints.push(error.message));
    try {
      const first = (await page.goto(url))?.status() ?? 0;
      // Documentation that is being built says so, and comes by itself.
      demand(first === status || first === 503, ran, `status ${status}`, `${first}`);
      await page.waitForSelector(awaits, { timeout: 90_000 }).catch(async () => {
        demand(false, ran, `a page with ${awaits}`, await text());
      });
      mkdirSync(this.#folder, { recursive: true });
      await page.screenshot({ path: join(this.#folder, `${name}.png`) });
      const isQuiet = complaints.length === 0;
      demand(isQuiet, ran, "no error in the page's scripts", complaints.join("\n"));
      return await text();
    } finally {
      await page.close();
    }
  }

  async close(): Promise<void> {
    await (await this.#chromium)?.close();
  }
}
