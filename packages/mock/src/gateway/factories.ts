import type { Schema } from "@portico/contract/facts";
import { fieldsOf, listOf } from "@portico/core/json/shape";
import { toNanousd } from "@portico/core/rules/amounts";
import { examplesOf, type OperationPack } from "./pack.ts";
import type { WorldData } from "./world/data.ts";
import { seedOf } from "./world/seed.ts";

/** Makes one record, with what is given of it; each has an id and a name of its own. */
export type Factory<Record_> = (given?: Partial<Record_>) => Record_;

export interface Factories {
  readonly aKey: Factory<Schema<"ApiKey">>;
  readonly aWorkspace: Factory<Schema<"Workspace">>;
  readonly aBudget: Factory<Schema<"Budget">>;
  readonly aGeneration: Factory<Schema<"Generation">>;
  readonly aModel: Factory<Schema<"Model">>;
  readonly aCredential: Factory<Schema<"ByokCredential">>;
  readonly anAlert: Factory<Schema<"Alert">>;
  /** The state of a gateway, with these records in place of the contract's examples. */
  readonly aWorld: (records?: Records) => WorldData;
}

export interface Records {
  readonly keys?: readonly Schema<"ApiKey">[];
  readonly workspaces?: Schema<"Workspace">[];
  readonly budgets?: readonly Schema<"Budget">[];
  readonly generations?: readonly Schema<"Generation">[];
  readonly models?: Schema<"Model">[];
  readonly credentials?: Schema<"ByokCredential">[];
  readonly alerts?: Schema<"Alert">[];
}

/** The lists whose examples the records are made of. */
export const factoryLists = [
  "listApiKeys",
  "listWorkspaces",
  "listBudgets",
  "listGenerations",
  "listModels",
  "listByokCredentials",
  "listAlerts",
] as const;

/** As new: what the examples' own histories have left is not in it. */
export function createFactories(packs: readonly OperationPack[]): Factories {
  let made = 0;
  const of = <Record_ extends object>(
    list: (typeof factoryLists)[number],
    own: (number: number, given: Partial<Record_>) => Partial<Record_>,
  ): Factory<Record_> => {
    return (given = {}) => {
      made += 1;
      const example = structuredClone(shown(packs, list)) as Record_;
      return { ...example, ...own(made, given), ...given };
    };
  };
  return {
    aKey: of<Schema<"ApiKey">>("listApiKeys", keyAsNew),
    aWorkspace: of<Schema<"Workspace">>("listWorkspaces", (number) => ({
      id: uuid(number),
      name: `Workspace ${number}`,
      slug: `workspace-${number}`,
    })),
    aBudget: of<Schema<"Budget">>("listBudgets", (number, { limit = 200 }) => ({
      id: uuid(number),
      name: `Budget ${number}`,
      limit,
      limit_reset: null,
      state: { limit, spent: 0, held: 0, remaining: limit, resets_at: null, raise_until: null },
    })),
    aGeneration: of<Schema<"Generation">>("listGenerations", (number) => ({
      id: `gen-${number}`,
      request_id: null,
    })),
    aModel: of<Schema<"Model">>("listModels", (number) => ({
      id: `acme/model-${number}`,
      canonical_slug: `acme/model-${number}`,
      name: `Model ${number}`,
      display_name: `Model ${number}`,
    })),
    aCredential: of<Schema<"ByokCredential">>("listByokCredentials", (number) => ({
      id: uuid(number),
    })),
    anAlert: of<Schema<"Alert">>("listAlerts", (number) => ({ id: uuid(number) })),
    aWorld: (records = {}) => ({ ...seedOf(packs), ...rowsOf(records) }),
  };
}

function shown(packs: readonly OperationPack[], list: string): unknown {
  const pack = packs.find(({ facts }) => facts.id === list);
  return listOf(fieldsOf(pack && examplesOf(pack, 200)[0]?.value)["data"])[0];
}

const periods = ["usage", "usage_daily", "usage_weekly", "usage_monthly"] as const;

function keyAsNew(
  number: number,
  { limit = null, usage = 0 }: Partial<Schema<"ApiKey">>,
): Partial<Schema<"ApiKey">> {
  return {
    ...Object.fromEntries(
      periods.flatMap((name) => [
        [name, usage],
        [`byok_${name}`, 0],
      ]),
    ),
    id: number,
    name: `Key ${number}`,
    hash: number.toString(16).padStart(64, "0"),
    limit,
    limit_reset: null,
    limit_remaining: limit === null ? null : Math.max(0, limit - usage),
    exposed_at: null,
    exposed_source: null,
    exposed_url: null,
  };
}

function uuid(number: number): string {
  return `00000000-0000-4000-8000-${number.toString(16).padStart(12, "0")}`;
}

function rowsOf({ keys, budgets, generations, ...lists }: Records): Partial<WorldData> {
  return {
    ...lists,
    ...(keys && { keys: keys.map((record) => ({ record, earlier: [], deleted: false })) }),
    ...(budgets && {
      budgets: budgets.map((record) => ({ record, before: toNanousd(record.state?.spent ?? 0) })),
    }),
    ...(generations && {
      generations: generations.map((record) => ({ record, isOld: true })),
    }),
  };
}
