import { creditShares } from "../budgets/shares.ts";
import { everyOf, subjectsOf } from "../budgets/subjects.ts";
import { toText } from "../fields.ts";
import { isEnforced } from "../judge/admit.ts";
import { selectKeys, sessionTotals } from "../judge/key-columns.ts";
import { subjectOf } from "../judge/rows.ts";
import { cursorLock } from "../money/cursor.ts";
import type { AdmitRequest, Cancellation } from "../ports/money.ts";
import {
  lockBalancesOfHolds,
  lockBalancesOfSubjects,
  readBudgets,
  readBudgetsOfHolds,
} from "./budget-reads.ts";
import {
  type Call,
  numberList,
  placed,
  type Statement,
  spoken,
  statement,
  type TextRow,
  textList,
} from "./pipeline.ts";
import { lockingOwn, readSharers } from "./share-reads.ts";
import type { OwnShares } from "./shares.ts";
import { closedTable } from "./spread/spread-tables.ts";

/**
 * What a batch locks and reads, in one round trip. Locks are taken in one order everywhere: organisations, balances by
 * key, balances of budgets by id, shares by id. Each statement sees what was committed before it began, so what a lock protects is
 * read by a later statement than the one that takes the lock.
 */
export interface BatchRead {
  readonly organisations: readonly TextRow[];
  readonly keys: readonly TextRow[];
  readonly balances: readonly TextRow[];
  readonly budgets: readonly TextRow[];
  readonly holds: readonly TextRow[];
  /** With the facts under which abandoned requests are listed. */
  readonly whole: readonly TextRow[];
  /** Of sessions with a budget. */
  readonly sessions: readonly TextRow[];
  readonly closed: readonly TextRow[];
  readonly process: readonly TextRow[];
  /** The shares of this process that are locked. */
  readonly shares: readonly TextRow[];
  /** The organisations of whose credits there are shares. */
  readonly sharers: readonly TextRow[];
}

export const begin: Call = { statement: statement("begin"), values: [] };
export const commit: Call = { statement: statement("commit"), values: [] };

/** Less than the patience of others for a lock: what a process holds that has stopped in a transaction is free by then. */
const idleLimit = "2500ms";
/** Shorter than the time-out of a statement, so that a batch ends by its own lock. */
const lockLimit = "3s";

/**
 * For this transaction alone, since a pooler lends connections. Plans are made once, when tables may be empty: they go
 * by indexes, which are never slow.
 */
const settingsText = spoken(
  `select set_config('lock_timeout', '${lockLimit}', true),
  set_config('idle_in_transaction_session_timeout', '${idleLimit}', true),
  set_config('enable_seqscan', 'off', true), set_config('enable_hashjoin', 'off', true),
  set_config('enable_mergejoin', 'off', true), set_config('jit', 'off', true),
  set_config('plan_cache_mode', 'force_generic_plan', true)`,
  // A plan goes by the node that has the workspaces: it is made for them.
  `select set_config('lock_timeout', '${lockLimit}', true),
  set_config('idle_in_transaction_session_timeout', '${idleLimit}', true)`,
);

export const settings: Call = { statement: settingsText, values: [] };

const lockKeys = placed(
  (of) => `select 1 from key_balances b where b.key_id = any($1::bigint[])${of("b.workspace")}
    order by b.key_id for update`,
);

const readKeys = placed(
  (of) => `${selectKeys(`::integer, k.name, o.credits_kept,
    case when k.max_requests_in_flight is not null then
      (select count(*) from holds h where h.key_id = k.id and h.in_flight = 1${of("h.workspace")}) end, o.granted_nanousd`)}
  join organisations o on o.id = b.organisation_id where b.key_id = any($1::bigint[])${of("b.workspace")}`,
);

const totals =
  "o.id, o.granted_nanousd, o.credits_used_nanousd, o.credits_held_nanousd, o.credits_kept";

const lockOrganisationsOfKeys = statement(`select ${totals} from organisations o
  where o.id in (select k.organisation_id from keys k where k.id = any($1::bigint[]))
    and o.id <> all($2::text[])
  order by o.id for no key update`);

const inCreditShares = (column: string) => `(select coalesce(sum(s.${column}), 0)::bigint
  from (${creditShares}) s where s.organisation_id = o.id)`;

/** Where totals are not kept they are those of all keys, which the lock on the organisation keeps as they are. */
const readOrganisationsOfKeys = statement(`select o.id, o.granted_nanousd,
    case o.credits_kept when 1 then o.credits_used_nanousd + ${inCreditShares("usage_nanousd")} else
      (select coalesce(sum(b.credits_used_nanousd), 0)::bigint from key_balances b
        where b.organisation_id = o.id) end,
    o.credits_held_nanousd + ${inCreditShares("held_nanousd")}, o.credits_kept
  from organisations o where o.id in (select k.organisation_id from keys k where k.id = any($1::bigint[]))`);

const readSessions = placed(
  (of) => `select s.key_id, s.session_id, t.spent, t.held
  from unnest($1::bigint[], $2::text[]) as s(key_id, session_id),
    lateral (${sessionTotals("s.key_id", "s.session_id", { type: "::bigint", ofPlace: of })}) t`,
);

const takeHolds = (columns: string) =>
  placed(
    (of) => `delete from holds h using unnest($1::text[], $2::bigint[]) as g(id, key_id)
  where h.request_id = g.id and h.key_id = g.key_id${of("h.workspace")} returning ${columns}`,
  );

const heldColumns = `h.request_id, h.amount_nanousd, h.uses_credits, h.rate_tokens, h.created_at_ms,
  h.workspace_balance_id, h.end_user_balance_id, h.in_flight, h.tag_balance_ids`;
const takeToSettle = takeHolds(heldColumns);
/** They stay as they are, with the lock on their keys. */
const readWhole = placed(
  (of) => `select h.request_id, row_to_json(h) from holds h
  where h.request_id = any($1::text[])${of("h.workspace")}`,
);

const lockProcess = statement("select beats from processes where id = $1 for update");

/** While a settlement is under way, the cursor does not pass it. */
const lockCursor = statement(`select pg_advisory_xact_lock_shared(${cursorLock})`);
const readCursor = spoken(
  "select closed_ms from activity_cursor where id = 1",
  // The node's own copy, and the lock is the node's own too: see spread/close-hours.ts.
  `select closed_ms from ${closedTable} where id = 1`,
);

/** The calls of a round trip, each with the place of its answer. */
type Plan = readonly (readonly [keyof BatchRead | null, Statement, ...string[]])[];

export interface Reading {
  readonly calls: readonly Call[];
  toRead(answers: readonly TextRow[][]): BatchRead;
}

function reading(plan: Plan): Reading {
  return {
    calls: plan.map(([, asked, ...values]) => ({ statement: asked, values })),
    toRead(answers) {
      const read: Record<keyof BatchRead, readonly TextRow[]> = {
        organisations: [],
        keys: [],
        balances: [],
        budgets: [],
        holds: [],
        whole: [],
        sessions: [],
        closed: [],
        process: [],
        shares: [],
        sharers: [],
      };
      for (const [index, [part]] of plan.entries())
        if (part !== null) read[part] = answers[index] ?? [];
      return read;
    },
  };
}

export function readForAdmission(batch: readonly AdmitRequest[], own: OwnShares): Reading {
  const keys = numberList(new Set(batch.map(({ keyId }) => keyId)));
  const isAnyEnforced = batch.some(isEnforced);
  const subjects = subjectsIn(batch);
  const limited = batch.filter(
    ({ sessionBudgetNanousd }) => (sessionBudgetNanousd ?? null) !== null,
  );
  // Locked on all nodes, and counted on all.
  const isLocked = isAnyEnforced && !(own.isSpread && own.organisations.size > 0);
  const exact = own.balances.size === 0 ? subjects : subjectsIn(batch, own.balances);
  return reading([
    [null, begin.statement],
    [null, settings.statement],
    ...(isLocked
      ? [
          [
            "organisations",
            lockOrganisationsOfKeys,
            keys,
            textList(own.organisations.keys()),
          ] as const,
        ]
      : []),
    [null, lockKeys, keys],
    ["keys", readKeys, keys],
    ...(limited.length === 0 ? [] : [["sessions", readSessions, ...sessionsOf(limited)] as const]),
    ["balances", lockBalancesOfSubjects, exact.workspaces, exact.endUsers],
    ...lockingOwn(own),
    ...(isLocked ? [["sharers", readSharers, keys] as const] : []),
    ["budgets", readBudgets, subjects.workspaces, subjects.endUsers],
  ]);
}

export interface Closing {
  /** The shares that take part: this process's own, if it has any. */
  readonly own: OwnShares;
  /** Of the organisations, before all else. */
  readonly isCreditsLocked: boolean;
  readonly isForCredits: boolean;
  /** With the facts under which abandoned requests are listed. */
  readonly isWhole: boolean;
  readonly processId?: string | undefined;
}

/** For holds that are settled, given back or abandoned. */
export function readToClose(batch: readonly Cancellation[], closing: Closing): Reading {
  const { own, isCreditsLocked, isForCredits, isWhole, processId } = closing;
  const keys = numberList(new Set(batch.map(({ keyId }) => keyId)));
  const ids = textList(batch.map(({ generationId }) => generationId));
  return reading([
    [null, begin.statement],
    [null, settings.statement],
    ...(processId === undefined ? [] : [["process", lockProcess, processId] as const]),
    ...(isCreditsLocked
      ? [[null, lockOrganisationsOfKeys, keys, textList(own.organisations.keys())] as const]
      : []),
    [null, lockKeys, keys],
    ...(isForCredits ? [["organisations", readOrganisationsOfKeys, keys] as const] : []),
    ["keys", readKeys, keys],
    ["balances", lockBalancesOfHolds, ids, numberList(own.balances.values())],
    ...lockingOwn(own),
    ["budgets", readBudgetsOfHolds, keys, ids],
    ...(isWhole ? [["whole", readWhole, ids] as const] : []),
    ["holds", takeToSettle, ids, numberList(batch.map(({ keyId }) => keyId))],
    [null, lockCursor],
    ["closed", readCursor],
  ]);
}

function sessionsOf(batch: readonly AdmitRequest[]): [keys: string, sessions: string] {
  return [
    numberList(batch.map(({ keyId }) => keyId)),
    textList(batch.map(({ about }) => toText(about?.sessionId ?? ""))),
  ];
}

/** Each workspace with an empty end user, unless it is shared, and each of its end users and tags: two lists of one length. */
function subjectsIn(batch: readonly AdmitRequest[], shared?: OwnShares["balances"]) {
  const subjects = new Map<string, readonly [string, string]>();
  for (const { workspaceId, ...request } of batch) {
    const add = (name: string) => subjects.set(subjectOf(workspaceId, name), [workspaceId, name]);
    if (shared?.has(workspaceId) !== true) add("");
    for (const name of subjectsOf(request)) {
      add(name);
      // A budget may be of each value of a tag; no balance is.
      if (everyOf(name) !== "") add(everyOf(name));
    }
  }
  const pairs = [...subjects.values()];
  return {
    workspaces: textList(pairs.map(([workspace]) => workspace)),
    endUsers: textList(pairs.map(([, endUser]) => endUser)),
  };
}
