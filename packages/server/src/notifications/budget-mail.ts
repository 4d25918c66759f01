import type { AlertFacts } from "./alert-facts.ts";
import { dollars, listOf, type MailText, oneLine, timeOf, toMail } from "./mail-text.ts";

/** The mail about a threshold: what was spent, by whom, what is left, when it resets, and what to do. */
export function budgetMail(facts: AlertFacts, noticeId: string): MailText {
  const { name, shown, raise, see } = subjectOf(facts);
  const percent = facts.threshold_percent ?? 0;
  const limit = dollars(facts.limit ?? 0);
  const remaining = facts.remaining ?? 0;
  const lines = [
    `${name} has spent ${percent} % of its limit of ${limit}, or more.`,
    "",
    ...listOf([
      ["Limit", `${limit}${periodOf(facts)}`],
      ["Spent", dollars(facts.spent ?? 0)],
      ["Left", dollars(remaining)],
      ["Resets", resetOf(facts)],
      ...shown,
      ["Noticed", timeOf(facts.created_at)],
    ]),
    "",
    remaining > 0
      ? `When nothing is left, requests get status 402${untilReset(facts)}. Nothing stops before that.`
      : `Nothing is left: requests get status 402${untilReset(facts)}.`,
    "",
    "What you can do:",
    "",
    `1. See what it was spent on: ${see}`,
    `2. Raise the limit: ${raise}`,
    "3. Read how limits work: /docs/limits.html at the address of your gateway",
  ];
  return toMail(subjectLine(name, facts), lines, noticeId);
}

interface Subject {
  /** At the beginning of a sentence. */
  readonly name: string;
  readonly shown: readonly (readonly [label: string, value: string])[];
  readonly raise: string;
  readonly see: string;
}

function subjectOf(facts: AlertFacts): Subject {
  const name = oneLine(facts.subject_name);
  const workspace = oneLine(facts.workspace_name ?? facts.workspace_id ?? "");
  const [what, id = ""] = facts.subject.split(":");
  const inWorkspace = [["Workspace", workspace]] as const;
  if (what === "key")
    return {
      name: `The API key "${name}"`,
      shown: [["Key", `number ${id}`], ...inWorkspace],
      raise: `portico keys update ${id} --limit <US dollars>`,
      see: `portico activity --api-key ${id} --by day,model`,
    };
  if (what === "credits")
    return {
      name: "Your organisation",
      shown: [["Money", "the credits that the operator has granted"]],
      raise: "portico credits grant <US dollars> --local, on the gateway's machine",
      see: "portico activity --by day,model",
    };
  const endUser = facts.details["end_user"];
  const ofBudget = {
    raise: `portico budgets update ${id} --limit <US dollars>`,
    see: "portico activity --by key,model",
  };
  if (typeof endUser !== "string")
    return {
      name: `The workspace "${workspace}"`,
      shown: [["Budget", name], ...inWorkspace],
      ...ofBudget,
    };
  return {
    name: `The end user "${oneLine(endUser)}"`,
    shown: [["Budget", name], ...inWorkspace],
    ...ofBudget,
  };
}

function subjectLine(name: string, { threshold_percent, remaining }: AlertFacts): string {
  return remaining === 0
    ? `${name} has spent its limit`
    : `${name} has spent ${threshold_percent} % of its limit`;
}

function periodOf({ period }: AlertFacts): string {
  return period === "all" ? "" : `, for ${period}`;
}

function resetOf({ resets_at: at }: AlertFacts): string {
  return at === null ? "never: the limit is for all time" : timeOf(at);
}

function untilReset({ resets_at: at }: AlertFacts): string {
  return at === null
    ? " until the limit is raised"
    : ` until ${timeOf(at)}, or until the limit is raised`;
}
