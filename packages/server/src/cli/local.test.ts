import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { dayMs } from "@portico/core/rules/calendar";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { fakeTerminal } from "../../test/cli/fake-terminal.ts";
import { engines, type TestPlace } from "../../test/store/engines.ts";
import { rawSql } from "../../test/store/raw-sql.ts";
import { admitRequest, firstTenant, settlement } from "../../test/store/records.ts";
import { readCliEnvironment } from "../config.ts";
import { hashKey } from "../secrets/key-format.ts";
import { partsOf } from "./local/archive-files.ts";
import { run as runCommand } from "./program.ts";

/** The only settings: no master key, no address of a gateway, no key. */
const environmentOf = ({ place }: TestPlace): Record<string, string> => {
  if ("databaseUrl" in place) return { DATABASE_URL: place.databaseUrl };
  return "dataFolder" in place ? { PORTICO_DATA: place.dataFolder } : {};
};

const settings = ["PORTICO_DATA", "DATABASE_URL", "PORTICO_CONFIG"];

/** `portico …` in this process, whose environment the store's settings are read from. */
async function portico(words: readonly string[], environment: Readonly<Record<string, string>>) {
  for (const name of settings) vi.stubEnv(name, environment[name]);
  const terminal = fakeTerminal();
  const exitCode = await runCommand(words, { terminal, environment: readCliEnvironment() });
  return { exitCode, out: terminal.written.join("\n"), err: terminal.told.join("\n") };
}

afterEach(() => vi.unstubAllEnvs());

const julyMs = Date.parse("2026-07-15T12:00:00Z");

const rescue = ["keys", "create", "--name", "rescue", "--management", "--local"];

describe.each(engines)("the command line on a store on $engine", ({ makePlace }) => {
  let place: TestPlace;
  beforeEach(async () => {
    place = await makePlace();
  });
  afterEach(() => place[Symbol.asyncDispose]());

  it("creates a management key where none is left, without a running gateway or other settings", async () => {
    const store = await place.open();
    const tenant = await firstTenant(store);
    await rawSql(place.place, "update keys set deleted_at_ms = 1");
    const { exitCode, out, err } = await portico([...rescue, "--json"], environmentOf(place));
    expect([exitCode, err]).toEqual([0, ""]);
    const made = JSON.parse(out);
    const found = await store.keys.findByHash(hashKey(made.key));
    const { organisationId, workspaceId } = tenant;
    expect(found?.caller).toMatchObject({ kind: "management", organisationId, workspaceId });
    const { records } = await store.audit.list(tenant.organisationId, { offset: 0, limit: 1 });
    expect(records[0]).toMatchObject({
      action: "createApiKey",
      actorType: "local",
      targetId: String(made.id),
      after: { kind: "management", name: "rescue" },
    });
  });

  it("grants credits", async () => {
    const tenant = await firstTenant(await place.open());
    const words = ["credits", "grant", "2.5", "--local"];
    const { out } = await portico(words, environmentOf(place));
    expect(out).toContain("2.5 dollars of 2.5 are left.");
    const credits = await (await place.open()).money.credits(tenant.organisationId);
    expect(credits.grantedNanousd).toBe(2_500_000_000);
  });

  it("archives whole months once that is confirmed, and says who did", async () => {
    const store = await place.open();
    const tenant = await firstTenant(store);
    const key = await tenant.key();
    for (const nowMs of [julyMs, Date.now() - dayMs]) {
      const request = admitRequest(key, { nowMs });
      await store.money.admit([request]);
      await store.money.settle([settlement(tenant, request, { nowMs })]);
    }
    await store.activity.count(Date.now());
    const to = await mkdtemp(join(tmpdir(), "portico-archive-"));
    const words = ["archive", "--before", "2026-08", "--to", to];
    const run = (...more: readonly string[]) => portico([...words, ...more], environmentOf(place));
    const wanted = { month: "2026-07", requests: 1 };
    expect(JSON.parse((await run("--dry-run", "--json")).out)).toMatchObject({ months: [wanted] });
    expect((await run()).err).toContain("add --yes to confirm");
    expect(await partsOf(to, "2026-07")).toEqual([]);
    expect((await run("--yes")).out).toMatch(/2026-07 +1 +1/);
    expect(await partsOf(to, "2026-07")).toHaveLength(1);
    expect((await run("--yes")).out).toContain("No request was booked before that month.");
    const { records } = await store.audit.list(tenant.organisationId, { offset: 0, limit: 1 });
    expect(records[0]).toMatchObject({
      ...{ action: "archiveRequests", actorType: "local" },
      after: { archivedBefore: "2026-08" },
    });
    await rm(to, { recursive: true });
  });

  it("says what to do where the gateway was never started on it", async () => {
    await (await place.open()).close();
    const { exitCode, err } = await portico(rescue, environmentOf(place));
    expect(exitCode).toBe(1);
    expect(err).toContain('The store is empty: start the gateway once ("npm start")');
  });

  it("refuses a missing workspace, and changes nothing", async () => {
    const store = await place.open();
    const { organisationId } = await firstTenant(store);
    const all = { offset: 0, limit: 10 };
    const before = await store.audit.list(organisationId, all);
    const words = [...rescue, "--workspace", "nowhere"];
    const { exitCode, err } = await portico(words, environmentOf(place));
    expect([exitCode, err]).toEqual([2, 'portico: There is no workspace "nowhere" in this store.']);
    expect(await store.audit.list(organisationId, all)).toEqual(before);
  });
});

describe("the command line on a store that it cannot work on", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "portico-local-"));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it("names the folder without a database, and creates none", async () => {
    const { exitCode, err } = await portico(rescue, { PORTICO_DATA: folder });
    expect(exitCode).toBe(2);
    expect(err).toContain(`There is no database in ${folder}: PORTICO_DATA names`);
  });

  it("says that the database does not answer, without the password in its address", async () => {
    const databaseUrl = "postgres://portico:hidden-word@127.0.0.1:1/portico";
    const { exitCode, err } = await portico(rescue, { DATABASE_URL: databaseUrl });
    expect(exitCode).toBe(1);
    expect(err).toMatch(/^portico: /);
    expect(err).not.toMatch(/hidden-word|\n +at /);
  });

  it("creates a management key, but no ordinary one, with a wrong portico.yaml", async () => {
    const configuration = join(folder, "portico.yaml");
    await writeFile(configuration, "nope: 1\n");
    const [sqlite] = engines;
    if (sqlite === undefined) throw new Error("There are no engines.");
    await using place = await sqlite.makePlace();
    await firstTenant(await place.open());
    const environment = { ...environmentOf(place), PORTICO_CONFIG: configuration };
    expect((await portico(rescue, environment)).exitCode).toBe(0);
    const ordinary = ["keys", "create", "--name", "ordinary", "--local"];
    const { exitCode, err } = await portico(ordinary, environment);
    expect(exitCode).toBe(1);
    expect(err).toContain("portico.yaml:1:1: Unknown key");
  });
});
