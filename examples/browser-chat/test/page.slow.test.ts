import { readFileSync } from "node:fs";
import { join } from "node:path";
import { hasChromium, launchChromium, withoutChromium } from "@portico/test-support/chromium";
import { gatewayService, mockService, type Service } from "@portico/test-support/services";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ServedPage, servePage } from "../src/serve-page.ts";

let browser: Browser;
/** Both builds: the one asks a service, the other answers in the page. */
let withGateway: ServedPage;
let withoutGateway: ServedPage;

interface Opened extends AsyncDisposable {
  readonly page: Page;
  readonly complaints: readonly string[];
}

/** The page that asks a service, with its address and its key in the settings; without one, the page that needs none. */
async function open(service?: Service): Promise<Opened> {
  const page = await browser.newPage();
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  if (service === undefined) await page.goto(withoutGateway.url);
  else {
    await page.goto(`${withGateway.url}?gateway=${encodeURIComponent(service.url)}`);
    await page.click("summary");
    await page.fill("[name=key]", service.apiKey);
  }
  return { page, complaints, [Symbol.asyncDispose]: () => page.close() };
}

async function ask(page: Page, text: string): Promise<void> {
  await page.fill("#question", text);
  await page.keyboard.press("Enter");
}

describe.skipIf(!hasChromium)(`the page of the browser chat${withoutChromium}`, () => {
  beforeAll(async () => {
    browser = await launchChromium();
    withGateway = await servePage(0, "with-gateway");
    withoutGateway = await servePage(0, "without-gateway");
  });
  afterAll(async () => {
    await browser.close();
    await withGateway[Symbol.asyncDispose]();
    await withoutGateway[Symbol.asyncDispose]();
  });

  async function answersTwice({ page, complaints }: Opened): Promise<void> {
    await ask(page, "Repeat: why a portico?");
    await page.waitForSelector("li.theirs.complete");
    expect(await page.textContent("li.theirs.complete")).toContain("why a portico?");
    await ask(page, "Repeat: and again");
    await page.waitForSelector("li.theirs.complete >> nth=1");
    expect(await page.locator("li.theirs").last().textContent()).toContain("and again");
    expect(complaints).toEqual([]);
  }

  it("streams answers and carries the conversation on without a gateway, on the handlers of MSW", async () => {
    await using opened = await open();
    const asked: string[] = [];
    opened.page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await answersTwice(opened);
    expect(asked.filter((path) => path === "/api/v1/responses")).toHaveLength(2);
  });

  it.each([
    ["the mock", () => mockService("--pace", "5")],
    ["a gateway", gatewayService],
  ])("does the same with %s, by one line less", async (_, start) => {
    await using service = await start();
    await using opened = await open(service);
    await answersTwice(opened);
  });

  it("can be stopped in the middle", async () => {
    await using slow = await mockService("--pace", "3000");
    await using opened = await open(slow);
    await ask(opened.page, "Tell me a long story");
    await opened.page.click("#stop");
    await opened.page.waitForSelector("li.failed >> text=Stopped.");
    await opened.page.waitForSelector("#send", { state: "visible" });
  });

  it("says what went wrong", async () => {
    await using failing = await mockService("--pace", "0", "--fault", "fail=1");
    await using opened = await open(failing);
    await ask(opened.page, "Hello");
    await opened.page.waitForSelector("li.failed >> text=The answer broke off");
  });
});

it("is built with a gateway and without by a difference of one line", () => {
  const linesOf = (name: string): string[] =>
    readFileSync(join(import.meta.dirname, `../page/${name}.ts`), "utf8").split("\n");
  const extra = linesOf("without-gateway").filter(
    (line) => !linesOf("with-gateway").includes(line),
  );
  expect(extra).toEqual(['import "./answers-in-the-page.ts";']);
});
