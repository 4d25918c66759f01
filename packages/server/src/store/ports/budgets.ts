import type { Tags } from "@portico/core/rules/tags";
import type { Actor } from "./actor.ts";
import type { LimitReset } from "./keys.ts";
import type { Listed, Page } from "./page.ts";

export interface BudgetStore {
  /**
   * Counts what the workspace, the end user or the tag has spent and holds already. Rejects with WorkspaceMissing, or with
   * BudgetTaken if the subject has a budget.
   */
  create(actor: Actor, budget: NewBudget): Promise<BudgetRecord>;
  list(
    organisationId: string,
    page: Page & { readonly workspaceId?: string },
  ): Promise<Listed<BudgetRecord>>;
  get(organisationId: string, id: string): Promise<BudgetRecord | null>;
  update(actor: Actor, id: string, change: BudgetChange): Promise<BudgetRecord | null>;
  delete(actor: Actor, id: string): Promise<boolean>;
  /**
   * The end users, or the values of a tag, that are compared with a budget for each of them, those that have spent most in
   * its period first; null if there is no such budget.
   */
  each(organisationId: string, id: string, page: Page): Promise<Listed<OneSpending> | null>;
  /**
   * The limits in money that can refuse a key's requests: its own, the budgets of its end user, its tags and its workspace. Not the
   * organisation's credits, which a key's holder may not read. The one of which the least is left comes first: it binds
   * next.
   */
  bindingFor(
    keyId: number,
    endUser: string | null,
    tags?: Tags | null,
  ): Promise<readonly LimitState[]>;
}

export interface NewBudget {
  readonly workspaceId: string;
  readonly scope: "workspace" | "endUser" | "tag";
  /** Of the scope endUser; null for all end users that have no budget of their own. */
  readonly endUser: string | null;
  /** Of the scope tag: `project=checkout`, or `project` for each value that has no budget of its own. */
  readonly tag?: string | null;
  readonly name: string;
  readonly limitNanousd: number;
  readonly limitReset: LimitReset | null;
  /** Added to the limit until a time, when it ends by itself; both or neither. */
  readonly raiseNanousd: number | null;
  readonly raiseUntilMs: number | null;
  readonly createdBy: string | null;
}

export type BudgetChange = {
  readonly [Field in "name" | "limitNanousd" | "limitReset" | "raiseNanousd" | "raiseUntilMs"]?:
    | NewBudget[Field]
    | undefined;
};

export interface BudgetRecord extends NewBudget {
  readonly id: string;
  readonly tag: string | null;
  /** Null for a budget of all end users, or of each value of a tag: each has its own. */
  readonly state: LimitState | null;
  readonly createdAtMs: number;
  readonly updatedAtMs: number | null;
}

export interface LimitState {
  readonly of: "key" | "workspace" | "endUser" | "tag";
  /** Null for a key's limit. */
  readonly budgetId: string | null;
  readonly name: string;
  /** With the raise while it lasts. */
  readonly limitNanousd: number;
  readonly limitReset: LimitReset | null;
  /** In the present period. */
  readonly spentNanousd: number;
  readonly heldNanousd: number;
  /** Never negative. */
  readonly remainingNanousd: number;
  /** Null if the limit never resets. */
  readonly resetsAtMs: number | null;
  /** Null if there is no raise now. */
  readonly raiseUntilMs: number | null;
}

export interface OneSpending {
  /** The end user, or the tag's value. */
  readonly name: string;
  readonly spentNanousd: number;
  readonly heldNanousd: number;
  readonly remainingNanousd: number;
}
