import type { Schema } from "@portico/client";
import { createBudgetBody, updateBudgetBody } from "@portico/react-query/forms";
import { type Checked, checked, typedNumber, typedText } from "../../parts/typed.ts";
import { fill } from "../../parts/words.ts";
import { texts } from "../../texts/texts.ts";

type Budget = Schema<"Budget">;

export type Whom = "workspace" | "each_end_user" | "end_user" | "each_tag_value" | "tag_value";

/** A budget's form as it is typed. */
export type BudgetDraft = Readonly<typeof emptyBudget>;

export const emptyBudget = {
  whom: "workspace" as Whom,
  workspace_id: "",
  end_user: "",
  /** Of a tag: its name, and its value. */
  tag_name: "",
  tag: "",
  name: "",
  limit: "",
  limit_reset: "monthly",
};

export function bodyOfNew(draft: BudgetDraft): Checked<Schema<"CreateBudgetRequest">> {
  const name = typedText(draft.name);
  return checked(
    createBudgetBody.safeParse({
      ...(draft.workspace_id === "" ? {} : { workspace_id: draft.workspace_id }),
      ...subjectOf(draft),
      ...(name === null ? {} : { name }),
      limit: typedNumber(draft.limit),
      limit_reset: draft.limit_reset || null,
    }),
  );
}

/** An end user or a value that was asked for and left empty is a mistake, and not a budget for all of them. */
function subjectOf({ whom, end_user, tag_name, tag }: BudgetDraft) {
  switch (whom) {
    case "workspace":
      return { scope: "workspace" };
    case "each_end_user":
      return { scope: "end_user" };
    case "end_user":
      return { scope: "end_user", end_user: end_user.trim() };
    case "each_tag_value":
      return { scope: "tag", tag: tag_name };
    case "tag_value":
      return { scope: "tag", tag: `${tag_name}=${tag.trim()}` };
  }
}

export function draftOf(budget: Budget): BudgetDraft {
  return {
    ...emptyBudget,
    name: budget.name,
    limit: String(budget.limit),
    limit_reset: budget.limit_reset ?? "",
  };
}

/** What differs from the budget as it was when the form was opened. */
export function bodyOfChange(
  draft: BudgetDraft,
  before: Budget,
): Checked<Schema<"UpdateBudgetRequest">> {
  const old = draftOf(before);
  return checked(
    updateBudgetBody.safeParse({
      ...(draft.name === old.name ? {} : { name: draft.name.trim() }),
      ...(draft.limit === old.limit ? {} : { limit: typedNumber(draft.limit) }),
      ...(draft.limit_reset === old.limit_reset ? {} : { limit_reset: draft.limit_reset || null }),
    }),
  );
}

/** A raise needs both: how much, and until when. */
export function bodyOfRaise(raise: {
  readonly raise: string;
  readonly raise_until: string;
}): Checked<Schema<"UpdateBudgetRequest">> {
  return checked(
    updateBudgetBody.safeParse({ ...raise, raise: typedNumber(raise.raise) ?? Number.NaN }),
  );
}

const words = texts.budgets.whoms;

/** For whom a budget is, in words. */
export function whomOf(
  budget: Pick<Schema<"Budget">, "scope" | "end_user" | "tag" | "workspace_id">,
  workspaces: ReadonlyMap<string, string>,
): string {
  const workspace = workspaces.get(budget.workspace_id) ?? budget.workspace_id.slice(0, 8);
  if (budget.scope === "workspace") return fill(words.workspace, { workspace });
  if (budget.tag !== null) return fill(words.tag, { workspace, tag: budget.tag });
  return budget.end_user === null
    ? fill(words.eachEndUser, { workspace })
    : fill(words.endUser, { workspace, endUser: budget.end_user });
}
