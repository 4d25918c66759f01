import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { type Mock, startMock } from "@portico/mock";
import { hasChromium, launchChromium, withoutChromium } from "@portico/test-support/chromium";
import type { Browser, Page } from "playwright-core";
import { rolldown } from "rolldown";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

let browser: Browser;
let mock: Mock;

async function bundledClient(): Promise<string> {
  const bundle = await rolldown({
    input: join(import.meta.dirname, "../src/index.ts"),
    platform: "browser",
    tsconfig: false,
  });
  const { output } = await bundle.generate({ format: "esm" });
  await bundle.close();
  return output[0].code;
}

describe.skipIf(!hasChromium)(`in a browser${withoutChromium}`, () => {
  beforeAll(async () => {
    browser = await launchChromium();
    mock = await startMock({ rehearsal: { paceMs: 5 } });
  });
  afterAll(async () => {
    await browser.close();
    await mock.close();
  });

  describe("the client", () => {
    let server: Server;
    let page: Page;
    /** Runs `body` in the page, where `portico` is a client of the mock and `client` the whole module. */
    const inPage = <Value>(body: string, headers: Record<string, string> = {}): Promise<Value> => {
      const options = JSON.stringify({ baseUrl: mock.url, apiKey: "any", headers });
      return page.evaluate<Value>(
        `(async () => { const client = await import("/client.js"); const portico = client.createPortico(${options}); ${body} })()`,
      );
    };

    beforeAll(async () => {
      const script = await bundledClient();
      server = createServer((request, reply) => {
        const isScript = request.url === "/client.js";
        reply.writeHead(200, { "Content-Type": isScript ? "text/javascript" : "text/html" });
        reply.end(isScript ? script : "<!doctype html><title>A page</title>");
      });
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      page = await browser.newPage();
      await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    });
    afterAll(() => {
      server.closeAllConnections();
      server.close();
    });

    it("streams a text, piece by piece", async () => {
      const pieces = await inPage<string[]>(`
        const stream = await portico.responses.stream({ model: "sandbox/text", input: "Hello" });
        const pieces = [];
        for await (const piece of stream.textDeltas()) pieces.push(piece);
        return [...pieces, await stream.text()];
      `);
      expect(pieces.length).toBeGreaterThan(3);
      expect(pieces.slice(0, -1).join("")).toBe(pieces.at(-1));
    });

    it("gives vectors as numbers", async () => {
      const kinds = await inPage<unknown[]>(`
        const { data } = await portico.embeddings.create({ model: "sandbox/embed", input: ["a", "b"] });
        return data.map(({ embedding }) => [embedding.constructor.name, Number.isFinite(embedding[0])]);
      `);
      expect(kinds).toEqual([
        ["Float32Array", true],
        ["Float32Array", true],
      ]);
    });

    it("runs the tool loop to its end", async () => {
      const said = await inPage<{ asked: number; text: string }>(`
        let asked = 0;
        const { response } = await portico.responses.runTools({
          model: "sandbox/text",
          input: "What is the weather in Paris?",
          tools: { get_weather: {
            parameters: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
            run: () => { asked += 1; return { celsius: 18 }; },
          } },
        });
        return { asked, text: client.outputText(response) };
      `);
      expect(said.asked).toBeGreaterThan(0);
      expect(said.text).not.toBe("");
    });

    it("reads from another origin how long it is to wait, and who it was", async () => {
      const error = await inPage<Record<string, unknown>>(
        `
        const impatient = client.createPortico({ baseUrl: ${JSON.stringify(mock.url)}, apiKey: "any", retry: false, headers: { Prefer: "fault=rate-limit" } });
        try { await impatient.responses.create({ model: "sandbox/text", input: "Hello" }); }
        catch ({ status, retryAfterMs, requestId }) { return { status, retryAfterMs, requestId }; }
      `,
      );
      expect(error).toEqual({
        status: 429,
        retryAfterMs: 1000,
        requestId: expect.stringMatching(/^req_/),
      });
    });

    it("sees a stream that was cut", async () => {
      const kind = await inPage<string>(
        `
        const stream = await portico.responses.stream({ model: "sandbox/text", input: "A long story" });
        return stream.text().then(() => "none", (error) => error.kind);
      `,
        { Prefer: "fault=cut" },
      );
      expect(["connection", "stream"]).toContain(kind);
    });
  });
});
