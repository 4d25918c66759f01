import type { Output } from "@portico/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hashKey } from "../../src/secrets/key-format.ts";
import { engines } from "../store/engines.ts";
import { jsonHeaders, startTestGateway, type TestGateway } from "../support/gateway.ts";

type List = Output<"listAgentSessions">;

describe.each(engines)("GET /agent-sessions on $engine", (engine) => {
  let gateway: TestGateway;
  let other: string;
  const long = "x".repeat(300);
  beforeAll(async () => {
    gateway = await startTestGateway({ engine });
    other = await gateway.own.addKey({ name: "other" });
    const own = gateway.own.ordinary;
    await ask(own, "sandbox/text", { "x-session-id": "agent" });
    await ask(own, "sandbox/think", { "x-claude-code-session-id": "agent" });
    await ask(own, "sandbox/fail-429", { "x-session-id": "agent" });
    await ask(own, "sandbox/text", { "x-session-id": long });
    await ask(own, "sandbox/text", {});
    await ask(other, "sandbox/text", { "x-session-id": "agent" });
  });
  afterAll(() => gateway[Symbol.asyncDispose]());

  async function ask(key: string, model: string, headers: Readonly<Record<string, string>>) {
    const reply = await fetch(`${gateway.api}/responses`, {
      method: "POST",
      headers: { ...jsonHeaders(key), ...headers },
      body: JSON.stringify({ model, input: "Hi" }),
    });
    await reply.arrayBuffer();
  }
  const get = (query: Readonly<Record<string, string>>, key = gateway.own.management) =>
    fetch(`${gateway.api}/agent-sessions?${new URLSearchParams(query)}`, {
      headers: { authorization: `Bearer ${key}` },
    });
  async function list(query: Readonly<Record<string, string>> = {}, key?: string): Promise<List> {
    const response = await get(query, key);
    const text = await response.text();
    expect(response.status, text).toBe(200);
    return JSON.parse(text);
  }

  it("sums up what each key used in each session, as the requests of the session say it", async () => {
    const { data } = await list();
    expect(data.map(({ api_key_name, requests }) => [api_key_name, requests])).toEqual([
      ["other", 1],
      [expect.any(String), 1],
      [expect.any(String), 3],
    ]);
    const agent = data[2] ?? expect.fail("There is no such session.");
    const response = await fetch(
      `${gateway.api}/generations?session_id=agent&api_key_hash=${agent.api_key_id}`,
      { headers: { authorization: `Bearer ${gateway.own.management}` } },
    );
    const turns = JSON.parse(await response.text()).data as Output<"listGenerations">["data"];
    const sum = (of: (turn: (typeof turns)[number]) => number | null) =>
      turns.reduce((total, turn) => total + (of(turn) ?? 0), 0);
    expect(agent).toMatchObject({
      session_id: "agent",
      failed_requests: 1,
      is_complete: true,
      prompt_tokens: sum((turn) => turn.tokens_prompt),
      cached_tokens: sum((turn) => turn.native_tokens_cached),
      completion_tokens: sum((turn) => turn.tokens_completion),
      first_request_at: turns.at(-1)?.created_at,
      last_request_at: turns[0]?.settled_at,
      providers: ["sandbox"],
    });
    expect(agent.prompt_tokens).toBeGreaterThan(0);
    expect(agent.usage).toBeCloseTo(
      sum((turn) => turn.total_cost),
      9,
    );
    expect(agent.usage).toBeGreaterThan(0);
    expect(agent.lost_caches).toEqual([
      expect.objectContaining({
        turn: 2,
        generation_id: turns.find(({ model }) => model === "sandbox/think")?.id,
        reasons: ["model"],
        message: "Turn 2 went to another model: sandbox/think after sandbox/text.",
      }),
    ]);
    expect(agent.lost_cache_count).toBe(1);
  });

  it("shows an ordinary key its own sessions, and nothing else exists for it", async () => {
    const { data } = await list({}, other);
    expect(data.map(({ session_id }) => session_id)).toEqual(["agent"]);
    expect((await get({ api_key_hash: hashKey(gateway.own.ordinary) }, other)).status).toBe(404);
    const { workspaceId } = await gateway.own.neighbour();
    expect((await get({ workspace_id: workspaceId }, other)).status).toBe(404);
  });

  it("finds a session by its name, a long one too, by model, key and time", async () => {
    expect((await list({ session_id: long })).data).toHaveLength(1);
    expect((await list({ session_id: "agent" })).data).toHaveLength(2);
    expect((await list({ model: "sandbox/think" })).data).toMatchObject([{ requests: 3 }]);
    expect((await list({ api_key_hash: hashKey(other) })).data).toHaveLength(1);
    expect((await list({ to: "2026-01-01T00:00:00Z" })).data).toEqual([]);
    expect((await list({ from: "2026-01-01T00:00:00Z" })).data).toHaveLength(3);
  });

  it("goes on at the cursor, and its link is the same page", async () => {
    const all = (await list()).data;
    const first = await list({ limit: "2" });
    const second = await list({ limit: "2", cursor: first.next_cursor ?? "" });
    expect([...first.data, ...second.data]).toEqual(all);
    expect(second.next_cursor).toBeNull();
    const linked = await fetch(`${gateway.url}${first.links.next}`, {
      headers: { authorization: `Bearer ${gateway.own.management}` },
    });
    expect(await linked.json()).toEqual(second);
    expect((await get({ cursor: "abc" })).status).toBe(400);
  });
});
