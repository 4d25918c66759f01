import type { Schema } from "@portico/contract/facts";
import { toUsd } from "@portico/core/rules/amounts";
import { calendarDay } from "@portico/core/rules/calendar";
import { toIso, toIsoOrNull } from "@portico/core/rules/dates";
import { periodName } from "@portico/core/rules/periods";
import type { KeyRow } from "./data.ts";
import { nowOf } from "./now.ts";
import { budgetLimit, budgetsFor, type Limit, limitsOf, unnamed, type Whom } from "./spending.ts";
import type { World } from "./world.ts";

/** Percents of a limit, as a gateway has them without a configuration of its own. */
const thresholds = [50, 80, 95] as const;

/** What an alert is about. */
interface Subject {
  readonly subject: string;
  readonly workspaceId: string | null;
  readonly details: Record<string, unknown>;
}

/** The alerts for the thresholds that a charge has reached. */
export function alertAfterCharge(world: World, key: KeyRow | null, whom: Whom): void {
  for (const limit of limitsOf(world.data, key, whom))
    alertReached(world, limit, subjectOf(limit, key, whom));
}

function subjectOf(limit: Limit, key: KeyRow | null, whom: Whom): Subject {
  const workspaceId = key?.record.workspace_id ?? null;
  if (limit.of === "organisation") return { subject: "credits", workspaceId: null, details: {} };
  if (limit.of === "key") return { subject: `key:${key?.record.id}`, workspaceId, details: {} };
  return aboutBudget(limit, workspaceId, whom);
}

function aboutBudget(
  { of, budgetId, tag }: Limit,
  workspaceId: string | null,
  { endUser }: Whom,
): Subject {
  if (of === "workspace") return { subject: `budget:${budgetId}`, workspaceId, details: {} };
  const subject = `budget:${budgetId}:${tag ?? endUser}`;
  return { subject, workspaceId, details: tag === undefined ? { end_user: endUser } : { tag } };
}

/** The alerts of budgets that were made or changed below what is spent already. */
export function alertWhatIsSpent(world: World): void {
  const { workspaces, generations } = world.data;
  const users = new Set(generations.map(({ record }) => record.external_user));
  const tags = new Map(
    generations
      .flatMap(({ record }) => Object.entries(record.tags ?? {}))
      .map((tag) => [tag.join("="), tag]),
  );
  const whoms = [
    unnamed,
    ...Array.from(users, (endUser) => ({ endUser, tags: null })),
    ...Array.from(tags.values(), (tag) => ({ endUser: null, tags: Object.fromEntries([tag]) })),
  ];
  for (const { id } of workspaces) for (const whom of whoms) alertBudgets(world, id, whom);
}

function alertBudgets(world: World, workspaceId: string, whom: Whom): void {
  for (const row of budgetsFor(world.data, workspaceId, whom)) {
    const limit = budgetLimit(world.data, row, whom);
    alertReached(world, limit, aboutBudget(limit, workspaceId, whom));
  }
}

function periodOf({ data }: World, { reset }: Limit): string {
  return periodName(reset, calendarDay(nowOf(data)).day);
}

/** Each threshold of a limit alerts once in a period. */
function alertReached(world: World, limit: Limit, about: Subject): void {
  const { alerts } = world.data;
  const period = periodOf(world, limit);
  const reached = thresholds.filter(
    (percent) => limit.spent > 0 && limit.spent >= Math.ceil((limit.limit / 100) * percent),
  );
  for (const percent of reached) {
    const isSame = (one: Schema<"Alert">) =>
      one.subject === about.subject &&
      one.period === period &&
      one.threshold_percent === percent &&
      one.limit === toUsd(limit.limit);
    if (!alerts.some(isSame)) alerts.push(alertOf(world, limit, about, percent));
  }
}

function alertOf(
  world: World,
  limit: Limit,
  { subject, workspaceId, details }: Subject,
  percent: number,
): Schema<"Alert"> {
  return {
    id: world.uuid(),
    ...({
      kind: "budget",
      state: "unsent",
    } as const),
    subject,
    subject_name: limit.name,
    workspace_id: workspaceId,
    threshold_percent: percent,
    period: periodOf(world, limit),
    limit: toUsd(limit.limit),
    spent: toUsd(limit.spent),
    remaining: toUsd(limit.left),
    resets_at: toIsoOrNull(limit.resetsAt),
    details,
    created_at: toIso(nowOf(world.data)),
    resolved_at: null,
    deliveries: [],
  };
}
