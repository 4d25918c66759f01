import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Serving } from "../../src/assembly/start-gateway.ts";
import { hashKey } from "../../src/secrets/key-format.ts";
import type { GenerationRecord } from "../../src/store/ports/generation.ts";
import { ownPage, signIn } from "../console/browser.ts";
import {
  type Behaviour,
  beginStream,
  type ChatUpstream,
  chatEvents,
  startChatUpstream,
  toFrame,
  writeApart,
} from "../responses/chat-upstream.ts";
import { expectTruthful, parseEvents } from "../responses/read-events.ts";
import { engines } from "../store/engines.ts";
import { rawSql } from "../store/raw-sql.ts";
import { jsonHeaders, startTestGateway, type TestGateway } from "../support/gateway.ts";

/** Sends three words and then nothing more. */
const threeWords: Behaviour = async (response) => {
  beginStream(response);
  await writeApart(response, chatEvents([" the", " the", " the"]).slice(0, 4).map(toFrame));
};

let blocksTaken = 0;

/** Resolves when the upstream's bytes are not read any more: every buffer waits for the reader. */
async function untilStuck(): Promise<void> {
  for (let before = -1; before !== blocksTaken; ) {
    before = blocksTaken;
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
}

/** Sends more than the test reads. */
const tireless: Behaviour = async (response) => {
  beginStream(response);
  response.setMaxListeners(0);
  const [begin = "", word = ""] = chatEvents(["All work and no play. "]).map(toFrame);
  response.write(begin);
  const block = word.repeat(256);
  while (!response.destroyed)
    if (!response.write(block, () => (blocksTaken += 1)))
      await Promise.race([once(response, "drain"), once(response, "close")]);
};

const textModel = (name: string, price: string) => `
  - id: ${name}
    kind: text
    context_length: 1000000
    endpoints: [ { provider: fake, upstream_model: ${name}, price: ${price} } ]`;

const yaml = (url: string) => `
sandbox: false
providers: { fake: { kind: openai-compatible, base_url: "${url}" } }
models:${textModel("three-words", '{ input: "1", output: "2" }')}${textModel("tireless", '{ input: "0", output: "0" }')}${textModel("silent", '{ input: "1", output: "2" }')}
  - id: embed
    kind: embedding
    context_length: 1000
    dimensions: 4
    endpoints: [ { provider: fake, upstream_model: silent, price: { input: "1" } } ]
`;

const falls = {
  revoked: {
    how: (hash: string) => ["DELETE", `/keys/${hash}`, undefined] as const,
    message: "The API key was revoked while the request was under way.",
  },
  disabled: {
    how: (hash: string) => ["PATCH", `/keys/${hash}`, { disabled: true }] as const,
    message: "The API key was disabled while the request was under way.",
  },
  expired: {
    how: (hash: string) => ["PATCH", `/keys/${hash}`, { expires_at: new Date(0) }] as const,
    message: "The API key expired while the request was under way.",
  },
  rotated: {
    how: (hash: string) => ["POST", `/keys/${hash}/rotate`, { overlap_seconds: 0 }] as const,
    message: "The API key was rotated, and this secret ended while the request was under way.",
  },
} as const;
const ways = Object.keys(falls) as (keyof typeof falls)[];

describe.each(engines)("a key that falls while it is served, on $engine", (engine) => {
  let upstream: ChatUpstream;
  let gateway: TestGateway;
  /** The node that serves; keys are revoked on the other one. */
  let node: Serving & { readonly api: string };
  beforeAll(async () => {
    upstream = await startChatUpstream({
      "three-words": threeWords,
      tireless,
      silent: () => undefined,
    });
    gateway = await startTestGateway({ engine, yaml: yaml(upstream.url), keyCheckMs: 25 });
    node = await gateway.another();
  });
  afterAll(async () => {
    await gateway[Symbol.asyncDispose]();
    await upstream.close();
  });

  const take = async (key: string, way: keyof typeof falls) => {
    const [method, path, body] = falls[way].how(hashKey(key));
    const response = await fetch(gateway.api + path, {
      method,
      headers: jsonHeaders(gateway.own.management),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    expect(response.status).toBe(200);
  };
  const ask = (key: string, path: string, body: object) =>
    fetch(node.api + path, {
      method: "POST",
      headers: jsonHeaders(key),
      body: JSON.stringify(body),
    });
  const askedFor = async (name: string, before: number) =>
    expect.poll(() => upstream.asked.get(name) ?? 0).toBeGreaterThan(before);
  const rowsOf = async (key: string): Promise<(GenerationRecord | null)[]> => {
    const { own, place, store } = gateway;
    const rows = await rawSql(
      place,
      // A rotated key has another hash now.
      `select request_id from ledger where key_id in (
        select id from keys where hash = '${hashKey(key)}'
        union select key_id from key_secrets where hash = '${hashKey(key)}')`,
    );
    return Promise.all(
      rows.map((row) => store.activity.generation(own.organisationId, String(row["request_id"]))),
    );
  };

  const threeWordsAsked = { model: "three-words", input: "Hi", stream: true };

  /** Reads a stream to its end, and does something after its third word. */
  async function readAnd(response: Response, doIt: () => Promise<unknown>): Promise<string> {
    let text = "";
    let isDone = false;
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk, { stream: true });
      const isTime: boolean = text.split('"response.content_part.delta"').length === 4 && !isDone;
      isDone ||= isTime;
      if (isTime) await doIt();
    }
    return text;
  }

  it.each(["deleteSession", "revokeSessions"] as const)(
    "the stream of a session that ends by %s on another node ends with it, and is booked by what came",
    async (end) => {
      const key = await gateway.own.addKey();
      const session = await signIn(gateway.api, key);
      const response = await fetch(`${node.api}/responses`, {
        method: "POST",
        headers: { ...ownPage, cookie: session.cookie, "content-type": "application/json" },
        body: JSON.stringify(threeWordsAsked),
      });
      const text = await readAnd(response, () => session.send(end));
      expect(expectTruthful(parseEvents(text))).toMatchObject({
        type: "response.failed",
        response: { error: { message: expect.stringContaining("The session ended") } },
      });
      expect(await rowsOf(key)).toMatchObject([
        { status: 200, errorKind: "unauthenticated", outputTokens: 3, chargedNanousd: 7000 },
      ]);
    },
  );

  it.each(ways)(
    "the stream of a key that is %s ends once, in the way that every client sees, and is booked by what came",
    async (way) => {
      const key = await gateway.own.addKey();
      const aborted = upstream.aborted();
      const response = await ask(key, "/responses", threeWordsAsked);
      const text = await readAnd(response, () => take(key, way));
      const events = parseEvents(text);
      expect(expectTruthful(events)).toMatchObject({
        type: "response.failed",
        response: { status: "failed", error: { message: falls[way].message } },
      });
      await expect.poll(() => upstream.aborted()).toBe(aborted + 1);
      expect(await rowsOf(key)).toMatchObject([
        {
          ...{ state: "settled", status: 200, errorKind: "unauthenticated", streamed: true },
          ...{ inputTokens: 1, outputTokens: 3, estimated: true, chargedNanousd: 7000 },
          attempts: [{ failure: "aborted" }],
        },
      ]);
    },
  );

  it.each([
    // Its upstream writes on: it is booked as long as it may become.
    ["a JSON answer", "/responses", { model: "silent", input: "Hi", max_output_tokens: 20 }, 20],
    [
      ...(["a stream that has not begun", "/responses"] as const),
      ...([{ model: "silent", input: "Hi", stream: true }, 0] as const),
    ],
    ["embeddings", "/embeddings", { model: "embed", input: "Hi" }, 0],
  ])(
    "a request for %s that waits is answered with 401 when its key is revoked",
    async (_, path, body, outputTokens) => {
      const key = await gateway.own.addKey();
      const [asked, aborted] = [upstream.asked.get("silent") ?? 0, upstream.aborted()];
      const asking = ask(key, path, body);
      await askedFor("silent", asked);
      await take(key, "revoked");
      const response = await asking;
      expect(response.status).toBe(401);
      expect(await response.json()).toMatchObject({
        error: { code: 401, message: falls.revoked.message },
      });
      await expect.poll(() => upstream.aborted()).toBe(aborted + 1);
      expect(await rowsOf(key)).toMatchObject([
        {
          ...{ state: "settled", status: 401, errorKind: "unauthenticated" },
          ...{ inputTokens: 1, outputTokens, estimated: true },
          chargedNanousd: 1000 + 2000 * outputTokens,
        },
      ]);
    },
  );

  /** A connection of its own, whose answer is read only if the test listens. */
  const askRaw = (key: string, body: string, announced = body.length): Socket => {
    const socket = connect(Number(new URL(node.url).port), "127.0.0.1");
    socket.on("error", () => {});
    socket
      .setEncoding("latin1")
      .write(
        [
          "POST /api/v1/responses HTTP/1.1",
          "host: x",
          `authorization: Bearer ${key}`,
          "content-type: application/json",
          `content-length: ${announced}`,
          `\r\n${body}`,
        ].join("\r\n"),
      );
    return socket;
  };

  it("an upload is answered with 401 when its key is revoked, without waiting for the rest", async () => {
    const key = await gateway.own.addKey();
    const socket = askRaw(key, "{", 1_000_000);
    const trickle = setInterval(() => socket.write(" "), 5);
    let answer = "";
    socket.on("data", (text: string) => {
      answer += text;
    });
    setTimeout(() => void take(key, "disabled"), 50);
    await once(socket, "end");
    clearInterval(trickle);
    socket.destroy();
    expect(answer).toMatch(/^HTTP\/1\.1 401 [\s\S]*was disabled while/);
    expect(await rowsOf(key)).toEqual([]);
  });

  const streamed = (model: string) => JSON.stringify({ model, input: "Hi", stream: true });

  it("an unread stream is booked and its upstream closed when its key is revoked", async () => {
    const key = await gateway.own.addKey();
    const [asked, aborted] = [upstream.asked.get("tireless") ?? 0, upstream.aborted()];
    const socket = askRaw(key, streamed("tireless"));
    await askedFor("tireless", asked);
    await once(socket, "readable");
    await untilStuck();
    await take(key, "revoked");
    await expect.poll(() => upstream.aborted()).toBe(aborted + 1);
    await expect
      .poll(() => rowsOf(key))
      .toMatchObject([{ state: "settled", status: 200, errorKind: "unauthenticated" }]);
    socket.destroy();
  });

  it("other keys' streams go on", async () => {
    const [fallen, other] = [await gateway.own.addKey(), await gateway.own.addKey()];
    const asked = upstream.asked.get("three-words") ?? 0;
    const untouched = askRaw(other, streamed("three-words"));
    const ended = ask(fallen, "/responses", JSON.parse(streamed("three-words")));
    await askedFor("three-words", asked + 1);
    await take(fallen, "revoked");
    expect(await (await ended).text()).toContain("response.failed");
    expect(await rowsOf(other)).toEqual([]);
    untouched.destroy();
    await expect.poll(() => rowsOf(other)).toMatchObject([{ status: 499 }]);
  });
});
