import { hasChromium, launchChromium, withoutChromium } from "@portico/test-support/chromium";
import { gatewayService, mockService, type Service } from "@portico/test-support/services";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ServedPage, servePage } from "../src/serve-page.ts";

let browser: Browser;
let served: ServedPage;

interface Opened extends AsyncDisposable {
  readonly page: Page;
  readonly complaints: readonly string[];
}

/** The page, with the address and the key in its settings. */
async function open({ url, apiKey }: Service): Promise<Opened> {
  const page = await browser.newPage();
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  await page.goto(`${served.url}?gateway=${encodeURIComponent(url)}`);
  await page.click("summary");
  await page.fill("[name=key]", apiKey);
  return { page, complaints, [Symbol.asyncDispose]: () => page.close() };
}

async function ask(page: Page, text: string): Promise<void> {
  await page.fill("#question", text);
  await page.keyboard.press("Enter");
}

describe.skipIf(!hasChromium)(`the page of the browser chat${withoutChromium}`, () => {
  beforeAll(async () => {
    browser = await launchChromium();
    served = await servePage(0);
  });
  afterAll(async () => {
    await browser.close();
    await served[Symbol.asyncDispose]();
  });

  it.each([
    ["the mock", () => mockService("--pace", "5")],
    ["a gateway", gatewayService],
  ])("streams an answer of %s, and carries the conversation on", async (_, start) => {
    await using service = await start();
    await using opened = await open(service);
    const { page, complaints } = opened;
    await ask(page, "Repeat: why a portico?");
    await page.waitForSelector("li.theirs.complete");
    expect(await page.textContent("li.theirs")).toContain("why a portico?");
    await ask(page, "Repeat: and again");
    await page.waitForSelector("li.theirs.complete >> nth=1");
    expect(await page.locator("li.theirs").last().textContent()).toContain("and again");
    expect(complaints).toEqual([]);
  });

  it("can be stopped in the middle", async () => {
    await using slow = await mockService("--pace", "3000");
    await using opened = await open(slow);
    await ask(opened.page, "Tell me a long story");
    await opened.page.click("#stop");
    await opened.page.waitForSelector("li.failed >> text=Stopped.");
    expect(await opened.page.isVisible("#send")).toBe(true);
  });

  it("says what went wrong", async () => {
    await using failing = await mockService("--pace", "0", "--fault", "fail=1");
    await using opened = await open(failing);
    await ask(opened.page, "Hello");
    await opened.page.waitForSelector("li.failed >> text=The answer broke off");
  });
});
