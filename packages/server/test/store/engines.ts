import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { oncePerRun } from "@portico/test-support/once-per-run";
import { temporaryDatabase } from "@portico/test-support/postgres/temporary-database";
import { openStore } from "../../src/store/open-store.ts";
import { at, type TestEngine, type TestPlace } from "./test-place.ts";

export type { TestEngine, TestPlace };

export const embedded: TestEngine = {
  engine: "sqlite",
  makePlace: makeFolder,
  makeEmptyPlace: makeFolder,
};

/** Every test of the store runs on all of these. */
export const engines: readonly TestEngine[] = [
  embedded,
  {
    engine: "postgres",
    makePlace: async () => makeDatabase(await migrated()),
    makeEmptyPlace: () => makeDatabase(),
  },
];

async function makeFolder(): Promise<TestPlace> {
  const dataFolder = await mkdtemp(join(tmpdir(), "portico-store-"));
  return at({ dataFolder }, () => rm(dataFolder, { recursive: true, force: true }));
}

/** A database with the tables of this version, which the run makes once: to make them takes four times as long as a copy. */
async function migrated(): Promise<string> {
  const name = "migrated";
  await oncePerRun(`database-${name}`, async () => {
    const { url } = await temporaryDatabase({ name });
    await (await openStore({ databaseUrl: url })).close();
  });
  return name;
}

async function makeDatabase(template?: string): Promise<TestPlace> {
  const database = await temporaryDatabase(template === undefined ? {} : { template });
  return at({ databaseUrl: database.url }, database.drop);
}
