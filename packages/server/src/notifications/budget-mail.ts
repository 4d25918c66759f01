import type { AlertFacts } from "./alert-facts.ts";
import { dollars, listOf, type MailText, oneLine, timeOf, toMail } from "./mail-text.ts";

/** The mail about a threshold: what was spent, by whom, what is left, when it resets, and what to do. */
export function budgetMail(facts: AlertFacts, noticeId: string): MailText {
  const { name } = subjectOf(facts);
  const percent = facts.threshold_percent ?? 0;
  const remaining = facts.remaining ?? 0;
  return limitMail(facts, noticeId, {
    subject: subjectLine(name, facts),
    what: `${name} has spent ${percent} % of its limit of ${dollars(facts.limit ?? 0)}, or more.`,
    outcome:
      remaining > 0
        ? `When nothing is left, requests get status 402${untilReset(facts)}. Nothing stops before that.`
        : `Nothing is left: requests get status 402${untilReset(facts)}.`,
  });
}

/** The mail about a limit of which less is left than a request needs. */
export function blockingMail(facts: AlertFacts, noticeId: string): MailText {
  const { name } = subjectOf(facts);
  return limitMail(facts, noticeId, {
    subject: `${name} has too little left of its limit`,
    what: `${name} has less left of its limit of ${dollars(facts.limit ?? 0)} than a request needs: it was refused.`,
    outcome: `Requests that need more than is left get status 402${untilReset(facts)}.`,
  });
}

interface Sentences {
  readonly subject: string;
  readonly what: string;
  readonly outcome: string;
}

function limitMail(
  facts: AlertFacts,
  noticeId: string,
  { subject, what, outcome }: Sentences,
): MailText {
  const { shown, raise, see } = subjectOf(facts);
  const limit = dollars(facts.limit ?? 0);
  const lines = [
    what,
    "",
    ...listOf([
      ["Limit", `${limit}${periodOf(facts)}`],
      ["Spent", dollars(facts.spent ?? 0)],
      ["Left", dollars(facts.remaining ?? 0)],
      ["Resets", resetOf(facts)],
      ...shown,
      ["Noticed", timeOf(facts.created_at)],
    ]),
    "",
    outcome,
    "",
    "What you can do:",
    "",
    `1. See what it was spent on: ${see}`,
    `2. Raise the limit: ${raise}`,
    "3. Read how limits work: /docs/limits.html at the address of your gateway",
  ];
  return toMail(subject, lines, noticeId);
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
  const { end_user: endUser, tag } = facts.details;
  const ofBudget = {
    raise: `portico budgets update ${id} --limit <US dollars>`,
    see: "portico activity --by key,model",
  };
  const whom = () => {
    if (typeof tag === "string") return `The tag "${oneLine(tag)}"`;
    return typeof endUser === "string"
      ? `The end user "${oneLine(endUser)}"`
      : `The workspace "${workspace}"`;
  };
  return { name: whom(), shown: [["Budget", name], ...inWorkspace], ...ofBudget };
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
