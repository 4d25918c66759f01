import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../store/engines.ts";
import { rawSql } from "../store/raw-sql.ts";
import { jsonHeaders, startTestGateway, type TestGateway } from "../support/gateway.ts";

type Headers = Readonly<Record<string, string>>;

describe.each(engines)("X-Session-Budget on $engine", (engine) => {
  let gateway: TestGateway;
  let nodes: readonly string[];
  beforeAll(async () => {
    gateway = await startTestGateway({ engine });
    nodes = [gateway.api, (await gateway.another()).api];
  });
  afterAll(() => gateway[Symbol.asyncDispose]());

  async function ask(headers: Headers, { at = 0, key = gateway.own.ordinary, more = {} } = {}) {
    const reply = await fetch(`${nodes[at]}/responses`, {
      method: "POST",
      headers: { ...jsonHeaders(key), ...headers },
      body: JSON.stringify({ model: "sandbox/text", input: "Hi", max_output_tokens: 200, ...more }),
    });
    const text = await reply.text();
    const said = text.startsWith("{") ? JSON.parse(text) : {};
    return { status: reply.status, error: said.error, cost: Number(said.usage?.cost ?? 0) };
  }
  const limited = (session: string, budget: number) => ({
    "x-session-id": session,
    "x-session-budget": budget.toFixed(9),
  });

  it("refuses what the rest does not cover, and names the session, its limit and what it has spent", async () => {
    const first = await ask(limited("run", 1));
    expect(first.status).toBe(200);
    expect(first.cost).toBeGreaterThan(0);
    const spent = await ask(limited("run", first.cost));
    expect(spent.status).toBe(402);
    expect(spent.error.message).toContain(`that session "run" may spend ($`);
    expect(spent.error.metadata).toMatchObject({
      limit_source: "session_budget",
      reason: "used_up",
      session_id: "run",
      limit: first.cost,
      spent: first.cost,
      remaining: 0,
      resets_at: null,
      remedy_hint: "Raise the session's budget (X-Session-Budget, or session_budget of its key).",
    });
  });

  it("limits neither another session, nor the same name of another key, nor a request without the header", async () => {
    const { cost } = await ask(limited("own", 1));
    const other = await gateway.own.addKey({ name: "other" });
    const answers = [
      await ask({ "x-session-id": "own" }),
      await ask(limited("its own", 0.1)),
      await ask(limited("own", 0.1), { key: other }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await ask(limited("own", cost))).status).toBe(402);
  });

  it("is that of its key where the header names none or more, and the header may lower it", async () => {
    // What a request holds: the second one finds less.
    const held: number = (await ask(limited("price", 0))).error.metadata.required;
    const key = await gateway.own.addKey({ sessionBudgetNanousd: Math.round(held * 1e9) });
    const named = { "x-session-id": "own" };
    expect((await ask(named, { key })).status).toBe(200);
    expect((await ask({}, { key })).status).toBe(200);
    expect((await ask({ "x-session-id": "another" }, { key })).status).toBe(200);
    for (const headers of [named, limited("own", 1)]) {
      const { status, error } = await ask(headers, { key, at: 1 });
      expect([status, error.metadata]).toEqual([
        402,
        expect.objectContaining({ limit_source: "session_budget", session_id: "own", limit: held }),
      ]);
    }
    const lowered = await ask(limited("lower", held / 2), { key });
    expect([lowered.status, lowered.error.metadata.limit]).toEqual([402, held / 2]);
  });

  it.each([
    ["/embeddings", { model: "sandbox/embed", input: "Hi" }],
    ["/rerank", { model: "sandbox/rerank", query: "Hi", documents: ["Ho"] }],
    ["/messages", { model: "sandbox/text", messages: [{ role: "user", content: "Hi" }] }],
    ["/responses/compact", { model: "sandbox/text", input: "Hi" }],
  ])("holds for %s too", async (path, body) => {
    const headers = { ...jsonHeaders(gateway.own.ordinary), ...limited(`of ${path}`, 0) };
    const sent = (at: number, budget = headers["x-session-budget"]) =>
      fetch(`${nodes[at]}${path}`, {
        method: "POST",
        headers: { ...headers, "x-session-budget": budget },
        body: JSON.stringify({ max_tokens: 10, ...body }),
      });
    const refused = await sent(0);
    expect([refused.status, await refused.text()]).toEqual([
      402,
      expect.stringContaining('"limit_source":"session_budget"'),
    ]);
    expect((await sent(1, "1")).status).toBe(200);
  });

  it("counts what a process held that was killed", async () => {
    const [{ id }] = (await rawSql(
      gateway.place,
      "select min(id) as id from keys where kind = 'ordinary'",
    )) as [{ id: number }];
    const lost = {
      ...{ generationId: `gen-${randomUUID()}`, processId: "dead", keyId: Number(id) },
      workspaceId: gateway.own.workspaceId,
    };
    const nanousd = 500_000_000;
    const about = { operation: "responses", model: "m", sessionId: "lost", tags: null } as const;
    await gateway.store.money.admit([
      {
        ...lost,
        ...{ minimumNanousd: nanousd, desiredNanousd: nanousd, tokens: 1, nowMs: Date.now() },
        ...{ usesCredits: false, enforceCredits: false },
        about: { ...about, appUrl: null, appTitle: null },
      },
    ]);
    const refused = async () => {
      const { status, error } = await ask(limited("lost", 0.5), { at: 1 });
      return [status, error?.metadata.spent, error?.metadata.remaining];
    };
    expect(await refused()).toEqual([402, 0, 0]);
    await gateway.store.money.abandon([lost]);
    expect(await refused()).toEqual([402, 0.5, 0]);
    expect((await ask(limited("lost", 1.5))).status).toBe(200);
  });

  it("is never overspent by requests at once on two nodes", async () => {
    const { error } = await ask(limited("crowd", 0));
    const budget: number = error.metadata.required;
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, place) =>
        ask(limited("crowd", budget), { at: place % 2, more: { stream: place % 3 === 0 } }),
      ),
    );
    const by = (status: number) => answers.filter((answer) => answer.status === status).length;
    // What the first of them holds, and then what it has cost, leaves too little for another one.
    expect([by(200), by(402)]).toEqual([1, 23]);
  });

  it.each([
    ["is no amount", { "x-session-id": "a", "x-session-budget": "much" }, "amount in US dollars"],
    ["is larger than any limit", limited("a", 9_000_001), "at most 9000000"],
    ["has no session", { "x-session-budget": "1" }, "names none"],
  ])("refuses a budget that %s", async (_, headers: Headers, words) => {
    const { status, error } = await ask(headers);
    expect([status, error.metadata.field]).toEqual([400, "X-Session-Budget"]);
    expect(error.message).toContain(words);
  });
});
