import { createHash, createHmac, randomUUID } from "node:crypto";
import { eventually } from "@portico/test-support/eventually";
import { inOrder } from "@portico/test-support/in-order";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { NamedRequest } from "../../src/store/ports/idempotency.ts";
import {
  answers,
  beginStream,
  type ChatUpstream,
  chatEvents,
  startChatUpstream,
  toFrame,
  writeApart,
} from "../responses/chat-upstream.ts";
import { engines } from "../store/engines.ts";
import { rawSql } from "../store/raw-sql.ts";
import { startTestGateway, type TestGateway } from "../support/gateway.ts";

const words = Array.from({ length: 40 }, (_, index) => ` w${index}`);
/** The upstream goes on once this is resolved. */
let gate: PromiseWithResolvers<void>;

const yamlFor = ({ url }: ChatUpstream) =>
  [
    "idempotency: { answer_bytes: 60000, bytes_per_key: 150000 }",
    "providers:",
    `  fake: { kind: openai-compatible, base_url: "${url}" }`,
    "models:",
    ...["quick", "gated", "failing", "huge", "cut"].map(
      (name) =>
        `  - { id: "${name}", kind: text, context_length: 100000, endpoints: [ { provider: fake, upstream_model: "${name}", price: { input: "1", output: "2" } } ] }`,
    ),
  ].join("\n");

describe.each(engines)("a request with an Idempotency-Key on $engine", inOrder, (engine) => {
  let upstream: ChatUpstream;
  let gateway: TestGateway;

  beforeAll(async () => {
    gate = Promise.withResolvers();
    upstream = await startChatUpstream({
      quick: answers(["Hel", "lo"]),
      huge: answers(["x".repeat(40_000), "y".repeat(40_000)]),
      failing: (response) => {
        response.writeHead(500).end("{}");
      },
      cut: async (response) => {
        beginStream(response);
        await writeApart(response, chatEvents(words).slice(0, 5).map(toFrame));
        response.destroy();
      },
      gated: async (response, { stream }) => {
        if (!stream) {
          await gate.promise;
          return answers(words)(response, { stream });
        }
        beginStream(response);
        const frames = chatEvents(words).map(toFrame);
        await writeApart(response, frames.slice(0, 5));
        await gate.promise;
        await writeApart(response, frames.slice(5));
        response.end();
      },
    });
    gateway = await startTestGateway({ engine, yaml: yamlFor(upstream) });
  });
  afterAll(async () => {
    gate.resolve();
    await gateway[Symbol.asyncDispose]();
    await upstream.close();
  });

  const send = (
    key: string,
    body: object,
    {
      api = gateway.api,
      path = "/responses",
      secret = gateway.own.ordinary,
      signal,
    }: { api?: string; path?: string; secret?: string; signal?: AbortSignal } = {},
  ) =>
    fetch(`${api}${path}`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${secret}`,
        "content-type": "application/json",
        "idempotency-key": key,
      },
      body: JSON.stringify({ input: "Hi", ...body }),
      ...(signal && { signal }),
    });
  const asked = (model: string) => upstream.asked.get(model) ?? 0;
  const charged = async (id: string) =>
    (await gateway.store.activity.generation(gateway.own.organisationId, id))?.chargedNanousd;
  const messageOf = async (response: Response) => Object(await response.json()).error.message;

  it.each([false, true])(
    "is paid once, and its repetition gets the answer (stream: %s)",
    async (stream) => {
      const key = randomUUID();
      const before = asked("quick");
      const [first, again] = [
        await send(key, { model: "quick", stream }),
        await send(key, { model: "quick", stream }),
      ];
      const texts = [await first.text(), await again.text()];
      expect(texts[1]).toBe(texts[0]);
      expect(again.headers.get("content-type")).toBe(first.headers.get("content-type"));
      expect([first, again].map(({ headers }) => headers.get("idempotent-replayed"))).toEqual([
        "false",
        "true",
      ]);
      expect(again.headers.get("x-generation-id")).toBe(first.headers.get("x-generation-id"));
      expect(again.headers.get("x-portico-cost")).toBe(first.headers.get("x-portico-cost"));
      expect(asked("quick") - before).toBe(1);
      const [row] = await rawSql(gateway.place, "select sealed from idempotent_requests limit 1");
      expect(JSON.stringify(row)).not.toContain("Hello");
    },
  );

  it("waits for the first while it runs, on another node too", async () => {
    const other = await gateway.another();
    gate = Promise.withResolvers();
    const key = randomUUID();
    const before = asked("gated");
    const first = send(key, { model: "gated" });
    await eventually(() => expect(asked("gated") - before).toBe(1));
    const others = [gateway.api, other.api, other.api].map((api) =>
      send(key, { model: "gated" }, { api }),
    );
    gate.resolve();
    const replies = await Promise.all([first, ...others]);
    const ids = await Promise.all(replies.map(async (reply) => Object(await reply.json()).id));
    expect(new Set(ids).size).toBe(1);
    expect(asked("gated") - before).toBe(1);
    await other.close();
  });

  it("of many at once one is paid", async () => {
    const key = randomUUID();
    const before = asked("quick");
    const replies = await Promise.all(
      Array.from({ length: 30 }, () => send(key, { model: "quick" })),
    );
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
    expect(asked("quick") - before).toBe(1);
  });

  it.each([false, true])(
    "goes on when its caller hangs up, and is charged once (stream: %s)",
    async (stream) => {
      gate = Promise.withResolvers();
      const key = randomUUID();
      const before = asked("gated");
      const leaving = new AbortController();
      const first = send(key, { model: "gated", stream }, { signal: leaving.signal });
      await eventually(() => expect(asked("gated") - before).toBe(1));
      if (stream) await (await first).body?.getReader().read();
      leaving.abort();
      await Promise.allSettled([first]);
      const retry = send(key, { model: "gated", stream });
      gate.resolve();
      const again = await retry;
      const text = await again.text();
      expect(text).toContain(words.join("").trim());
      expect(again.headers.get("idempotent-replayed")).toBe("true");
      expect(asked("gated") - before).toBe(1);
      expect(await charged(again.headers.get("x-generation-id") ?? "")).toBe(11_000 + 6_000);
    },
  );

  it("is refused with another body, another operation, and belongs to its API key alone", async () => {
    const key = randomUUID();
    await send(key, { model: "quick" });
    const other = await send(key, { model: "quick", input: "Ho" });
    expect(other.status).toBe(409);
    expect(await messageOf(other)).toMatch(/^This Idempotency-Key was used for another request/);
    const chat = { model: "quick", messages: [{ role: "user", content: "Hi" }] };
    expect((await send(key, chat, { path: "/chat/completions" })).status).toBe(409);
    const secret = await gateway.own.addKey();
    const theirs = await send(key, { model: "quick", input: "Ho" }, { secret });
    expect(theirs.headers.get("idempotent-replayed")).toBe("false");
    expect((await send("x".repeat(256), { model: "quick" })).status).toBe(400);
  });

  it("runs again after a failure", async () => {
    for (const [model, stream] of [
      ["failing", false],
      ["cut", true],
    ] as const) {
      const key = randomUUID();
      const before = asked(model);
      await (await send(key, { model, stream })).text();
      const between = asked(model);
      await (await send(key, { model, stream })).text();
      expect(between).toBeGreaterThan(before);
      expect(asked(model)).toBeGreaterThan(between);
    }
  });

  it("says that an answer was too large to keep, and does not run again", async () => {
    for (const stream of [false, true]) {
      const key = randomUUID();
      expect((await send(key, { model: "huge", stream })).status).toBe(200);
      const before = asked("huge");
      await eventually(async () => {
        const again = await send(key, { model: "huge", stream });
        expect(again.status).toBe(409);
        expect(await messageOf(again)).toMatch(/its answer is not kept: .* booked as gen-/);
      });
      expect(asked("huge")).toBe(before);
    }
  });

  it("does not answer a key that has lost its rights", async () => {
    const key = randomUUID();
    const secret = await gateway.own.addKey();
    await send(key, { model: "quick" }, { secret });
    await rawSql(
      gateway.place,
      `update keys set disabled = 1 where id = (select max(id) from keys)`,
    );
    expect((await send(key, { model: "quick" }, { secret })).status).toBe(401);
  });

  describe("whose process has died", () => {
    /** What a process leaves behind that was killed after one of its steps. */
    const leave = async (key: string, body: object) => {
      const [{ id }] = (await rawSql(
        gateway.place,
        "select min(id) as id from keys where kind = 'ordinary'",
      )) as [{ id: number }];
      const text = JSON.stringify({ input: "Hi", ...body });
      const request: NamedRequest = {
        keyId: Number(id),
        workspaceId: gateway.own.workspaceId,
        name: createHash("sha256").update(key).digest(),
        fingerprint: createHmac("sha256", key).update(`createResponse\n${text}`).digest(),
        processId: `dead-${randomUUID()}`,
        generationId: `gen-${randomUUID()}`,
      };
      expect(await gateway.store.idempotency.claim(request, 0)).toBeNull();
      return request;
    };
    const hold = async ({ keyId, workspaceId, processId, generationId }: NamedRequest) => {
      await gateway.store.money.admit([
        {
          generationId,
          keyId,
          workspaceId,
          processId,
          minimumNanousd: 5000,
          desiredNanousd: 5000,
          tokens: 1,
          usesCredits: false,
          enforceCredits: false,
          nowMs: Date.now(),
        },
      ]);
    };

    it("before anything was held runs, once", async () => {
      const key = randomUUID();
      await leave(key, { model: "quick" });
      const before = asked("quick");
      const replies = await Promise.all([1, 2, 3].map(() => send(key, { model: "quick" })));
      expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(asked("quick") - before).toBe(1);
    });

    it("after its hold is not paid again: it says that it was abandoned, and as what it was booked", async () => {
      const key = randomUUID();
      const lost = await leave(key, { model: "quick" });
      await hold(lost);
      const before = asked("quick");
      const retry = send(key, { model: "quick" });
      await gateway.store.money.abandon([lost]);
      const again = await retry;
      expect(again.status).toBe(409);
      expect(await messageOf(again)).toBe(
        `The request with this Idempotency-Key was abandoned: the process that served it has ended before it was answered. What it cost is booked as ${lost.generationId}. To ask again, and pay again, send a new Idempotency-Key.`,
      );
      expect(asked("quick")).toBe(before);
    });

    it("cannot be taken over once its hold is confirmed, nor go on once it is", async () => {
      const [one, two] = [randomUUID(), randomUUID()];
      const { idempotency } = gateway.store;
      const paused = await leave(one, { model: "quick" });
      const seen = { generationId: paused.generationId, isHeld: false };
      const next = { ...paused, processId: "p", generationId: `gen-${randomUUID()}` };
      expect(await idempotency.confirm(paused)).toBe(true);
      expect(await idempotency.takeOver(next, seen)).toBe(false);
      const lost = await leave(two, { model: "quick" });
      const taker = { ...lost, processId: "p", generationId: `gen-${randomUUID()}` };
      expect(
        await idempotency.takeOver(taker, { generationId: lost.generationId, isHeld: false }),
      ).toBe(true);
      expect(await idempotency.confirm(lost)).toBe(false);
    });
  });

  it("is forgotten after its time, and the oldest answers of a key make room", async () => {
    const { idempotency } = gateway.store;
    const kept = async () =>
      Number(
        Object(
          (
            await rawSql(
              gateway.place,
              "select count(*) as n from idempotent_requests where sealed is not null",
            )
          )[0],
        ).n,
      );
    const [{ id }] = (await rawSql(
      gateway.place,
      "select min(id) as id from keys where kind = 'ordinary'",
    )) as [{ id: number }];
    const before = await kept();
    expect(before).toBeGreaterThan(2);
    await idempotency.trim(Number(id), 3000);
    const after = await kept();
    expect(after).toBeLessThan(before);
    expect(after).toBeGreaterThan(0);
    await idempotency.prune(Date.now() + 1000);
    expect(await kept()).toBe(0);
  });
});
