import { randomBytes } from "node:crypto";
import { copyFile, mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  failToStart,
  type GatewayProcess,
  startGatewayProcess,
} from "@portico/test-support/gateway-process";
import { temporaryDatabase } from "@portico/test-support/postgres/temporary-database";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { StorePlace } from "../src/store/open-store.ts";
import { databaseFile } from "../src/store/sqlite/open-sqlite-store.ts";
import { checkInvariants } from "./books/invariants.ts";
import { portico } from "./cli/portico-process.ts";
import { rawSql } from "./store/raw-sql.ts";

/** The procedures of packages/docs/guides/runbook.md, done with real processes. */
let folder: string;
const undo: (() => unknown)[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "portico-procedures-"));
});
afterEach(async () => {
  for (const each of undo.splice(0).toReversed()) await each();
  await rm(folder, { recursive: true, force: true });
});

async function start(dataFolder: string, environment: Record<string, string> = {}) {
  await mkdir(dataFolder, { recursive: true });
  const gateway = await startGatewayProcess(dataFolder, environment);
  undo.push(() => gateway.stop());
  return gateway;
}

async function keysIn(dataFolder: string): Promise<{ api_key: string; management_key: string }> {
  return JSON.parse(await readFile(join(dataFolder, "bootstrap.json"), "utf8"));
}

async function embed({ url }: GatewayProcess, key: string): Promise<number> {
  const reply = await fetch(`${url}/api/v1/embeddings`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ model: "sandbox/embed", input: "hello" }),
  });
  await reply.arrayBuffer();
  return reply.status;
}

async function rowsOf(place: StorePlace): Promise<number> {
  const [row] = await rawSql(place, "select count(*) as rows from ledger");
  return Number(row?.["rows"]);
}

it("backs up the embedded store while it serves, and serves from the copy", async () => {
  const from = join(folder, "from");
  const to = join(folder, "to");
  const copy = join(folder, "copy.db");
  const gateway = await start(from);
  const { api_key: key, management_key: managementKey } = await keysIn(from);
  expect(await embed(gateway, key)).toBe(200);
  let isOver = false;
  const serving = (async () => {
    while (!isOver) expect(await embed(gateway, key)).toBe(200);
  })();
  const backedUp = await portico(["backup", copy], { PORTICO_DATA: from, PORT: "1" });
  isOver = true;
  await serving;
  expect(backedUp).toMatchObject({ exitCode: 0 });
  await gateway.stop();

  await mkdir(to);
  await copyFile(copy, join(to, databaseFile));
  await copyFile(join(from, "master.key"), join(to, "master.key"));
  const kept = await rowsOf({ dataFolder: to });
  expect(kept).toBeGreaterThan(0);
  expect(kept).toBeLessThanOrEqual(await rowsOf({ dataFolder: from }));
  const restored = await start(to);
  expect(await embed(restored, key)).toBe(200);
  const listed = await fetch(`${restored.url}/api/v1/keys`, {
    headers: { authorization: `Bearer ${managementKey}` },
  });
  expect(listed.status).toBe(200);
  expect(await rowsOf({ dataFolder: to })).toBe(kept + 1);
});

const engines: readonly {
  readonly engine: string;
  make(): Promise<{ readonly place: StorePlace; readonly environment: Record<string, string> }>;
}[] = [
  {
    engine: "SQLite",
    make: async () => ({ place: { dataFolder: join(folder, "old") }, environment: {} }),
  },
  {
    engine: "PostgreSQL",
    async make() {
      const { url, drop } = await temporaryDatabase();
      undo.push(drop);
      const environment = { DATABASE_URL: url, PORTICO_SECRET: randomBytes(32).toString("base64") };
      return { place: { databaseUrl: url }, environment };
    },
  },
];

/** What a release after this one may do to the tables: it adds, and never takes away. */
const additions = [
  "alter table ledger add column of_the_future text",
  "alter table holds add column of_the_future text not null default ''",
  "alter table keys add column of_the_future bigint",
  "alter table key_balances add column of_the_future bigint not null default 0",
  "alter table activity_days add column of_the_future bigint not null default 0",
  "create table of_the_future (id integer primary key)",
  "insert into portico_migrations (version, name, applied_at_ms) values (999, 'of-the-future', 0)",
];

describe.each(engines)("an upgrade on $engine", ({ make }) => {
  it("lets a running old program go on serving, and lets no old one start", async () => {
    const { place, environment } = await make();
    const dataFolder = join(folder, "old");
    const old = await start(dataFolder, environment);
    const { api_key: key } = await keysIn(dataFolder);
    expect(await embed(old, key)).toBe(200);
    for (const statement of additions) await rawSql(place, statement);
    expect(await embed(old, key)).toBe(200);
    expect(await embed(old, key)).toBe(200);
    expect(await rowsOf(place)).toBe(3);
    expect(await failToStart(dataFolder, environment)).toMatchObject({
      code: 1,
      message: expect.stringContaining("start a newer program"),
    });
    expect(await embed(old, key)).toBe(200);
    expect(await old.stop()).toBe(0);
    expect(await checkInvariants(place)).toEqual([]);
  });
});
