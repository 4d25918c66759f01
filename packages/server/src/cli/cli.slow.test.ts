import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type FakeGateway, startFakeGateway } from "../../test/cli/fake-gateway.ts";
import { fakeTerminal, type Person } from "../../test/cli/fake-terminal.ts";
import { createProgram, run } from "./program.ts";

const key = {
  id: 7,
  hash: "a".repeat(64),
  name: "ci",
  label: "ptc_abc…xyz",
  kind: "ordinary",
  disabled: false,
  limit: 5,
  limit_remaining: 4.5,
  usage: 0.5,
  requests_per_minute: null,
  tokens_per_minute: null,
  expires_at: null,
};

let gateway: FakeGateway;
let folder: string;

beforeEach(async () => {
  gateway = await startFakeGateway();
  folder = await mkdtemp(join(tmpdir(), "portico-cli-"));
  await writeFile(join(folder, "bootstrap.json"), '{"api_key":"ptc_x","management_key":"ptcm_y"}');
});
afterEach(async () => {
  await gateway.close();
  await rm(folder, { recursive: true });
});

async function portico(words: readonly string[], person: Person = {}) {
  const terminal = fakeTerminal(person);
  const environment = {
    url: gateway.url,
    managementKey: undefined,
    dataFolder: folder,
    host: "127.0.0.1",
    port: 1,
  };
  const exitCode = await run(words, { terminal, environment });
  return { ...terminal, exitCode, out: terminal.written.join("\n"), err: terminal.told.join("\n") };
}

const reply = (line: string, body: unknown, status = 200) =>
  gateway.answers.set(line, { status, body });

describe("the command line", () => {
  it("creates a key with every flag, and prints it in one line of JSON", async () => {
    reply("POST /api/v1/keys", { data: key, key: "ptc_secret" }, 201);
    const words =
      "keys create --name ci --workspace default --limit 0.5 --limit-reset daily --rpm 60 --tpm 1000 --management --json";
    const { exitCode, written } = await portico(words.split(" "));
    expect(exitCode).toBe(0);
    expect(written).toHaveLength(1);
    expect(JSON.parse(written[0] ?? "")).toMatchObject({ id: 7, key: "ptc_secret", name: "ci" });
    expect(gateway.seen).toEqual([
      {
        method: "POST",
        url: "/api/v1/keys",
        authorization: "Bearer ptcm_y",
        body: {
          name: "ci",
          kind: "management",
          workspace_id: "default",
          limit: 0.5,
          limit_reset: "daily",
          requests_per_minute: 60,
          tokens_per_minute: 1000,
        },
      },
    ]);
  });

  it("asks for page after page, and draws a table", async () => {
    reply("GET /api/v1/keys", { data: [key], total_count: 2 });
    const { out } = await portico(["keys", "list", "--workspace", "default"]);
    expect(gateway.seen.map(({ url }) => url)).toEqual([
      "/api/v1/keys?workspace_id=default&limit=1000",
      "/api/v1/keys?workspace_id=default&limit=1000&offset=1",
    ]);
    const [heading, first] = out.split("\n");
    expect(heading).toMatch(/^ID {2}NAME {2}KEY/);
    expect(first).toMatch(/^ 7 {2}ci {4}ptc_abc…xyz {2}ordinary +5 +4\.5 +0\.5 +- /);
  });

  it("shows control characters in a name harmlessly", async () => {
    const evil = { ...key, name: "\u001b[2Jx\nroot" };
    reply("GET /api/v1/keys", { data: [evil], total_count: 1 });
    const { out } = await portico(["keys", "list"]);
    expect(out).toContain("·[2Jx·root");
    expect(out.split("\n")).toHaveLength(2);
  });

  it("asks before it revokes, and changes nothing after a no", async () => {
    reply(`GET /api/v1/keys/7`, { data: key });
    reply(`DELETE /api/v1/keys/7`, { deleted: true });
    const refused = await portico(["keys", "revoke", "7"], { answer: "n" });
    expect(refused).toMatchObject({ exitCode: 1, err: "portico: Nothing was changed." });
    expect(refused.questions).toEqual(['Revoke the key "ci" (ptc_abc…xyz) for good? [y/N] ']);
    expect(gateway.seen.map(({ method }) => method)).toEqual(["GET"]);
    const agreed = await portico(["keys", "revoke", "7"], { answer: "yes" });
    expect(agreed).toMatchObject({ exitCode: 0, out: 'The key "ci" is revoked.' });
  });

  it.each([
    ["keys", "revoke", "7"],
    ["byok", "remove", "4f0c4b0e-6a3e-4c53-9df1-6d1c1f4c9b1a"],
  ])("refuses to destroy (%s %s) without --yes and without a terminal", async (...words) => {
    reply("GET /api/v1/keys/7", { data: key });
    const { exitCode, err } = await portico(words);
    expect(exitCode).toBe(2);
    expect(err).toContain("--yes");
    expect(gateway.seen.filter(({ method }) => method === "DELETE")).toEqual([]);
  });

  it("finds a leaked key by the key itself, which it does not send", async () => {
    await portico(["keys", "revoke", "ptc_leaked", "--yes"]);
    expect(gateway.seen[0]?.url).toMatch(/^\/api\/v1\/keys\/[0-9a-f]{64}$/);
  });

  it("takes a credential's secret from standard input, and never prints it", async () => {
    const credential = { id: "u-1", provider: "openai", label: "sk-…1" };
    reply("POST /api/v1/byok", { data: credential }, 201);
    reply("PATCH /api/v1/byok/u-1", { data: credential });
    const add = ["byok", "add", "--provider", "openai", "--workspace", "w", "--json"];
    const added = await portico(add, { secret: "sk-canary" });
    const rotated = await portico(["byok", "rotate", "u-1"], { secret: "sk-canary" });
    expect(JSON.parse(added.out)).toMatchObject({ id: "u-1" });
    expect(gateway.seen.map(({ body }) => body)).toEqual([
      { provider: "openai", secret: "sk-canary", workspace_id: "w" },
      { secret: "sk-canary" },
    ]);
    expect([added.out, added.err, rotated.out, rotated.err].join()).not.toContain("canary");
  });

  it("changes only the named fields of a workspace", async () => {
    reply("PATCH /api/v1/workspaces/default", { data: { slug: "default" } });
    const words = "workspaces update default --default-provider-sort none --io-logging on";
    const more = "--io-logging-keys all --io-logging-sampling-rate 0.25 --description none";
    await portico(`${words} ${more}`.split(" "));
    expect(gateway.seen[0]?.body).toEqual({
      description: null,
      default_provider_sort: null,
      is_observability_io_logging_enabled: true,
      io_logging_sampling_rate: 0.25,
      io_logging_api_key_ids: null,
    });
    expect(await portico(["workspaces", "update", "default"])).toMatchObject({ exitCode: 2 });
  });

  it("lists models at prices per million tokens, with the date of the prices", async () => {
    const model = {
      id: "sandbox/embed",
      kind: "embedding",
      context_length: 8192,
      dimensions: 384,
      architecture: { input_modalities: ["text", "image"] },
      pricing: { prompt: "0.00000001", completion: "0" },
    };
    reply("GET /api/v1/models", { data: [model], total_count: 1 });
    const { out } = await portico(["models", "list", "--kind", "embedding"]);
    expect(out).toMatch(/sandbox\/embed +embedding +8192 +384 +0\.01 +0 +text\+image/);
    expect(out).toMatch(/list prices of \d{4}-\d\d-\d\d; source: /);
  });

  it("shows activity by the groups that are named", async () => {
    const row = {
      app_title: "Shop",
      requests: 3,
      prompt_tokens: 9,
      completion_tokens: 1,
      usage: 1e-7,
    };
    reply("GET /api/v1/activity", { data: [row], total_count: 1 });
    const { out } = await portico(["activity", "--by", "app", "--from", "2026-11-01"]);
    expect(gateway.seen[0]?.url).toContain("group_by=app&start_date=2026-11-01");
    expect(out).toMatch(/Shop +3 +9 +1 +0\.0000001 +- +-$/);
    expect(out).not.toContain("UNBILLED");
    const other = { ...row, app_title: "Till", unbilled: 0.25 };
    reply("GET /api/v1/activity", { data: [{ ...row, unbilled: 0 }, other], total_count: 2 });
    const { out: told } = await portico(["activity", "--by", "app"]);
    expect(told).toMatch(/COST \$ +P50 MS +P99 MS +UNBILLED \$/);
    expect(told).toMatch(/Till +3 +9 +1 +0\.0000001 +- +- +0\.25$/);
  });

  it("grants credits, and says where credits are not enforced", async () => {
    const data = { total_credits: 100, total_usage: 1, remaining: 99, enforced: false };
    reply("POST /api/v1/credits", { data }, 201);
    const { out } = await portico(["credits", "grant", "100", "--note", "Q3"]);
    expect(gateway.seen[0]?.body).toEqual({ amount: 100, note: "Q3" });
    expect(out).toContain("credits.enforce");
  });

  it("shows changes field by field, and requests no more events than --limit", async () => {
    const event = {
      created_at: "2026-11-03T10:12:41.207Z",
      action: "updateApiKey",
      actor: { type: "key", key_id: 2, key_kind: "management", name: "Ops\u001b[2J" },
      target: { type: "api_key", id: "7" },
      before: { limit: 10 },
      after: { limit: 25, name: "x".repeat(90) },
      client_ip: "203.0.113.7",
      request_id: "req-9",
    };
    reply("GET /api/v1/audit", { data: [event], total_count: 7 });
    const words = "audit --actor-key 2 --action updateApiKey --limit 2";
    const { out } = await portico(words.split(" "));
    expect(gateway.seen.map(({ url }) => url)).toEqual([
      "/api/v1/audit?actor_key_id=2&action=updateApiKey&limit=2",
      "/api/v1/audit?actor_key_id=2&action=updateApiKey&limit=2&offset=1",
    ]);
    expect(out).toContain("key 2 (Ops·[2J)");
    expect(out).toMatch(/limit: 10 → 25, name: - → "x{39}… +203\.0\.113\.7 +req-9$/);
  });

  describe("requests", () => {
    const request = (id: string, second: number) => ({
      ...{ id, api_key_id: 7, model: "m\u001b[2J", provider_name: null, status: 502 },
      ...{ error: { code: "serverError" }, latency: 10, generation_time: 2, tokens_prompt: 5 },
      ...{ tokens_completion: 0, total_cost: 0, settled_at: `2026-11-22T14:00:0${second}.000Z` },
    });
    const path = "GET /api/v1/generations";

    it("lists as many as --limit over all pages, with filters", async () => {
      reply(path, { data: [request("gen-1", 1)], next_cursor: "c", links: { next: null } });
      const words = "requests --failed --end-user ann --min-cost 0.5 --limit 2";
      const { out } = await portico(words.split(" "));
      expect(gateway.seen.map(({ url }) => url)).toEqual([
        "/api/v1/generations?failed=true&end_user=ann&min_cost=0.5&limit=2",
        "/api/v1/generations?failed=true&end_user=ann&min_cost=0.5&limit=2&cursor=c",
      ]);
      expect(out).toMatch(/gen-1 +7 +m·\[2J +- +502 serverError +12 +5 +0 +0/);
    });

    it("shows what was refused, with the sentence, and takes no flag that says nothing about it", async () => {
      const row = {
        ...{ last_at: "2026-11-22T14:00:01.000Z", requests: 58, api_key_name: "ci", api_key_id: 7 },
        ...{ model: "m\u001b[2J", status: 402, reason: "out_of_credits", last_message: "Used up." },
      };
      reply("GET /api/v1/refusals", { data: [row], links: { next: null }, total_count: 1 });
      const words = "requests --refused --api-key 7 --error-kind out_of_credits";
      const { out } = await portico(words.split(" "));
      expect(gateway.seen.map(({ url }) => url)).toEqual([
        "/api/v1/refusals?limit=50&api_key_hash=7&reason=out_of_credits",
      ]);
      expect(out).toMatch(/58 +ci +m·\[2J +402 out_of_credits +Used up\./);
      const { err, exitCode } = await portico("requests --refused --min-cost 1".split(" "));
      expect(err).toContain("--refused cannot be combined with --min-cost.");
      expect(exitCode).not.toBe(0);
    });

    it("prints each request once with --follow, oldest first", async () => {
      const list = (...data: readonly object[]) => ({ data, next_cursor: null, links: {} });
      reply(path, list(request("gen-2", 2), request("gen-1", 1)));
      const following = portico(["requests", "--follow", "--json"]);
      await expect.poll(() => gateway.seen.length).toBeGreaterThan(1);
      expect(gateway.seen[1]?.url).toContain("from=2026-11-22T13%3A59%3A47.000Z");
      reply(path, list(request("gen-3", 3), request("gen-2", 2)));
      const asked = gateway.seen.length;
      await expect.poll(() => gateway.seen.length).toBeGreaterThan(asked + 1);
      reply(path, { error: { code: 401, message: "Revoked.", metadata: null } }, 401);
      const { written, exitCode } = await following;
      expect(written.map((row) => JSON.parse(row).id)).toEqual(["gen-1", "gen-2", "gen-3"]);
      expect(exitCode).not.toBe(0);
    });
  });

  it("lists alerts page by page, with what became of each delivery", async () => {
    const hook = {
      ...{ channel: "webhook", type: "budget.threshold", recipient: null, state: "waiting" },
      ...{ attempts: 2, last_error: "The webhook answered 503.", sent_at: null },
      next_attempt_at: "2026-11-22T14:06:00.000Z",
    };
    const alert = {
      ...{ id: "a", kind: "budget", state: "waiting", subject: "key:7", workspace_id: "w" },
      ...{ subject_name: "Sea\u001brch", threshold_percent: 80, period: "2026-11", limit: 10 },
      ...{ spent: 8.12, remaining: 1.88, resets_at: null, details: {}, resolved_at: null },
      created_at: "2026-11-22T14:05:12.310Z",
      deliveries: [
        hook,
        { ...hook, channel: "email", state: "sent", attempts: 1, last_error: null },
      ],
    };
    const outage = { ...alert, kind: "provider_down", resolved_at: "2026-11-22T15:00:00.000Z" };
    reply("GET /api/v1/alerts", { data: [alert, outage], total_count: 2 });
    const { out } = await portico("alerts --kind budget --subject key:7 --state failed".split(" "));
    expect(gateway.seen.map(({ url }) => url)).toEqual([
      "/api/v1/alerts?kind=budget&subject=key%3A7&state=failed&limit=100",
    ]);
    expect(out).toContain("key:7 (Sea·rch)");
    expect(out).toContain("80 %: $8.12 of $10 for 2026-11");
    expect(out).toContain("webhook waiting, 2 attempts: The webhook answered 503.; email sent");
    expect(out).toContain("answers since 2026-11-22T15:00:00.000Z");
  });

  it("passes on the gateway's message with its request id", async () => {
    const { exitCode, err } = await portico(["keys", "revoke", "9", "--yes"]);
    expect(exitCode).toBe(1);
    expect(err).toBe(
      `portico: The resource does not exist. (404 from ${gateway.url}, request req-1)`,
    );
  });

  it("says where its management key comes from when that is refused", async () => {
    reply("GET /api/v1/keys", { error: { code: 401, message: "No." } }, 401);
    expect((await portico(["keys", "list"])).err).toContain("PORTICO_MANAGEMENT_KEY");
  });

  it("says that no gateway answers, and how to start one", async () => {
    const { exitCode, err } = await portico(["keys", "list", "--url", "http://127.0.0.1:1"]);
    expect(exitCode).toBe(3);
    expect(err).toContain(
      'No gateway answers at http://127.0.0.1:1: is it running? Start it with "npm start"',
    );
  });

  it("says that there is no key where the gateway never ran", async () => {
    await rm(join(folder, "bootstrap.json"));
    const { exitCode, err } = await portico(["keys", "list"]);
    expect(exitCode).toBe(2);
    expect(err).toContain("Start the gateway once here");
  });

  it.each([
    ["keys create", "--name"],
    ["keys create --name a --limit 1e3", "US dollars"],
    ["keys create --name a --limit -1", "US dollars"],
    ["keys create --name a --limit 0.0000000001", "US dollars"],
    ["keys create --name a --rpm 0", "whole number"],
    ["requests --min-cost 1e3", "US dollars"],
    ["requests --min-cost 0x10", "US dollars"],
    ["requests --min-cost Infinity", "US dollars"],
    ["keys creat --name a", "Did you mean create?"],
    ["workspaces update w --io-logging maybe", '"on" or "off"'],
    ["activity --by week", "Groups are"],
    ["models list --kind image", "embedding, rerank, text"],
    ["alerts --state lost", "waiting, sent, failed, unsent"],
    ["audit --actor robot", "key, local, system"],
    ["keys create --name a --local --key ptcm_x", "cannot be used with"],
    ["credits grant 0 --local", "more than 0"],
  ])("refuses `%s` as written wrongly", async (words, hint) => {
    const { exitCode, err } = await portico(words.split(" "));
    expect(exitCode).toBe(2);
    expect(err).toContain(hint);
    expect(gateway.seen).toEqual([]);
  });

  it("has help with an example for every command", async () => {
    const environment = { url: "", managementKey: "", dataFolder: "", host: "", port: 0 };
    const program = createProgram({ terminal: fakeTerminal(), environment });
    const leaves = program.commands.flatMap((command) =>
      command.commands.length === 0
        ? [[command.name()]]
        : command.commands.map((leaf) => [command.name(), leaf.name()]),
    );
    expect(leaves.map((words) => words.join(" "))).toEqual(
      expect.arrayContaining(["keys create", "workspaces update", "byok rotate", "activity"]),
    );
    for (const words of leaves) {
      const { exitCode, out } = await portico([...words, "--help"]);
      expect(exitCode, words.join(" ")).toBe(0);
      expect(out, words.join(" ")).toContain(`$ portico ${words.join(" ")}`);
      if (words[0] !== "serve") expect(out, words.join(" ")).toContain("--json");
    }
  });

  it("works as a process of its own, with its settings from the environment", async () => {
    reply("GET /api/v1/workspaces", { data: [], total_count: 0 });
    const environment = { ...process.env, PORTICO_URL: gateway.url, PORTICO_DATA: folder };
    const main = join(import.meta.dirname, "main.ts");
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [main, "workspaces", "list", "--json"],
      { env: environment },
    );
    expect(stdout).toBe("[]\n");
    expect(gateway.seen[0]?.authorization).toBe("Bearer ptcm_y");
  });
});
