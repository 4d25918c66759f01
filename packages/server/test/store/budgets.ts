import type { Tags } from "@portico/core/rules/tags";
import type { BudgetRecord, NewBudget } from "../../src/store/ports/budgets.ts";
import type { KeyRecord } from "../../src/store/ports/keys.ts";
import type { AdmissionVerdict, AdmitRequest, Settlement } from "../../src/store/ports/money.ts";
import type { Store } from "../../src/store/store.ts";
import { actorIn } from "./actor-in.ts";
import {
  admitRequest,
  generationFacts,
  settlement,
  type Tenant,
  workspaceSettings,
} from "./records.ts";

/** A workspace of its own, because it has one budget. */
export interface BudgetedWorkspace {
  readonly tenant: Tenant;
  key(change?: Parameters<Tenant["key"]>[0]): Promise<KeyRecord>;
  budget(change?: Partial<NewBudget>): Promise<BudgetRecord>;
  state(budget: Pick<BudgetRecord, "id">): Promise<BudgetRecord["state"]>;
  /** A request that asks for the amount. */
  ask(key: KeyRecord, nanousd: number, change?: Partial<AdmitRequest>): Promise<AdmissionVerdict>;
  /** Asks, and settles what was admitted. */
  spend(key: KeyRecord, nanousd: number, change?: Partial<AdmitRequest>): Promise<AdmissionVerdict>;
}

let made = 0;

export async function budgetedWorkspace(store: Store, first: Tenant): Promise<BudgetedWorkspace> {
  const actor = actorIn(first.organisationId);
  made += 1;
  const slug = `budgeted-${made}`;
  const { id: workspaceId } = await store.workspaces.create(
    actor,
    workspaceSettings({ slug }),
    null,
  );
  const tenant = { ...first, workspaceId };
  const request = (key: KeyRecord, nanousd: number, change: Partial<AdmitRequest> = {}) =>
    admitRequest(key, { minimumNanousd: nanousd, desiredNanousd: nanousd, ...change });
  const admit = async (asked: AdmitRequest): Promise<AdmissionVerdict> => {
    const [verdict] = await store.money.admit([asked]);
    if (verdict === undefined) throw new Error("The store gave no verdict.");
    return verdict;
  };
  return {
    tenant,
    key: (change) => first.key({ workspaceId, ...change }),
    budget: (change) =>
      store.budgets.create(actor, {
        workspaceId,
        scope: "workspace",
        endUser: null,
        name: "test",
        limitNanousd: 1000,
        limitReset: null,
        raiseNanousd: null,
        raiseUntilMs: null,
        createdBy: null,
        ...change,
      }),
    state: async ({ id }) => (await store.budgets.get(first.organisationId, id))?.state ?? null,
    ask: (key, nanousd, change) => admit(request(key, nanousd, change)),
    async spend(key, nanousd, change) {
      const asked = request(key, nanousd, change);
      const verdict = await admit(asked);
      if (verdict.outcome === "admitted")
        await store.money.settle([bookingOf(tenant, asked, nanousd)]);
      return verdict;
    },
  };
}

export const admitted = { outcome: "admitted" };

export function refusedBy(of: string, remainingNanousd: number) {
  return { outcome: "outOfCredits", of, remainingNanousd };
}

/** What a request with tags says of itself. */
export function tagged(tags: Tags | null): Pick<AdmitRequest, "about"> {
  return { about: { operation: "responses", model: "m", appUrl: null, appTitle: null, tags } };
}

/** The settlement of a request at a cost, under its end user and its tags. */
export function bookingOf(tenant: Tenant, request: AdmitRequest, costNanousd: number): Settlement {
  const facts = generationFacts({
    endUser: request.endUser ?? null,
    tags: request.about?.tags ?? null,
  });
  return settlement(tenant, request, { costNanousd, facts, nowMs: request.nowMs });
}
