import { join } from "node:path";
import { ResponseStream } from "@portico/client";
import { freePort } from "@portico/test-support/free-port";
import { type Service, services } from "@portico/test-support/services";
import { rolldown } from "rolldown";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type WebAnswer, type WebThread, webThread } from "./web-thread.ts";

const page = "https://page.example";
const address = "https://ask.example/ask";
let script: string;

beforeAll(async () => {
  const input = join(import.meta.dirname, "../src/worker.ts");
  const bundle = await rolldown({ input, platform: "browser", tsconfig: false });
  script = (await bundle.generate({ format: "esm" })).output[0].code;
  await bundle.close();
});

const question = (input: string) => ({ method: "POST", body: JSON.stringify({ input }) });

function streamOf({ status, headers, pieces }: WebAnswer): Promise<ResponseStream> {
  return ResponseStream.fromResponse(
    new Response(pieces.join(""), { status, headers: Object.fromEntries(headers) }),
  );
}

it("imports nothing of Node", () => {
  expect(script).not.toMatch(/\bnode:|\brequire\(|\bimport\b/);
});

describe.each(services)("the worker, with %s", (_, start) => {
  let service: Service;
  let thread: WebThread;
  beforeAll(async () => {
    service = await start();
    const { url, apiKey } = service;
    const environment = { PORTICO_BASE_URL: url, PORTICO_API_KEY: apiKey, PAGE_ORIGIN: page };
    thread = webThread(script, environment);
  });
  afterAll(async () => {
    await thread[Symbol.asyncDispose]();
    await service[Symbol.asyncDispose]();
  });

  it("streams an answer to the page, piece by piece", async () => {
    const answer = await thread.ask(address, question("Repeat: one door to every model"));
    expect(answer.pieces.length).toBeGreaterThan(3);
    expect(new Map(answer.headers).get("access-control-allow-origin")).toBe(page);
    expect(await (await streamOf(answer)).text()).toContain("one door to every model");
  });

  it("refuses what costs money for nothing, in a form that the page reads", async () => {
    const answer = await thread.ask(address, question("x".repeat(4001)));
    await expect(streamOf(answer)).rejects.toMatchObject({ kind: "api", status: 400 });
    expect((await thread.ask("https://ask.example/", { method: "GET" })).status).toBe(404);
    expect((await thread.ask(address, { method: "OPTIONS" })).status).toBe(204);
  });
});

it("says that there is no answer where the gateway is away, and nothing more", async () => {
  const environment = {
    PORTICO_BASE_URL: `http://127.0.0.1:${await freePort()}`,
    PORTICO_API_KEY: "ptc_secret",
    PAGE_ORIGIN: page,
  };
  await using thread = webThread(script, environment);
  const { status, pieces } = await thread.ask(address, question("Hello"));
  expect(status).toBe(502);
  expect(pieces.join("")).not.toContain("ptc_secret");
});
