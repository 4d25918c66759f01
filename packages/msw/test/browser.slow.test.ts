import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { hasChromium, launchChromium, withoutChromium } from "@portico/test-support/chromium";
import type { Browser, Page } from "playwright-core";
import { rolldown } from "rolldown";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const require = createRequire(import.meta.url);
let browser: Browser;
let server: Server;
let page: Page;

async function pageScript(): Promise<string> {
  const bundle = await rolldown({
    ...{ input: join(import.meta.dirname, "page.ts"), platform: "browser", tsconfig: false },
  });
  const { output } = await bundle.generate({ format: "esm" });
  await bundle.close();
  return output[0].code;
}

/** A page with MSW's worker; anything else that reaches this server is a request that no handler took. */
async function serve(): Promise<Server> {
  const worker = readFileSync(require.resolve("msw/mockServiceWorker.js"), "utf8");
  const files: Readonly<Record<string, readonly [string, string]>> = {
    "/": ["text/html", "<!doctype html><title>A page</title>"],
    "/page.js": ["text/javascript", await pageScript()],
    "/mockServiceWorker.js": ["text/javascript", worker],
  };
  const listening = createServer((request, reply) => {
    const [type, content] = files[request.url ?? ""] ?? ["text/plain", "not a handler's"];
    reply.writeHead(files[request.url ?? ""] === undefined ? 418 : 200, { "Content-Type": type });
    reply.end(content);
  });
  await new Promise<void>((resolve) => listening.listen(0, "127.0.0.1", resolve));
  return listening;
}

/** Runs `body` in the page, with the kit, the worker and a way to ask. */
function inPage<Value>(body: string): Promise<Value> {
  return page.evaluate<Value>(`(async () => {
    const { portico } = kit;
    const ask = (body, signal) => fetch("https://gateway.example/api/v1/responses", {
      method: "POST",
      headers: { Authorization: "Bearer any", "Content-Type": "application/json" },
      body: JSON.stringify({ model: "sandbox/text", input: "Hello", ...body }),
      signal,
    });
    const pieces = async (reply, most = Infinity) => {
      const reader = reply.body.getReader();
      const decoder = new TextDecoder();
      const read = [];
      while (read.length < most) {
        const next = await reader.read().catch((error) => ({ error: String(error) }));
        if (next.error !== undefined) return { read, ended: "error" };
        if (next.done) return { read, ended: "done" };
        read.push(decoder.decode(next.value));
      }
      return { read, ended: "left", reader };
    };
    ${body}
  })()`);
}

describe.skipIf(!hasChromium)(`in a browser${withoutChromium}`, () => {
  beforeAll(async () => {
    server = await serve();
    browser = await launchChromium();
    page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    await page.addScriptTag({ url: "/page.js", type: "module" });
    await page.waitForFunction("globalThis.kit !== undefined");
    await page.evaluate(`(async () => {
      globalThis.worker = setupWorker(...kit.porticoHandlers({ paceMs: 5 }));
      await worker.start({ quiet: true });
    })()`);
  });
  afterAll(async () => {
    await browser?.close();
    server?.closeAllConnections();
    server?.close();
  });

  it("sends events one after another", async () => {
    const { read, ended } = await inPage<{ read: string[]; ended: string }>(`
      return pieces(await ask({ stream: true }));
    `);
    expect(ended).toBe("done");
    expect(read.length).toBeGreaterThan(5);
    expect(read[0]).toContain("response.created");
    expect(read[0]).not.toContain("response.completed");
    expect(read.join("")).toContain("response.completed");
  });

  it("cuts a stream after its first half, which the page reads", async () => {
    const { read, ended } = await inPage<{ read: string[]; ended: string }>(`
      worker.use(portico.createResponse.fault("cut").once());
      return pieces(await ask({ stream: true }));
    `);
    expect(ended).toBe("error");
    expect(read.join("")).toContain("response.created");
    expect(read.join("")).not.toContain("response.completed");
  });

  it("stalls, and the page may give up", async () => {
    const said = await inPage<{ first: string; then: string }>(`
      worker.use(portico.createResponse.fault("stall").once());
      const gone = new AbortController();
      const { reader, read } = await pieces(await ask({ stream: true }, gone.signal), 1);
      let ended = false;
      const rest = (async () => {
        try { while (!(await reader.read()).done); return "done"; }
        catch (error) { return error.name; }
        finally { ended = true; }
      })();
      await new Promise((resolve) => setTimeout(resolve, 300));
      if (ended) return { first: read[0], then: "ended" };
      gone.abort();
      return { first: read[0], then: await rest };
    `);
    expect(said.first).toContain("response.created");
    expect(said.then).toBe("AbortError");
  });

  it("answers a status, a body of the page's own, and a refused connection", async () => {
    const said = await inPage<unknown[]>(`
      worker.use(portico.createResponse.reply("429").once());
      const limited = await ask({});
      worker.use(portico.getCredits.reply(200, { data: { total_credits: 5 } }).once());
      const credits = await fetch("/api/v1/credits", { headers: { Authorization: "Bearer any" } });
      worker.use(portico.createResponse.fault("refuse").once());
      const refused = await ask({}).then(() => "answered", (error) => error.name);
      return [limited.status, limited.headers.get("retry-after"), await credits.json(), refused];
    `);
    expect(said).toEqual([429, "1", { data: { total_credits: 5 } }, "TypeError"]);
  });
});
