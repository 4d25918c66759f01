import { hasChromium, launchChromium, withoutChromium } from "@portico/test-support/chromium";
import { expect, it } from "vitest";
import { defaultOutput, writeSite } from "../src/site.ts";
import { builtSite } from "./built-site.ts";
import { gatewayTarget } from "./sample-target.ts";

it.skipIf(!hasChromium)(
  `shows the reader's key in every sample, most of it hidden, until it is forgotten${withoutChromium}`,
  async () => {
    writeSite((await builtSite()).files, defaultOutput);
    await using gateway = await gatewayTarget();
    const { PORTICO_BASE_URL = "", PORTICO_API_KEY: key = "" } = gateway.environment;
    const docs = PORTICO_BASE_URL.replace("/api/v1", "/docs/");
    const browser = await launchChromium();
    try {
      const permissions = ["clipboard-read", "clipboard-write"];
      const page = await (await browser.newContext({ permissions })).newPage();
      const code = (text: string) => page.locator("figure.code code", { hasText: text });
      const panel = page.locator("dialog.try");
      await page.goto(`${docs}first-call.html`);
      await page.locator(".try-open:visible").first().click();
      await panel.getByLabel("API key").fill(key);

      await page.goto(`${docs}reference/createEmbeddings.html`);
      expect(await code("Bearer ptc_••••").count()).toBeGreaterThan(0);
      expect(await code("$PORTICO_API_KEY").count()).toBe(0);
      expect(await code('createPortico({ apiKey: "ptc_••••').count()).toBe(1);
      expect(await page.content()).not.toContain(key);
      await page.locator(".copy:visible").first().click();
      await page.waitForSelector("text=Copied");
      const pasted = await page.evaluate("navigator.clipboard.readText()");
      expect(pasted).toContain(`Bearer ${key}`);

      await page.locator(".try-open:visible").first().click();
      await panel.getByRole("button", { name: "Forget my keys" }).click();
      expect(await code("ptc_").count()).toBe(0);
      expect(await code("$PORTICO_API_KEY").count()).toBeGreaterThan(0);
    } finally {
      await browser.close();
    }
  },
);
