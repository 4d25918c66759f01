import { periodEndMs } from "@portico/core/rules/periods";
import { limitAt, spentAt } from "../budgets/budget-records.ts";
import { subjectsOfTags, tagOf } from "../budgets/subjects.ts";
import { toFlag, toJson, toText, toTextOrNull } from "../fields.ts";
import type { AdmissionVerdict, AdmitRequest } from "../ports/money.ts";
import type { HoldRow } from "../schema.ts";
import { advanced, type HeldRow, judge, type MoneyLimit } from "./judge.ts";
import type { Covered, Key, Rows } from "./rows.ts";
import type { Books, Writes } from "./writes.ts";

/** The decisions about a batch, in its order: each counts with what those before it hold. */
export function admit(
  batch: readonly AdmitRequest[],
  { rows, writes }: Pick<Books, "rows" | "writes">,
): AdmissionVerdict[] {
  return batch.map((request): AdmissionVerdict => {
    const key = rows.key(request.keyId);
    if (key === undefined || key.deleted_at_ms !== null)
      return { outcome: "unauthenticated", reason: "revoked" };
    const present = advanced(key, request.nowMs);
    // A stamp that was taken back is written: the debt is paid off from there.
    if (present.rated_at_ms < key.rated_at_ms) rows.changeKey(present);
    return admitOne(request, present, rows, writes);
  });
}

function admitOne(request: AdmitRequest, key: Key, rows: Rows, writes: Writes): AdmissionVerdict {
  const covered = key.has_budgets === 1 ? coveringOf(key, request, rows) : uncovered;
  const budgets = limitsAbove(covered, creditsLeft(request, key, rows), request.nowMs);
  const session = sessionLimit(request, key, rows, writes);
  const above = session === null ? budgets : [session, ...budgets];
  const isLimited = key.max_requests_in_flight !== null;
  const inFlight = isLimited ? rows.openRequests(key.key_id) : 0;
  const { admission, after, held } = judge(key, request, above, inFlight);
  // A key that only time has changed is not written: the same values can be computed again.
  if (after !== key) rows.changeKey(after);
  if (held === null) return admission;
  const hold = toHoldRow(request, held, {
    in_flight: isLimited ? 1 : null,
    workspace_balance_id: holdIn(rows, covered.workspace, held),
    end_user_balance_id: holdIn(rows, covered.endUser, held),
    tag_balance_ids: holdInAll(rows, covered.tags, held),
  });
  rows.holdAdded(hold);
  writes.holds.push(hold);
  return admission;
}

/** The key is locked, so no other transaction holds for its sessions or settles them meanwhile. */
function sessionLimit(
  { sessionBudgetNanousd, about }: AdmitRequest,
  { key_id }: Key,
  rows: Rows,
  { holds }: Writes,
): MoneyLimit | null {
  const limitNanousd = sessionBudgetNanousd ?? null;
  if (limitNanousd === null) return null;
  const sessionId = toText(about?.sessionId ?? "");
  const { spent: spentNanousd, held } = rows.session(key_id, sessionId);
  const heldNanousd = holds
    .filter((hold) => hold.key_id === key_id && hold.session_id === sessionId)
    .reduce((sum, hold) => sum + hold.amount_nanousd, held);
  return {
    of: "session",
    leftNanousd: limitNanousd - spentNanousd - heldNanousd,
    limit: { limitNanousd, spentNanousd, heldNanousd, resetsAtMs: null, budgetId: null },
  };
}

/** Whether the organisation's credits limit the request. */
export function isEnforced({ usesCredits, enforceCredits }: AdmitRequest): boolean {
  return usesCredits && enforceCredits;
}

/** Null where the organisation's credits do not limit the request. */
function creditsLeft(request: AdmitRequest, { organisation_id }: Key, rows: Rows): number | null {
  if (!isEnforced(request)) return null;
  const { granted, used, held } = rows.credits(organisation_id, true);
  return granted - used - held;
}

/** The budgets that cover a request. */
interface Covering {
  readonly workspace: Covered | undefined;
  readonly endUser: Covered | undefined;
  readonly tags: readonly Covered[];
}

const none: readonly never[] = [];
const uncovered: Covering = { workspace: undefined, endUser: undefined, tags: none };

function coveringOf({ workspace_id }: Key, request: AdmitRequest, rows: Rows): Covering {
  const { endUser, about, nowMs } = request;
  const tags = about?.tags ?? null;
  return {
    workspace: rows.covering(workspace_id, "", nowMs),
    endUser: endUser ? rows.covering(workspace_id, toText(endUser), nowMs) : undefined,
    tags:
      tags === null
        ? none
        : subjectsOfTags(tags).flatMap(
            (subject) => rows.covering(workspace_id, subject, nowMs) ?? [],
          ),
  };
}

/** In the order in which they refuse: the narrowest first. */
function limitsAbove(
  { workspace, endUser, tags }: Covering,
  creditsLeft: number | null,
  nowMs: number,
): readonly MoneyLimit[] {
  const isFree = workspace === undefined && endUser === undefined && tags.length === 0;
  if (isFree && creditsLeft === null) return none;
  return [
    ...(endUser === undefined ? none : [toLimit("endUser", endUser, nowMs)]),
    ...tags.map((tag) => toLimit("tag", tag, nowMs)),
    ...(workspace === undefined ? none : [toLimit("workspace", workspace, nowMs)]),
    ...(creditsLeft === null
      ? none
      : [{ of: "organisation", leftNanousd: creditsLeft, limit: null } as const]),
  ];
}

function toLimit(
  of: "endUser" | "tag" | "workspace",
  { budget, balance }: Covered,
  nowMs: number,
): MoneyLimit {
  const limitNanousd = limitAt(budget, nowMs);
  const spentNanousd = spentAt(budget, balance, nowMs);
  const heldNanousd = balance.held_nanousd;
  return {
    of,
    leftNanousd: leftOf({ budget, balance }, nowMs),
    limit: {
      limitNanousd,
      spentNanousd,
      heldNanousd,
      resetsAtMs: periodEndMs(budget.limit_reset, nowMs),
      budgetId: budget.id,
      ...(of === "tag" && { tag: tagOf(balance.end_user) ?? "" }),
    },
  };
}

export function leftOf({ budget, balance }: Covered, nowMs: number): number {
  return limitAt(budget, nowMs) - spentAt(budget, balance, nowMs) - balance.held_nanousd;
}

/** Returns the id of the balance in which the amount is held. */
function holdIn(rows: Rows, covered: Covered | undefined, { nanousd }: HeldRow): number | null {
  if (covered === undefined) return null;
  const { balance } = covered;
  return rows.changeBalance({ ...balance, held_nanousd: balance.held_nanousd + nanousd });
}

function holdInAll(rows: Rows, covered: Covering["tags"], held: HeldRow): string | null {
  return covered.length === 0 ? null : toJson(covered.map((each) => holdIn(rows, each, held)));
}

type Places = Pick<
  HoldRow,
  "in_flight" | "workspace_balance_id" | "end_user_balance_id" | "tag_balance_ids"
>;

function toHoldRow(
  request: AdmitRequest,
  { nanousd, rateTokens }: HeldRow,
  places: Places,
): HoldRow {
  const { about } = request;
  return {
    request_id: request.generationId,
    process_id: request.processId,
    workspace: request.workspaceId,
    key_id: request.keyId,
    amount_nanousd: nanousd,
    uses_credits: toFlag(request.usesCredits),
    rate_tokens: rateTokens,
    created_at_ms: request.nowMs,
    operation: about?.operation ?? "responses",
    model: toText(about?.model ?? ""),
    app_url: toTextOrNull(about?.appUrl ?? null),
    app_title: toTextOrNull(about?.appTitle ?? null),
    end_user: toTextOrNull(request.endUser ?? null),
    session_id: toTextOrNull(about?.sessionId ?? null),
    tags: toJson(about?.tags ?? null),
    ...places,
  };
}
