import type { Input, Schema } from "@portico/contract";
import { notRefundable } from "@portico/contract/may-be-refunded";
import { refuseContent } from "@portico/core/rules/access";
import { toNanousd } from "@portico/core/rules/amounts";
import { readCursor, toCursor } from "@portico/core/rules/pages";
import { tagIn } from "@portico/core/rules/tags";
import type { Caller } from "../../caller.ts";
import { GatewayError, kindOf } from "../../errors.ts";
import { type IoLogContent, openLog } from "../../secrets/io-log-seal.ts";
import type {
  GenerationPlace,
  GenerationQuery,
  GenerationRecord,
} from "../../store/ports/generation.ts";
import type { Gateway } from "../gateway.ts";
import { behind, dataAge, found, given, timesIn } from "../lists/lists.ts";
import { type Operation, ok } from "../operation.ts";
import { callerGivenName } from "../paid-call/session.ts";
import { toGeneration } from "./generation-wire.ts";
import { keysOf, ownerOf } from "./owner-of.ts";

/** An ordinary key finds its own requests alone. */
export const getGeneration: Operation<"getGeneration"> = async ({ query }, { caller, gateway }) => {
  const booked = await gateway.store.activity.generation(caller.organisationId, query.id);
  const isTheirs = caller.kind === "management" || booked?.keyId === caller.keyId;
  const record = isTheirs ? booked : null;
  return ok({ data: await shown(found(record, "generation", query.id), gateway, caller) });
};

/**
 * Refunds a request that a dead process left, booked at its worst case, or one that failed with a cost. The operator
 * decides.
 */
export const refundGeneration: Operation<"refundGeneration"> = async (
  { body },
  { actor, gateway },
) => {
  const { organisationId } = actor;
  const { activity, money } = gateway.store;
  found(await activity.generation(organisationId, body.id), "generation", body.id);
  if (!(await money.refund(actor, body.id)))
    throw new GatewayError("conflict", {
      message: notRefundable,
    });
  const refunded = await activity.generation(organisationId, body.id);
  return ok({ data: await shown(found(refunded, "generation", body.id), gateway, actor) });
};

async function shown(
  record: GenerationRecord,
  gateway: Gateway,
  whose: Pick<Caller, "organisationId">,
): Promise<Schema<"Generation">> {
  return toGeneration(record, await keysOf([record], gateway, whose));
}

type Query = Input<"listGenerations">["query"];

const defaultLimit = 50;
/** An entry of the log may have several megabytes. */
const mostWithContent = 20;

/** An ordinary key sees its own requests, never their content. */
export const listGenerations: Operation<"listGenerations"> = async ({ query }, context) => {
  const { caller, gateway } = context;
  const withContent = query.include?.includes("content") === true;
  if (withContent) refuseContent(caller.kind, caller.rights.scope);
  const asked = query.limit ?? defaultLimit;
  const limit = withContent ? Math.min(asked, mostWithContent) : asked;
  const filter = { ...filterOf(query), ...(await ownerOf(query, gateway, caller)), limit };
  const page = await gateway.listTurns.run(context, () =>
    gateway.store.activity.generations(caller.organisationId, filter),
  );
  const { records, next } = page;
  const keys = await keysOf(records, gateway, caller);
  const contents = withContent ? await contentsOf(records, gateway) : null;
  const cursor = next && toCursor({ number: next.settledAtMs, id: next.generationId });
  return ok(
    {
      data: records.map((record) => toGeneration(record, keys, contents?.get(record.generationId))),
      ...behind("/generations", { ...query, limit }, cursor),
    },
    dataAge(page),
  );
};

function filterOf(query: Query): Omit<GenerationQuery, "limit"> {
  const { cursor, search, min_cost: least, max_cost: most } = query;
  return given({
    after: cursor === undefined ? undefined : placeOf(cursor),
    generationIds: search === undefined ? undefined : idsIn(search),
    ...timesIn(query),
    minNanousd: least === undefined ? undefined : toNanousd(least),
    maxNanousd: most === undefined ? undefined : toNanousd(most),
    model: query.model,
    provider: query.provider,
    app: query.app,
    operation: query.operation,
    isStreamed: query.streamed,
    status: query.status,
    isFailed: query.failed,
    errorKind: query.error_kind === undefined ? undefined : kindOf(query.error_kind),
    endUser: callerGivenName(query.end_user) ?? undefined,
    sessionId: callerGivenName(query.session_id) ?? undefined,
    tag: tagIn(query.tag, callerGivenName),
  });
}

export function placeOf(cursor: string): GenerationPlace {
  const { number, id } = readCursor(cursor);
  return { settledAtMs: number, generationId: id };
}

/** An id, or the id of a request for which the gateway made both, from the same name. */
function idsIn(search: string): readonly string[] {
  const text = search.trim();
  return text.startsWith("req-") ? [text, `gen-${text.slice(4)}`] : [text];
}

/** Null for an entry that does not open, because its master key is gone. */
async function contentsOf(
  records: readonly GenerationRecord[],
  { store, secrets }: Gateway,
): Promise<ReadonlyMap<string, IoLogContent | null>> {
  const workspaces = new Map(records.map((record) => [record.generationId, record.workspaceId]));
  const entries = await store.ioLog.of([...workspaces.keys()]);
  return new Map(
    entries
      .filter(({ generationId, workspaceId }) => workspaces.get(generationId) === workspaceId)
      .map((entry) => {
        try {
          return [entry.generationId, openLog(secrets.open, entry)];
        } catch {
          return [entry.generationId, null];
        }
      }),
  );
}
