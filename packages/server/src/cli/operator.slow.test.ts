import { chmod, mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fakeTerminal } from "../../test/cli/fake-terminal.ts";
import {
  type FakeUpstream,
  startFakeUpstream,
  vendorEmbedding,
} from "../../test/cli/fake-upstream.ts";
import {
  type Finished,
  portico,
  type RunningGateway,
  startGatewayProcess,
} from "../../test/cli/portico-process.ts";
import { run } from "./program.ts";

let folder: string;
let upstream: FakeUpstream;
let gateway: RunningGateway;
let environment: Record<string, string>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "portico-operator-"));
  upstream = await startFakeUpstream();
  const file = join(folder, "portico.yaml");
  await writeFile(file, `limits: { tokens_per_minute: 50000 }\n${vendorEmbedding(upstream)}`);
  environment = { PORTICO_DATA: join(folder, "data"), PORTICO_CONFIG: file };
  gateway = await startGatewayProcess(environment);
});
afterAll(async () => {
  await gateway.stop();
  await upstream.close();
  await rm(folder, { recursive: true });
});

/** These commands read the settings of their own process; the others run in this one, to be quick. */
const local = new Set(["backup", "doctor", "secrets"]);

async function operator(words: string, input = ""): Promise<Finished> {
  const given = words.split(" ");
  if (local.has(given[0] ?? "")) return portico(given, { ...environment, ...portOf(gateway.url) });
  const terminal = fakeTerminal({ secret: input.trim() });
  const exitCode = await run(given, {
    terminal,
    environment: {
      url: gateway.url,
      managementKey: undefined,
      dataFolder: environment["PORTICO_DATA"] ?? "",
      host: "",
      port: 0,
    },
  });
  return { exitCode, out: terminal.written.join("\n"), err: terminal.told.join("\n") };
}

const portOf = (url: string) => ({ PORT: new URL(url).port });

async function json(words: string, input?: string) {
  const { exitCode, out, err } = await operator(`${words} --json`, input);
  if (exitCode !== 0) throw new Error(`portico ${words}: ${err}`);
  return JSON.parse(out);
}

/** Runs in a process of its own, without a key or an address of a gateway. */
async function onStore(words: string) {
  const { exitCode, out, err } = await portico([...words.split(" "), "--json"], environment);
  if (exitCode !== 0) throw new Error(`portico ${words}: ${err}`);
  return JSON.parse(out);
}

async function embed(key: string, model: string): Promise<number> {
  const response = await fetch(`${gateway.url}/api/v1/embeddings`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ model, input: "Hello" }),
  });
  await response.arrayBuffer();
  return response.status;
}

/** One story over one gateway process, in this order. */
describe("an operator at the command line", () => {
  it("makes keys that work, with limits that hold, and revokes them at once", async () => {
    const workspace = await json("workspaces create --name Search --slug search");
    const free = await json("keys create --name free --workspace search --rpm 600");
    const poor = await json("keys create --name poor --limit 0.000000001");
    expect(free).toMatchObject({ workspace_id: workspace.id, requests_per_minute: 600 });
    expect(free, "the operator's default").toMatchObject({ tokens_per_minute: 50_000 });
    expect(await embed(free.key, "sandbox/embed")).toBe(200);
    expect(await embed(poor.key, "sandbox/embed")).toBe(402);
    const listed = await json("keys list");
    expect(listed.map((key: { name: string }) => key.name)).toEqual(
      expect.arrayContaining(["free", "poor"]),
    );
    expect(await json(`keys revoke ${free.id} --yes`)).toEqual({ id: free.id, deleted: true });
    expect(await embed(free.key, "sandbox/embed")).toBe(401);
  });

  it("sees the usage", async () => {
    const rows = await json("activity --by model");
    expect(rows).toEqual(
      expect.arrayContaining([expect.objectContaining({ model: "sandbox/embed" })]),
    );
    const { out } = await operator("activity --by model");
    expect(out).toMatch(/^MODEL +REQUESTS/);
  });

  it("grants credits on the store, which no key may", async () => {
    const refused = await operator("credits grant 12.5");
    expect(refused.exitCode).toBe(1);
    expect(refused.err).toContain("portico credits grant <usd> --local");
    const granted = await onStore("credits grant 12.5 --note Q3 --local");
    expect(granted).toMatchObject({ total_credits: 12.5, enforced: false });
    expect((await json("audit --action grantCredits"))[0]).toMatchObject({
      actor: { type: "local" },
      after: { granted: 12.5, amount: 12.5, note: "Q3" },
    });
  });

  it("gets access again with a management key made on the store, beside the running gateway", async () => {
    const made = await onStore("keys create --name rescue --management --local");
    expect(made).toMatchObject({ name: "rescue", kind: "management", creator_user_id: "local" });
    const keys = await json(`keys list --key ${made.key}`);
    expect(keys).toEqual(expect.arrayContaining([expect.objectContaining({ id: made.id })]));
    const query = `audit --actor local --target-type api_key --target-id ${made.id}`;
    expect(await json(query)).toEqual([
      expect.objectContaining({
        action: "createApiKey",
        actor: {
          ...{ type: "local", name: expect.any(String) },
          ...{ key_id: null, key_kind: null, subject: null, session_id: null },
        },
        client_ip: null,
        request_id: null,
      }),
    ]);
    expect(await json(`keys revoke ${made.id} --yes`)).toMatchObject({ deleted: true });
  });

  it("makes ordinary keys on the store as the gateway would, with the operator's defaults", async () => {
    const made = await onStore("keys create --name here --workspace search --limit 1 --local");
    expect(made).toMatchObject({ limit: 1, tokens_per_minute: 50_000, kind: "ordinary" });
    expect(await embed(made.key, "sandbox/embed")).toBe(200);
  });

  it("cannot revoke the last management key, and gets advice", async () => {
    const [last] = (await json("keys list")).filter(
      (key: { kind: string }) => key.kind === "management",
    );
    const { exitCode, err } = await operator(`keys revoke ${last.id} --yes`);
    expect(exitCode).toBe(1);
    expect(err).toMatch(
      /last usable management key.*Create another management key first.*\(409 from /,
    );
  });

  it("sees who changed what", async () => {
    const { out } = await operator("audit --limit 5");
    const [heading, ...rows] = out.split("\n");
    expect(heading).toMatch(/^TIME +WHO +ACTION +TARGET +CHANGE +FROM +REQUEST$/);
    expect(rows).toHaveLength(5);
    expect(rows[0]).toMatch(/ local \(\S+\) +createApiKey +api_key \d+ +\+ here +- +-$/);
  });

  it("changes a workspace", async () => {
    const words = "workspaces update search --default-provider-sort latency --data-discount on";
    expect(await json(words)).toMatchObject({
      default_provider_sort: "latency",
      is_data_discount_logging_enabled: true,
    });
  });

  it("brings a credential, replaces it, and has it re-keyed: it still reaches its provider", async () => {
    const { key } = await json("keys create --name byok");
    expect(await embed(key, "vendor/embed")).toBe(404);
    const { id } = await json("byok add --provider vendor --workspace default", "sk-first\n");
    expect(await embed(key, "vendor/embed")).toBe(200);
    await json(`byok rotate ${id}`, "sk-second\n");
    expect(await embed(key, "vendor/embed")).toBe(200);
    expect(upstream.credentials).toEqual(["Bearer sk-first", "Bearer sk-second"]);

    const tooSoon = await operator("secrets rotate --yes");
    expect(tooSoon.err).toContain(`A gateway is running at ${gateway.url}: stop it first.`);
    expect(await gateway.stop()).toBe(0);
    const rotated = await operator("secrets rotate --yes --json");
    expect(JSON.parse(rotated.out)).toEqual({
      rewrapped: 1,
      rewrapped_io_log: 0,
      rewrapped_configuration: 1,
    });
    gateway = await startGatewayProcess(environment);
    expect(await embed(key, "vendor/embed")).toBe(200);
    expect(upstream.credentials.at(-1)).toBe("Bearer sk-second");
    expect(
      (await json("audit --action rotateSecrets")).map(({ after }: { after: unknown }) => after),
    ).toEqual([{ rewrapped: 1 }]);

    expect(await json(`byok remove ${id} --yes`)).toEqual({ id, deleted: true });
    expect(await embed(key, "vendor/embed")).toBe(404);
  });

  it("copies the database while it is in use, readable by the owner only, and overwrites no file", async () => {
    const path = join(folder, "copy.db");
    expect(await json(`backup ${path}`)).toEqual({ path });
    const copy = await stat(path);
    expect(copy.size).toBeGreaterThan(0);
    expect(copy.mode & 0o077).toBe(0);
    const again = await operator(`backup ${path}`);
    expect(again.exitCode).toBe(1);
    expect(again.err).toContain("a file of that name already exists");
    expect((await json("audit --action backUpStore"))[0]).toMatchObject({
      actor: { type: "local" },
      target: { type: "store", id: "backup" },
      after: { path },
    });
  });

  it("has everything examined", async () => {
    const { healthy, findings } = await json("doctor");
    expect(healthy).toBe(true);
    const states = findings.map((found: { check: string; state: string }) => [
      found.check,
      found.state,
    ]);
    expect(states).toEqual(
      expect.arrayContaining([
        ["configuration", "ok"],
        ["configuration in use", "ok"],
        ["secret", "ok"],
        ["storage", "ok"],
        ["data folder", "ok"],
        ["provider sandbox", "ok"],
        // The operator has no credential for it.
        ["provider vendor", "warning"],
      ]),
    );
  });

  it("gets each mistake named: a line of the file, a mode, a provider, a setting", async () => {
    const file = join(folder, "broken.yaml");
    await writeFile(file, "sandbox: true\nmodles: []\n");
    const broken = { ...environment, PORTICO_CONFIG: file };
    const configuration = await portico(["doctor"], broken);
    expect(configuration.exitCode).toBe(1);
    expect(configuration.out).toMatch(/failed +configuration +\S*broken\.yaml:2:1: Unknown key/);

    await writeFile(
      file,
      'providers: { dead: { kind: openai-compatible, base_url: "http://127.0.0.1:1/v1" } }',
    );
    await chmod(join(folder, "data", "bootstrap.json"), 0o644);
    const { out } = await portico(["doctor"], broken);
    await chmod(join(folder, "data", "bootstrap.json"), 0o600);
    expect(out).toMatch(/failed +data folder +others on this machine can read \S+bootstrap\.json/);
    expect(out).toMatch(/failed +provider dead/);

    const settings = await portico(["doctor"], { ...environment, PORT: "eighty" });
    expect(settings.out).toMatch(/failed +environment +PORT must be/);
  });
});
