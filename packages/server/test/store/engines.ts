import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { temporaryDatabase } from "@portico/test-support/postgres/temporary-database";
import { at, type TestEngine, type TestPlace } from "./test-place.ts";

export type { TestEngine, TestPlace };

export const embedded: TestEngine = { engine: "sqlite", makePlace: makeFolder };

/** Every test of the store runs on all of these. */
export const engines: readonly TestEngine[] = [
  embedded,
  { engine: "postgres", makePlace: makeDatabase },
];

async function makeFolder(): Promise<TestPlace> {
  const dataFolder = await mkdtemp(join(tmpdir(), "portico-store-"));
  return at({ dataFolder }, () => rm(dataFolder, { recursive: true, force: true }));
}

async function makeDatabase(): Promise<TestPlace> {
  const database = await temporaryDatabase();
  return at({ databaseUrl: database.url }, database.drop);
}
