import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { hasChromium, launchChromium, withoutChromium } from "@portico/test-support/chromium";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type PorticoFixture, porticoFixtures } from "../src/testing/playwright.ts";

type Browser = Awaited<ReturnType<typeof launchChromium>>;
type Page = Awaited<ReturnType<Browser["newPage"]>>;

let site: Server;
let browser: Browser;

/** A page that knows nothing of the mock. */
async function serve(): Promise<Server> {
  const server = createServer((request, reply) => {
    reply.writeHead(request.url === "/" ? 200 : 418, { "Content-Type": "text/html" });
    reply.end("<!doctype html><title>A page</title>");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}

/** As Playwright runs fixtures: the mock of the worker around that of a test. */
async function withFixture(
  test: (page: Page, portico: PorticoFixture, origin: string) => Promise<void>,
): Promise<void> {
  const { porticoMock, portico } = porticoFixtures({ rehearsal: { paceMs: 100 } });
  const [startMockOfWorker] = porticoMock;
  const page = await browser.newPage();
  const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  await page.goto(origin);
  await startMockOfWorker({}, (mock) =>
    portico({ page, porticoMock: mock }, (fixture) => test(page, fixture, origin)),
  );
  await page.close();
}

/** How long after the request each piece of a streamed answer came, and its text. */
function streamIn(page: Page, url: string) {
  return page.evaluate(async (address) => {
    const reply = await fetch(address, {
      method: "POST",
      headers: { Authorization: "Bearer any", "Content-Type": "application/json" },
      body: JSON.stringify({ model: "sandbox/text", input: "Hello", stream: true }),
    });
    const pieces: { at: number; text: string }[] = [];
    const decoder = new TextDecoder();
    for await (const piece of reply.body as unknown as AsyncIterable<Uint8Array>)
      pieces.push({ at: performance.now(), text: decoder.decode(piece) });
    return { status: reply.status, pieces };
  }, url);
}

describe.skipIf(!hasChromium)(`fixtures of Playwright${withoutChromium}`, () => {
  beforeAll(async () => {
    site = await serve();
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser.close();
    site.close();
  });

  it("stream a script's words to a page event by event, and journal them", () =>
    withFixture(async (page, portico, origin) => {
      await portico.script([{ reply: [{ fault: "overload" }, { text: "One two three four" }] }]);
      expect((await streamIn(page, `${origin}/api/v1/responses`)).status).toBe(529);
      const { status, pieces } = await streamIn(page, `${origin}/api/v1/responses`);
      expect(status).toBe(200);
      expect(pieces.map(({ text }) => text).join("")).toContain("One two three four");
      expect(pieces.length).toBeGreaterThan(5);
      expect(await portico.journal()).toHaveLength(2);
      expect(await portico.journal({ status: 529, prompt: "hello" })).toHaveLength(1);
    }));

  it("answer for a gateway at another address, and tell a page that asks over TLS why not", () =>
    withFixture(async (page, portico) => {
      const ask = (protocol: string) =>
        page.evaluate(async (address) => {
          const reply = await fetch(address, { headers: { Authorization: "Bearer any" } });
          const { error } = JSON.parse(await reply.text());
          return [reply.status, error?.message];
        }, `${protocol}://gateway.example/llm/api/v1/models`);
      expect(await ask("http")).toEqual([200, undefined]);
      expect(await portico.journal()).toHaveLength(1);
      expect(await ask("https")).toEqual([502, expect.stringContaining("has no TLS")]);
    }));

  it("begin each test with a state, a script and a time of its own", async () => {
    await withFixture(async (_, portico) => {
      await portico.script([{ reply: { fault: "overload" } }]);
      await portico.travel("next month");
      await expect(portico.script([{ reply: [] }])).rejects.toThrow("must not be empty");
    });
    await withFixture(async (page, portico, origin) => {
      expect((await streamIn(page, `${origin}/api/v1/responses`)).status).toBe(200);
      await portico.scenario("out-of-credit");
      expect((await streamIn(page, `${origin}/api/v1/responses`)).status).toBe(402);
    });
  });
});
