import { copyFile, mkdir, mkdtemp, readdir, readFile, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eventually } from "@portico/test-support/eventually";
import {
  failToStart,
  type GatewayProcess,
  startGatewayProcess,
} from "@portico/test-support/gateway-process";
import { afterEach, beforeEach, expect, it } from "vitest";
import { databaseFile } from "../src/store/sqlite/open-sqlite-store.ts";
import { checkInvariants } from "./books/invariants.ts";
import { rawSql } from "./store/raw-sql.ts";
import { bearer, jsonHeaders } from "./support/gateway.ts";

let folder: string;
let data: string;
const running: GatewayProcess[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "portico-lost-"));
  data = join(folder, "data");
  await mkdir(data, { mode: 0o700 });
});
afterEach(async () => {
  for (const gateway of running.splice(0)) await gateway.stop("SIGKILL");
  await rm(folder, { recursive: true, force: true });
});

async function start(dataFolder = data): Promise<GatewayProcess> {
  const gateway = await startGatewayProcess(dataFolder);
  running.push(gateway);
  return gateway;
}

const keysIn = async (dataFolder: string) =>
  JSON.parse(await readFile(join(dataFolder, "bootstrap.json"), "utf8"));

async function embed({ url }: GatewayProcess, key: string): Promise<number> {
  const reply = await fetch(`${url}/api/v1/embeddings`, {
    method: "POST",
    headers: jsonHeaders(key),
    body: JSON.stringify({ model: "sandbox/embed", input: "hello" }),
  });
  await reply.arrayBuffer();
  return reply.status;
}

async function rowsIn(dataFolder: string): Promise<number> {
  const [row] = await rawSql({ dataFolder }, "select count(*) as rows from ledger");
  return Number(row?.["rows"]);
}

/** Three callers ask until they are refused; gives how many requests were answered. */
async function askUntilRefused(gateway: GatewayProcess, key: string): Promise<number> {
  let answered = 0;
  const lane = async () => {
    while ((await embed(gateway, key)) === 200) answered += 1;
  };
  await Promise.all([lane(), lane(), lane()]);
  return answered;
}

it.each([databaseFile, `${databaseFile}-wal`])(
  "refuses requests under load once %s is deleted, and what it has answered comes back with the copy that it makes",
  async (file) => {
    const gateway = await start();
    const { api_key: key, management_key: managementKey } = await keysIn(data);
    const asking = askUntilRefused(gateway, key);
    await eventually(async () => expect(await rowsIn(data)).toBeGreaterThan(5));
    await rm(join(data, file));
    const answered = await asking;
    const listed = await fetch(`${gateway.url}/api/v1/keys`, { headers: bearer(managementKey) });
    expect(listed.status).toBe(503);
    await eventually(async () => expect((await fetch(`${gateway.url}/readyz`)).status).toBe(503));
    expect((await fetch(`${gateway.url}/healthz`)).status).toBe(200);
    const saved = /"level":"fatal".*"All that was booked is saved in ([^ "]+rescued-\w+-\w+)\./;
    await eventually(() => expect(gateway.logged()).toMatch(saved));
    // A checkpoint may just have made an empty one in its place.
    const lost = new RegExp(`${file} was (deleted|replaced) while the gateway had it open`);
    expect(gateway.logged()).toMatch(lost);
    await gateway.stop("SIGKILL");

    const [, copy = ""] = saved.exec(gateway.logged()) ?? [];
    for (const suffix of ["", "-wal", "-shm"])
      await rm(join(data, databaseFile + suffix), { force: true });
    await rename(copy, join(data, databaseFile));
    const again = await start();
    expect(await embed(again, key)).toBe(200);
    expect(await rowsIn(data)).toBeGreaterThanOrEqual(answered + 1);
    const problems = await checkInvariants({ dataFolder: data });
    // Of what was under way; they are closed as abandoned, as after any crash.
    expect(problems.filter((problem) => !problem.startsWith("a hold is open"))).toEqual([]);
  },
);

it("does not make new keys over those of a store that is gone, and says where a copy of it lies", async () => {
  const gateway = await start();
  const keys = await keysIn(data);
  await rm(join(data, databaseFile));
  await eventually(() => expect(gateway.logged()).toContain("All that was booked is saved"));
  await gateway.stop("SIGKILL");
  const refused = await failToStart(data, {});
  expect(refused.code).toBe(1);
  expect(refused.message).toMatch(
    /^portico: An earlier start has left [^\n]*bootstrap\.json and [^\n]*master\.key and [^\n]*, but [^\n]* is empty[^\n]*\n[^\n]*rename [^\n]*portico\.db\.rescued-\w+-\w+ to portico\.db\.\n[^\n]*move those files[^\n]*\n$/,
  );
  expect(await keysIn(data)).toEqual(keys);
});

it("is whole in a copy of the database alone after some requests and a rest", async () => {
  const gateway = await start();
  const { api_key: key } = await keysIn(data);
  for (let count = 0; count < 5; count += 1) expect(await embed(gateway, key)).toBe(200);
  const copied = join(folder, "copied");
  await mkdir(copied);
  for (const name of ["master.key", "bootstrap.json"])
    await copyFile(join(data, name), join(copied, name));
  const copyDatabase = async () => {
    await copyFile(join(data, databaseFile), join(copied, databaseFile));
    expect(await rowsIn(copied)).toBe(5);
  };
  await eventually(copyDatabase, 500);
  await gateway.stop("SIGKILL");
  const other = await start(copied);
  expect(other.printed()).not.toContain("This is the first start");
  expect(await embed(other, key)).toBe(200);
  expect(await rowsIn(copied)).toBe(6);
});

it("has its tables and first keys in the database alone as soon as it listens", async () => {
  await start();
  const { api_key: key } = await keysIn(data);
  const copied = join(folder, "copied");
  await mkdir(copied);
  for (const name of [databaseFile, "master.key", "bootstrap.json"])
    await copyFile(join(data, name), join(copied, name));
  expect(await readdir(copied)).toHaveLength(3);
  expect(await embed(await start(copied), key)).toBe(200);
});
