import { type Selectable, sql } from "kysely";
import type { FirstRequest, IdempotencyStore, NamedRequest } from "../ports/idempotency.ts";
import type { Database } from "../schema.ts";
import type { IdempotentRequestsTable } from "../tables/requests.ts";
import { newestTooMany, removeInSteps } from "./rows.ts";

type Row = Selectable<IdempotentRequestsTable>;

const key = ["key_id", "name"];

export function createIdempotencyStore(database: Database): IdempotencyStore {
  const change = async (
    request: NamedRequest,
    expected: Pick<Row, "generation_id"> & Partial<Row>,
    columns: Partial<Row>,
  ) => {
    const { numUpdatedRows } = await database
      .updateTable("idempotent_requests")
      .set(columns)
      .where("key_id", "=", request.keyId)
      .where("name", "=", request.name)
      .where(({ and }) => and(expected))
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  };
  const own = ({ generationId }: NamedRequest) => ({ generation_id: generationId });
  return {
    claim: (request, beforeMs) => claim(database, request, beforeMs),
    takeOver: (request, { generationId, isHeld }) =>
      change(
        request,
        { generation_id: generationId, held: isHeld ? 1 : 0, answered: 0 },
        { ...columnsOf(request), held: 0 },
      ),
    rename: (request, generation_id) => change(request, own(request), { generation_id }),
    confirm: (request) => change(request, own(request), { held: 1 }),
    async answer(request, sealed) {
      await change(request, own(request), {
        answered: 1,
        sealed,
        characters: sealed?.length ?? 0,
      });
    },
    async release({ keyId, name, generationId }) {
      await database
        .deleteFrom("idempotent_requests")
        .where("key_id", "=", keyId)
        .where("name", "=", name)
        .where("generation_id", "=", generationId)
        .execute();
    },
    async trim(keyId, maxCharacters) {
      const newest = await newestTooMany(
        database,
        { table: "idempotent_requests", size: "characters", isAsked: sql`key_id = ${keyId}` },
        maxCharacters,
      );
      if (newest === null) return;
      await database
        .updateTable("idempotent_requests")
        .set({ sealed: null, characters: 0 })
        .where("key_id", "=", keyId)
        .where("created_at_ms", "<=", newest)
        .where("characters", ">", 0)
        .execute();
    },
    forget: (workspaceId) =>
      removeInSteps(database, "idempotent_requests", sql`workspace_id = ${workspaceId}`, key),
    prune: (beforeMs) =>
      removeInSteps(database, "idempotent_requests", sql`created_at_ms < ${beforeMs}`, key),
  };
}

/** By the primary key one of two requests at once gets the name, on whichever node they are. */
async function claim(
  database: Database,
  request: NamedRequest,
  beforeMs: number,
): Promise<FirstRequest | null> {
  const { keyId, name } = request;
  for (;;) {
    const { numInsertedOrUpdatedRows } = await database
      .insertInto("idempotent_requests")
      .values({ key_id: keyId, name, ...columnsOf(request) })
      .onConflict((conflict) =>
        conflict
          .columns(["key_id", "name"])
          .doUpdateSet({ ...columnsOf(request), held: 0, answered: 0, sealed: null, characters: 0 })
          .where("idempotent_requests.created_at_ms", "<", beforeMs),
      )
      .executeTakeFirstOrThrow();
    if (numInsertedOrUpdatedRows === 1n) return null;
    const first = await findFirst(database, request);
    // It may have been released meanwhile.
    if (first !== null) return first;
  }
}

/** One statement, so that a hold that is closed meanwhile is seen either as open or as booked. */
async function findFirst(
  database: Database,
  { keyId, name }: NamedRequest,
): Promise<FirstRequest | null> {
  const row = await database
    .selectFrom("idempotent_requests as first")
    .leftJoin("holds", "holds.request_id", "first.generation_id")
    .leftJoin("ledger", "ledger.request_id", "first.generation_id")
    .leftJoin("processes", "processes.id", "first.process_id")
    .select([
      "first.process_id as processId",
      "first.generation_id as generationId",
      "first.fingerprint",
      "first.held",
      "first.answered",
      "first.sealed as answer",
      "holds.request_id as hold",
      "ledger.state as booked",
      "processes.id as process",
    ])
    .where("first.key_id", "=", keyId)
    .where("first.name", "=", name)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { held, answered, hold, process, ...facts } = row;
  return {
    ...facts,
    isHeld: held === 1,
    isAnswered: answered === 1,
    isOpen: hold !== null,
    isProcessAlive: process !== null,
  };
}

function columnsOf({ workspaceId, fingerprint, processId, generationId }: NamedRequest) {
  return {
    workspace_id: workspaceId,
    fingerprint,
    process_id: processId,
    generation_id: generationId,
    created_at_ms: Date.now(),
  };
}
