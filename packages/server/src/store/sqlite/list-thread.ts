import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { parentPort, workerData } from "node:worker_threads";
import { Kysely } from "kysely";
import { createLists } from "../money/lists.ts";
import { StoreUnavailable } from "../ports/errors.ts";
import type { Tables } from "../schema.ts";
import type { ListAnswer, ListQuestion } from "./list-reader.ts";
import { sqliteDialect } from "./sqlite-dialect.ts";

// A missing file must not be created.
const file = new DatabaseSync(pathToFileURL(workerData.path), { readOnly: true });
const database = new Kysely<Tables>({ dialect: sqliteDialect(file, () => {}, "begin") });
const lists = createLists(database, "sqlite");

async function answer({ id, list, given }: ListQuestion): Promise<ListAnswer> {
  try {
    return { id, result: await Reflect.apply(lists[list], lists, given) };
  } catch (error) {
    const { message, stack = message } = error instanceof Error ? error : new Error(String(error));
    return { id, failure: { isOfStore: error instanceof StoreUnavailable, message, stack } };
  }
}

async function take(question: ListQuestion | "close"): Promise<void> {
  if (question !== "close") {
    parentPort?.postMessage(await answer(question));
    return;
  }
  await database.destroy();
  parentPort?.close();
}

parentPort?.on("message", (question) => void take(question));
