import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eventually } from "@portico/test-support/eventually";
import { type GatewayProcess, startGatewayProcess } from "@portico/test-support/gateway-process";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  beginStream,
  type ChatUpstream,
  chatEvents,
  startChatUpstream,
  toFrame,
} from "./responses/chat-upstream.ts";
import { jsonHeaders } from "./support/gateway.ts";

/** How each wire asks for a stream, and what must be the last thing in it. */
const wires = {
  responses: {
    path: "/responses",
    ask: { input: "Hi" },
    whole: /"type":"response\.completed"[\s\S]*data: \[DONE\]\n\n$/,
    failed: /data: \{"type":"response\.failed".*The gateway is stopping.*\n\ndata: \[DONE\]\n\n$/,
  },
  chat: {
    path: "/chat/completions",
    ask: { messages: [{ role: "user", content: "Hi" }] },
    whole: /"finish_reason":"stop"[\s\S]*data: \[DONE\]\n\n$/,
    failed: /data: .*"error":.*The gateway is stopping.*\n\ndata: \[DONE\]\n\n$/,
  },
  messages: {
    path: "/messages",
    ask: { messages: [{ role: "user", content: "Hi" }], max_tokens: 100 },
    whole: /event: message_stop\ndata: .*\n\n$/,
    failed: /event: error\ndata: .*The gateway is stopping.*\n\n$/,
  },
} as const;
const names = Object.keys(wires) as (keyof typeof wires)[];

let folder: string;
let upstream: ChatUpstream;
/** Ends the short streams. */
let release: PromiseWithResolvers<void>;
let node: GatewayProcess;
let keys: { readonly api_key: string; readonly management_key: string };

const words = chatEvents([" the", " the", " the"]).map(toFrame);
const begun = words.slice(0, 4).join("");
const rest = words.slice(4).join("");

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "portico-stop-"));
  release = Promise.withResolvers();
  upstream = await startChatUpstream({
    long: (response, { stream }) => {
      if (!stream) return;
      beginStream(response);
      response.write(begun);
    },
    short: async (response) => {
      beginStream(response);
      response.write(begun);
      await release.promise;
      response.end(rest);
    },
  });
});
afterEach(async () => {
  await node[Symbol.asyncDispose]();
  await upstream.close();
  await rm(folder, { recursive: true, force: true });
});

async function start(drainMs: number, environment: Record<string, string> = {}): Promise<void> {
  const models = ["long", "short"].map(
    (name) => `
  - id: ${name}
    kind: text
    context_length: 1000
    endpoints: [ { provider: fake, upstream_model: ${name}, price: { input: "1", output: "2" } } ]`,
  );
  await writeFile(
    join(folder, "portico.yaml"),
    `
limits: { drain_ms: ${drainMs} }
routing: { await_usage_ms: 50 }
providers: { fake: { kind: openai-compatible, base_url: "${upstream.url}" } }
models:${models.join("")}
`,
  );
  const settings = { PORTICO_CONFIG: join(folder, "portico.yaml"), PORTICO_LOG_LEVEL: "info" };
  node = await startGatewayProcess(folder, { ...settings, ...environment });
  keys = JSON.parse(await readFile(join(folder, "bootstrap.json"), "utf8"));
}

function ask(wire: keyof typeof wires, model: string, stream = true): Promise<Response> {
  const { path, ask: body } = wires[wire];
  return fetch(`${node.url}/api/v1${path}`, {
    method: "POST",
    headers: jsonHeaders(keys.api_key),
    body: JSON.stringify({ ...body, model, stream }),
  });
}

async function administer(path: string, body?: object) {
  const response = await fetch(`${node.url}/api/v1${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: jsonHeaders(keys.management_key),
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: JSON.parse(await response.text()) };
}

interface Row {
  readonly id: string;
  readonly total_cost: number;
}

describe("a process that is stopped while streams run", () => {
  it("ends each on its own wire where the drain is over, as the service's failure that may be refunded", async () => {
    await start(3000);
    const long = await Promise.all(names.map((wire) => ask(wire, "long")));
    const short = await Promise.all(names.map((wire) => ask(wire, "short")));
    const plain = Promise.all(names.map((wire) => ask(wire, "long", false)));
    await expect.poll(() => upstream.asked.get("long")).toBe(6);
    const ended = node.stop("SIGTERM");
    const texts = Promise.all([...long, ...short].map((response) => response.text()));
    await eventually(() => expect(node.printed()).toContain("is stopping, 9 requests under way"));
    release.resolve();
    const cut = await Promise.allSettled([texts, plain, ended]);
    expect(cut.flatMap((each) => (each.status === "rejected" ? [each.reason] : []))).toEqual([]);
    for (const [at, text] of (await texts).entries()) {
      const { failed, whole } = wires[names[at % names.length] ?? "chat"];
      expect(text).toMatch(at < names.length ? failed : whole);
    }
    for (const response of await plain) {
      expect(response.status).toBe(503);
      expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
      expect(await response.text()).toContain("The gateway is stopping");
    }
    expect(await ended).toBe(0);
    expect(node.logged()).toMatch(
      /"msg":"9 requests are still running; the gateway ends at the latest at \d{4}-/,
    );

    await start(3000);
    const listed = await administer("/generations?model=long");
    const rows: readonly (Row & { readonly status: number })[] = listed.body.data;
    expect(rows.map(({ status }) => status).sort()).toEqual([200, 200, 200, 503, 503, 503]);
    expect(rows).toEqual(
      rows.map(() =>
        expect.objectContaining({
          error: expect.objectContaining({ code: "unavailable" }),
          cancelled: false,
        }),
      ),
    );
    for (const { id, total_cost } of rows) {
      expect(total_cost).toBeGreaterThan(0);
      expect(await administer("/generation/refund", { id })).toMatchObject({ status: 200 });
    }
  });

  it.each([
    ["one process", {}],
    ["several processes", { WORKERS: "2" }],
  ])("ends at once at a second signal: %s", async (_, environment) => {
    await start(600_000, environment);
    const response = await ask("chat", "long");
    node.child.kill("SIGTERM");
    await eventually(() => expect(node.printed()).toMatch(/is stopping, 1 request under way/));
    expect(await node.stop("SIGTERM")).toBe(130);
    await expect(response.text()).rejects.toThrow();
    // The processes behind the first one have ended too.
    await eventually(() => expect(node.child.stdout?.readableEnded).toBe(true));
  });

  it("ends the streams of every process", async () => {
    await start(1000, { WORKERS: "2" });
    const streams = await Promise.all([1, 2, 3, 4].map(() => ask("messages", "long")));
    const ended = node.stop("SIGTERM");
    for (const stream of streams) expect(await stream.text()).toMatch(wires.messages.failed);
    expect(await ended).toBe(0);
  });
});
