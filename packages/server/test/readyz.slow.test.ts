import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { eventually } from "@portico/test-support/eventually";
import { type GatewayProcess, startGatewayProcess } from "@portico/test-support/gateway-process";
import { startPostgresProxy } from "@portico/test-support/postgres/postgres-proxy";
import { temporaryDatabase } from "@portico/test-support/postgres/temporary-database";
import {
  makeImmutable,
  mountSmallDisk,
  noImmutableFiles,
  noSmallDisk,
  takeWhatIsLeft,
} from "@portico/test-support/small-disk";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { databaseFile } from "../src/store/sqlite/open-sqlite-store.ts";

let folder: string;
const undo: (() => unknown)[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "portico-readyz-"));
});
afterEach(async () => {
  for (const each of undo.splice(0).toReversed()) await each();
  await rm(folder, { recursive: true, force: true });
});

async function start(environment: Record<string, string> = {}): Promise<GatewayProcess> {
  const gateway = await startGatewayProcess(folder, environment);
  undo.push(() => gateway.stop("SIGKILL"));
  return gateway;
}

const statusOf = async ({ url }: GatewayProcess) => (await fetch(`${url}/readyz`)).status;

/** As a balancer does, which asks again and again. */
const untilReadiness = (gateway: GatewayProcess, status: number, meanwhile = async () => {}) =>
  eventually(async () => {
    await meanwhile();
    expect(await statusOf(gateway)).toBe(status);
  });

/** What the log says of it, once each way, however often it was asked. */
const changesIn = (gateway: GatewayProcess): readonly string[] =>
  [...gateway.logged().matchAll(/"msg":"[^"]*(is not ready|is ready)"/g)].map(
    ([, change = ""]) => change,
  );
const untilLogged = (gateway: GatewayProcess, changes: readonly string[]) =>
  eventually(() => expect(changesIn(gateway)).toEqual(changes));

const withReason = (name: string, reason: string | null) =>
  reason === null ? name : `${name} (skipped: ${reason})`;

describe("/readyz of a gateway on SQLite", () => {
  // Not its third one, which is memory that processes share: a process that writes there then dies of SIGBUS.
  const files = [databaseFile, `${databaseFile}-wal`];

  it.skipIf(noSmallDisk() !== null)(
    withReason("says 503 while the disk is full, and 200 once there is room", noSmallDisk()),
    async () => {
      undo.push(await mountSmallDisk(folder, 24 * 1024 * 1024));
      const gateway = await start();
      await untilReadiness(gateway, 200);
      const filler = join(folder, "filler");
      // The log's existing disk space is overwritten before it asks for more.
      await untilReadiness(gateway, 503, () => takeWhatIsLeft(folder, filler));
      await writeFile(filler, "");
      await untilReadiness(gateway, 200);
      await untilLogged(gateway, ["is not ready", "is ready"]);
    },
  );

  it.skipIf(noImmutableFiles() !== null)(
    withReason("says 503 while its files are immutable", noImmutableFiles()),
    async () => {
      const gateway = await start();
      await untilReadiness(gateway, 200);
      const thaw = await makeImmutable(files.map((name) => join(folder, name)));
      undo.push(thaw);
      await untilReadiness(gateway, 503);
      await thaw();
      await untilReadiness(gateway, 200);
    },
  );

  it("says 503 while another program holds the database locked", async () => {
    const gateway = await start();
    await untilReadiness(gateway, 200);
    const other = new DatabaseSync(join(folder, databaseFile), { timeout: 10_000 });
    undo.push(() => other.close());
    other.exec("begin immediate");
    await untilReadiness(gateway, 503);
    other.exec("rollback");
    await untilReadiness(gateway, 200);
    await untilLogged(gateway, ["is not ready", "is ready"]);
  });
});

describe("/readyz of a gateway on PostgreSQL", () => {
  const lockable = ["ledger", "holds", "keys", "key_balances", "workspaces", "activity_days"];

  async function onPostgres() {
    const database = await temporaryDatabase();
    undo.push(database.drop);
    const proxy = await startPostgresProxy(database.url);
    undo.push(proxy.stop);
    const gateway = await start({
      DATABASE_URL: proxy.url,
      PORTICO_SECRET: "q3Zk0mJ8v1T5y7B2n4X6c8L0w9R1e3U5",
    });
    const direct = new pg.Client(database.url);
    direct.on("error", () => {});
    await direct.connect();
    undo.push(() => direct.end());
    return { gateway, proxy, direct, name: new URL(database.url).pathname.slice(1) };
  }

  it("says 503 while the server is stopped or does not answer, and 200 once it is back", async () => {
    const { gateway, proxy } = await onPostgres();
    await untilReadiness(gateway, 200);
    await proxy.stop();
    await untilReadiness(gateway, 503);
    await proxy.resume();
    await untilReadiness(gateway, 200);
    proxy.stall();
    await untilReadiness(gateway, 503);
    await proxy.resume();
    await untilReadiness(gateway, 200);
  });

  it("says 503 while a table that requests need is locked, whichever it is", async () => {
    const { gateway, direct } = await onPostgres();
    for (const table of lockable) {
      await untilReadiness(gateway, 200);
      await direct.query(`begin; lock table ${table} in access exclusive mode`);
      await untilReadiness(gateway, 503);
      await direct.query("rollback");
    }
    await untilReadiness(gateway, 200);
  });

  it("says 503 while the database is read-only", async () => {
    const { gateway, direct, name } = await onPostgres();
    await untilReadiness(gateway, 200);
    const endAll = () =>
      direct.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()",
      );
    await direct.query(`alter database ${name} set default_transaction_read_only = on`);
    await endAll();
    await untilReadiness(gateway, 503);
    await direct.query("set default_transaction_read_only = off");
    await direct.query(`alter database ${name} set default_transaction_read_only = off`);
    await endAll();
    await untilReadiness(gateway, 200);
  });

  it("leaves no visible row in the database", async () => {
    const { gateway, direct } = await onPostgres();
    await untilReadiness(gateway, 200);
    const { rows } = await direct.query("select id from processes where id like 'write-proof%'");
    expect(rows).toEqual([]);
  });
});
