import { readFileSync } from "node:fs";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type FakeGateway, startFakeGateway } from "../../../test/cli/fake-gateway.ts";
import { fakeTerminal } from "../../../test/cli/fake-terminal.ts";
import { run } from "../program.ts";

let gateway: FakeGateway;
beforeEach(async () => {
  gateway = await startFakeGateway();
});
afterEach(() => gateway.close());

async function portico(words: string) {
  const terminal = fakeTerminal();
  const exitCode = await run(words.split(" "), {
    terminal,
    environment: {
      ...{ url: gateway.url, managementKey: "ptcm_y", dataFolder: "/nowhere" },
      ...{ host: "", port: 0 },
    },
  });
  return { exitCode, out: terminal.written.join("\n"), err: terminal.told.join("\n") };
}

const reply = (line: string, data: unknown) =>
  gateway.answers.set(line, { status: 200, body: { data } });

const key = { id: 7, name: "ci", limit: 25, disabled: true, expires_at: null };

it("changes only the named fields of a key", async () => {
  reply("PATCH /api/v1/keys/7", key);
  const words = "keys update 7 --limit 0.5 --limit-reset none --rpm none --tpm 1000 --expires none";
  const { exitCode, out } = await portico(`${words} --owner-email none --enabled off`);
  expect({ exitCode, out }).toEqual({ exitCode: 0, out: 'The key "ci" (id 7) is changed.' });
  expect(gateway.seen[0]?.body).toEqual({
    limit: 0.5,
    limit_reset: null,
    requests_per_minute: null,
    tokens_per_minute: 1000,
    expires_at: null,
    owner_email: null,
    disabled: true,
  });
  await portico("keys update 7 --enabled on --limit none");
  expect(gateway.seen[1]?.body).toEqual({ limit: null, disabled: false });
});

it("names the rights of a key, and takes them away with none", async () => {
  reply("PATCH /api/v1/keys/7", key);
  reply("POST /api/v1/keys", key);
  const changes = () => gateway.seen.filter(({ method }) => method !== "GET");
  const rights = "--allow-model openai/* acme/embed --network ::1 --max-output-tokens 9";
  await portico(
    `keys update 7 ${rights} --data-collection deny --zero-data-retention on --require-end-user`,
  );
  expect(changes()[0]?.body).toEqual({
    ...{ allowed_models: ["openai/*", "acme/embed"], allowed_networks: ["::1"] },
    ...{ max_output_tokens: 9, data_collection: "deny", zero_data_retention: true },
    requires_end_user: true,
  });
  await portico("keys update 7 --allow-model none --allow-provider none --network none");
  expect(changes()[1]?.body).toEqual({
    ...{ allowed_models: null, allowed_providers: null, allowed_networks: null },
  });
  await portico("keys update 7 --max-in-flight none --data-collection none --scope spend");
  expect(changes()[2]?.body).toEqual({
    ...{ max_requests_in_flight: null, data_collection: null, scope: "spend" },
  });
  await portico("keys create --name ci --management --scope read_only --max-in-flight 3");
  expect(changes()[3]?.body).toEqual({
    ...{ name: "ci", kind: "management", scope: "read_only", max_requests_in_flight: 3 },
  });
});

it("rotates a key with the overlap that it was given, and asks before there is none", async () => {
  const ends = "2026-11-23T09:00:00.000Z";
  gateway.answers.set("POST /api/v1/keys/7/rotate", {
    ...{ status: 200, body: { data: { ...key, previous_secret_expires_at: ends }, key: "ptc_n" } },
  });
  expect(await portico("keys rotate 7 --overlap 12h")).toMatchObject({
    ...{ exitCode: 0, out: expect.stringContaining(`works until ${ends}`) },
  });
  expect(gateway.seen[0]?.body).toEqual({ overlap_seconds: 43_200 });
  await portico("keys rotate 7");
  expect(gateway.seen[1]?.body).toEqual({});
  expect(await portico("keys rotate 7 --overlap 0")).toMatchObject({ exitCode: 2 });
  expect(await portico("keys rotate 7 --overlap soon")).toMatchObject({ exitCode: 2 });
  expect(gateway.seen).toHaveLength(2);
  const { out } = await portico("keys rotate 7 --overlap 0 --yes");
  expect(out).toContain("ptc_n");
  expect(out).toContain("has ended");
});

it.each([
  ["keys update 7", "at least one thing"],
  ["keys update 7 --limit lots", "US dollars"],
  ["keys update 7 --enabled maybe", '"on" or "off"'],
])("refuses `%s` as written wrongly", async (words, hint) => {
  expect(await portico(words)).toMatchObject({ exitCode: 2, err: expect.stringContaining(hint) });
  expect(gateway.seen).toEqual([]);
});

it("shows a key, found by the key itself, which it does not send", async () => {
  const path = "/api/v1/keys/0bd27d5b6b9ad1f1f0a6d5ba6a9ae5aa9b4cc0f8c7a37f6b4f9ff1c8c6a8d1f2";
  await portico("keys show ptc_leaked");
  expect(gateway.seen[0]?.url).toHaveLength(path.length);
  reply("GET /api/v1/keys/7", key);
  const { out } = await portico("keys show 7");
  expect(out).toMatch(/^limit +25$/m);
  expect(out).toMatch(/^disabled +yes$/m);
  expect(out).not.toContain("expires_at");
  expect(JSON.parse((await portico("keys show 7 --json")).out)).toEqual(key);
});

it("warns of models and providers of a key that are not there, and of nothing else", async () => {
  reply("PATCH /api/v1/keys/7", key);
  const words = "keys update 7 --allow-provider OPENAI zz opnai --allow-model acme/* nosuch/*";
  const unread = await portico(words);
  expect(unread).toMatchObject({ exitCode: 0, err: "" });
  reply("GET /api/v1/providers", [{ slug: "openai" }]);
  reply("GET /api/v1/models", [{ id: "acme/embed" }]);
  const { exitCode, err } = await portico(words);
  expect(exitCode).toBe(0);
  expect(err.split("\n")).toEqual([
    'Warning: the gateway has no model that fits "nosuch/*".',
    'Warning: the gateway has no provider that fits "zz".',
    'Warning: the gateway has no provider that fits "opnai". Did you mean "openai"?',
  ]);
  const before = gateway.seen.length;
  await portico("keys update 7 --allow-provider none");
  expect(gateway.seen.length).toBe(before + 1);
});

it("shows the organisation's credits", async () => {
  reply("GET /api/v1/credits", {
    total_credits: 100,
    total_usage: 1.5,
    remaining: 98.5,
    enforced: true,
  });
  expect((await portico("credits show")).out.split("\n")).toEqual([
    "GRANTED $  SPENT $  LEFT $  ENFORCED",
    "      100      1.5    98.5  yes",
  ]);
  reply("GET /api/v1/credits", {
    ...{ total_credits: 0, total_usage: 0.5, remaining: -0.5, enforced: false },
  });
  expect((await portico("credits show")).out).not.toContain("-0.5");
});

const sums = { requests: 2, held: 0.5, charged: 0.25, unbilled: 0, refunded: 0 };
const books = (difference: number) => ({
  ...{ granted: 10, used: 0.25, held: 0, left: 9.75, open_holds: 0, agrees: difference === 0 },
  ...{ states: [{ state: "settled", ...sums }], totals: sums },
  checks: [
    { name: "grants", agrees: true, difference: 0 },
    { name: "charges", agrees: difference === 0, difference },
    { name: "recent_charges", agrees: null, difference: null },
  ],
});

it("shows the ledger and its checks, and fails where the sums do not agree", async () => {
  reply("GET /api/v1/ledger", books(0));
  const shown = await portico("ledger --from 2026-11-01");
  expect(gateway.seen[0]?.url).toBe("/api/v1/ledger?start_date=2026-11-01");
  expect(shown.exitCode).toBe(0);
  expect(shown.out).toMatch(/^settled +2 +0.5 +0.25 +0 +0$/m);
  expect(shown.out).toMatch(/^recent_charges +not read +-$/m);
  reply("GET /api/v1/ledger", books(1e-9));
  const wrong = await portico("ledger");
  expect(wrong.exitCode).toBe(1);
  expect(wrong.out).toMatch(/^charges +no +0.000000001$/m);
  expect(wrong.err).toContain("do not agree");
});

it("shows the holds with the silence of their processes", async () => {
  const hold = { id: "gen-1", api_key_name: "Search", model: "m/one", amount: 0.5, age: 4200 };
  reply("GET /api/v1/holds", [
    { ...hold, process_silent: 21_000 },
    { ...hold, id: "gen-2", process_silent: null },
  ]);
  const { out } = await portico("holds --api-key 7");
  expect(gateway.seen[0]?.url).toBe("/api/v1/holds?limit=100&api_key_hash=7");
  expect(out).toMatch(/^gen-1 +Search +m\/one +0.5 +4 +21$/m);
  expect(out).toMatch(/^gen-2 .* -$/m);
});

it("shows what the processes of the gateway do", async () => {
  const since = "2026-11-22T10:00:00.000Z";
  reply("GET /api/v1/status", {
    ...{
      version: "1.0.0",
      engine: "sqlite",
      started_at: since,
      processes_elsewhere: 1,
      processes_behind: 2,
    },
    ...{ requests_in_flight: 3, held: 0.5, vector_cache: { hits: 2, misses: 3 } },
    overhead: { requests: 40, p50: 1.9, p75: 2, p90: 4.2, p99: 11.8 },
    processes: [
      {
        ...{ pid: 7, started_at: since, requests_in_flight: 3, memory_bytes: 2e8 },
        ...{ event_loop_lag: 1.5, configuration_version: 4, configuration_problem: null },
      },
    ],
  });
  const { out } = await portico("status");
  expect(out).toMatch(/^ +40 +1.9 +4.2 +11.8 +2 +5$/m);
  expect(out).toMatch(/^7 +2026-11-22T10:00:00.000Z +3 +200 +1.5 +4 +-$/m);
});

it("shows the provider and the attempts of a request", async () => {
  reply("GET /api/v1/generation", {
    id: "gen-1",
    model: "m/one",
    total_cost: 0.00005,
    provider_responses: [
      { provider_name: "a", status: 503, latency: 12 },
      { provider_name: "b", status: 200, latency: 340 },
    ],
  });
  const { out } = await portico("generations show gen-1");
  expect(gateway.seen[0]?.url).toBe("/api/v1/generation?id=gen-1");
  expect(out).toMatch(/^total_cost +0\.00005$/m);
  expect(out).toMatch(/^ +1 +a +503 +12$/m);
  expect(out).toMatch(/^ +2 +b +200 +340$/m);
});

it("sums requests up by session, and says at which turns of one a cached prompt was not found", async () => {
  const message = "Turn 7 went to another provider: b\u001b[2J after a.";
  const session = {
    ...{ last_request_at: "2026-11-22T14:00:01.000Z", session_id: "agent\u001b[2J", requests: 9 },
    ...{ api_key_name: "ci", api_key_id: 7, failed_requests: 1, prompt_tokens: 400 },
    ...{ cache_share: 0.25, completion_tokens: 30, usage: 0.5, lost_cache_count: 1 },
    ...{ models: ["m"], providers: ["b", "a"] },
    lost_caches: [{ message, generation_id: "gen-7" }],
  };
  const turn = { settled_at: "2026-11-22T14:00:01.000Z", api_key_id: 7, status: 200, error: null };
  const row = /agent·\[2J +ci +9 +1 +400 +25 +30 +0\.5 +1 +m +b, a/;
  reply("GET /api/v1/agent-sessions", [session]);
  const listed = await portico("sessions list --api-key 7 --limit 1");
  expect(listed.out).toMatch(row);
  expect(listed.out).not.toContain("Turn 7");
  reply("GET /api/v1/agent-sessions", [session]);
  reply("GET /api/v1/generations", [
    { ...turn, id: "gen-7", model: "m", provider_name: "b", native_tokens_cached: 0 },
    { ...turn, id: "gen-6", model: "m", provider_name: "a", native_tokens_cached: 90 },
  ]);
  const { out } = await portico("sessions show agent --api-key 7 --limit 2");
  expect(gateway.seen.map(({ url }) => url)).toEqual([
    "/api/v1/agent-sessions?api_key_hash=7&limit=1",
    "/api/v1/agent-sessions?api_key_hash=7&session_id=agent",
    "/api/v1/generations?api_key_hash=7&session_id=agent&limit=2",
  ]);
  expect(out).toMatch(row);
  expect(out).toMatch(/gen-7 .* 0 .*Turn 7 went to another provider: b·\[2J after a\./);
  expect(out).toMatch(/gen-6 .* 90 .*-$/m);
  reply("GET /api/v1/agent-sessions", []);
  const none = await portico("sessions show nothing");
  expect([none.exitCode === 0, none.err]).toEqual([false, expect.stringContaining("nothing")]);
});

it("shows the version that the client and all other published packages have", async () => {
  const [version, ...others] = ["client", "msw", "react-query"].map((name) => {
    const manifest = new URL(`../../../../${name}/package.json`, import.meta.url);
    return JSON.parse(readFileSync(manifest, "utf8")).version;
  });
  expect(others).toEqual([version, version]);
  expect(await portico("--version")).toEqual({ exitCode: 0, out: version, err: "" });
});
