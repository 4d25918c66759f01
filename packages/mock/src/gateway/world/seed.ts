import type { Schema } from "@portico/contract/facts";
import { fieldsOf } from "@portico/core/json/shape";
import { toNanousd } from "@portico/core/rules/amounts";
import type { OperationPack } from "../pack.ts";
import { examplesOf } from "../pack.ts";
import type { ProviderRow, WorldData } from "./data.ts";

/** The world as the contract's examples show it. Of operations without a pack, there is nothing. */
export function seedOf(packs: readonly OperationPack[]): WorldData {
  const shown = (id: string): unknown => {
    const pack = packs.find(({ facts }) => facts.id === id);
    return structuredClone(fieldsOf(pack && examplesOf(pack, 200)[0]?.value)["data"]);
  };
  const list = <Thing>(id: string) => (shown(id) ?? []) as Thing[];
  const credits = shown("getCredits") as Schema<"Credits"> | undefined;
  return {
    keys: list<Schema<"ApiKey">>("listApiKeys").map((record) => ({
      record,
      earlier: [],
      deleted: false,
    })),
    workspaces: list("listWorkspaces"),
    budgets: list<Schema<"Budget">>("listBudgets").map((record) => ({
      record,
      before: toNanousd(record.state?.spent ?? 0),
    })),
    models: list("listModels"),
    providers: [
      ...list<Schema<"Provider">>("listProviders").map(({ slug }) => slug),
      ...list<Schema<"ByokCredential">>("listByokCredentials").map(({ provider }) => provider),
    ],
    providerRows: providerRowsOf(
      list("listProviders"),
      shown("getProvider") as Schema<"ProviderDetails"> | undefined,
    ),
    endpoints: [
      ...((shown("listModelEndpoints") as Schema<"ModelEndpoints"> | undefined)?.endpoints ?? []),
    ],
    credentials: list("listByokCredentials"),
    generations: list<Schema<"Generation">>("listGenerations")
      .map((record) => ({ record, isOld: true }))
      .toReversed(),
    alerts: list("listAlerts"),
    audit: list<Schema<"AuditEvent">>("listAuditEvents").toReversed(),
    credits: {
      granted: toNanousd(credits?.total_credits ?? 0),
      used: toNanousd(credits?.total_usage ?? 0),
      enforced: credits?.enforced ?? false,
    },
    grants: list<Schema<"CreditGrant">>("listCreditGrants").toReversed(),
    standIn: null,
    faults: [],
    made: 0,
  };
}

/** The list's providers, one of them in the detail of its own example. */
function providerRowsOf(
  listed: readonly Schema<"Provider">[],
  detailed: Schema<"ProviderDetails"> | undefined,
): ProviderRow[] {
  return listed.map((record) => {
    const its = detailed?.provider.slug === record.slug ? detailed : undefined;
    return {
      record,
      operator: its?.credentials.operator ?? true,
      pool: its?.credentials.pool ?? [],
      timeLine: [...(its?.time_line ?? [])],
      circuitChanges: [...(its?.circuit_changes ?? [])],
    };
  });
}
