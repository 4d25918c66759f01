import type { Input } from "@portico/contract";
import { toNanousd } from "@portico/core/rules/amounts";
import { refuseContent } from "@portico/core/rules/content";
import { readCursor, toCursor } from "@portico/core/rules/cursors";
import { fromIso } from "@portico/core/rules/dates";
import { addressOf } from "@portico/core/rules/pages";
import { kindOf } from "../../errors.ts";
import { type IoLogContent, openLog } from "../../secrets/io-log-seal.ts";
import type {
  GenerationPlace,
  GenerationQuery,
  GenerationRecord,
} from "../../store/ports/generation.ts";
import type { Gateway } from "../gateway.ts";
import { dataAge } from "../lists/data-age.ts";
import { type Operation, ok } from "../operation.ts";
import { callerGivenName } from "../paid-call/caller-given-name.ts";
import { toGeneration } from "./generation-wire.ts";
import { keysById } from "./keys-by-id.ts";
import { ownerOf } from "./owner-of.ts";

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
  const keys = await keysById(
    records.map(({ keyId }) => keyId),
    gateway,
    caller,
  );
  const contents = withContent ? await contentsOf(records, gateway) : null;
  const cursor =
    next === null ? null : toCursor({ number: next.settledAtMs, id: next.generationId });
  return ok(
    {
      data: records.map((record) => toGeneration(record, keys, contents?.get(record.generationId))),
      next_cursor: cursor,
      links: {
        next: cursor === null ? null : addressOf("/generations", { ...query, limit, cursor }),
      },
    },
    dataAge(page),
  );
};

function filterOf(query: Query): Omit<GenerationQuery, "limit"> {
  const { cursor, from, to, search, min_cost: least, max_cost: most } = query;
  const filter: { readonly [Name in keyof Omit<GenerationQuery, "limit">]: unknown } = {
    after: cursor === undefined ? undefined : placeOf(cursor),
    generationIds: search === undefined ? undefined : idsIn(search),
    fromMs: from === undefined ? undefined : fromIso(from, "from"),
    toMs: to === undefined ? undefined : fromIso(to, "to"),
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
  };
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
}

function placeOf(cursor: string): GenerationPlace {
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
