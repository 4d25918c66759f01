import type { Schema } from "@portico/contract/facts";
import { absent } from "@portico/core/failures";
import { toIso } from "@portico/core/rules/dates";
import { acting } from "../world/acting.ts";
import { type Change, recordChange } from "../world/audit.ts";
import { canariesAt } from "../world/canaries.ts";
import type { WorldData } from "../world/data.ts";
import { nowOf } from "../world/now.ts";

type Failure = Schema<"ProviderFailure">;

const mostFailures = 20;

/** The example where a session has loaded no provider. */
export const listProviders = acting<"listProviders">(200, ({ world: { data }, example }) => {
  const { providerRows = [] } = data;
  if (providerRows.length === 0) return example();
  return { data: providerRows.map(({ record }) => record) };
});

/** With the world's credentials for it and its failed attempts. One that no list shows has nothing measured. */
export const getProvider = acting<"getProvider">(200, ({ params, world: { data }, example }) => {
  const { slug } = params;
  refuseUnknown(data, slug);
  const row = data.providerRows?.find(({ record }) => record.slug === slug);
  return {
    data: {
      provider: row?.record ?? { ...example().data.provider, ...unmeasured, name: slug, slug },
      endpoints: (data.endpoints ?? []).filter((one) => one.provider_name === slug),
      credentials: {
        operator: row?.operator ?? true,
        pool: row?.pool ?? [],
        byok: data.credentials.filter(({ provider }) => provider === slug),
      },
      canaries: canariesAt(data, slug),
      time_line: row?.timeLine ?? [],
      circuit_changes: row?.circuitChanges ?? [],
      failures: failuresOf(data, slug),
    },
  };
});

const unmeasured = {
  ...({
    circuit: "closed",
    models: 0,
  } as const),
  uptime_last_5m: null,
  uptime_last_30m: null,
  uptime_last_1d: null,
  latency_last_30m: null,
  throughput_last_30m: null,
};

/** Every credential is accepted, except those whose secret begins with `sk-refused`. */
export const checkProvider = acting<"checkProvider">(200, (given) => {
  const { params, body, world } = given;
  const { slug } = params;
  refuseUnknown(world.data, slug);
  const own =
    body.byok_id === undefined ? null : credentialOf(world.data, slug, body.byok_id.toLowerCase());
  const isRefused = own !== null && world.data.refusedCredentials?.includes(own.id) === true;
  const byokId = own?.id ?? null;
  const workspaceId = own?.workspace_id ?? null;
  return {
    data: checked(given, { slug, isRefused, byokId, workspaceId, more: { byok_id: byokId } }),
  };
});

interface Checked {
  readonly slug: string;
  readonly isRefused: boolean;
  readonly byokId: string | null;
  readonly workspaceId: string | null;
  /** What else the audit log keeps of it. */
  readonly more: Readonly<Record<string, unknown>>;
}

/** What came of a check, also in the audit log. */
export function checked(
  given: Change,
  { slug, isRefused, byokId, workspaceId, more }: Checked,
): Schema<"ProviderCheck"> {
  const found = isRefused ? refused : accepted;
  const target = { type: "provider", id: slug } as const;
  recordChange(given, { target, workspaceId, before: null, after: { ...found, ...more } });
  const message = isRefused ? "refuses its credential" : "answers, and accepts its credential";
  return {
    provider: slug,
    byok_id: byokId,
    ...found,
    message: `${slug}: ${message}`,
    missing_models: [],
    latency: 0,
    checked_at: toIso(nowOf(given.world.data)),
  };
}

const accepted = { outcome: "accepted", failure: null, status: null } as const;
const refused = { outcome: "failed", failure: "credential", status: 401 } as const;

/** The sandbox is there although no list shows it. */
function refuseUnknown({ providers }: WorldData, slug: string): void {
  if (slug !== "sandbox" && !providers.includes(slug)) throw absent("provider", slug);
}

function credentialOf({ credentials }: WorldData, slug: string, id: string) {
  const found = credentials.find((one) => one.id === id && one.provider === slug);
  if (found === undefined) throw absent("credential", id);
  return found;
}

function failuresOf({ generations }: WorldData, slug: string): Failure[] {
  const found: Failure[] = [];
  for (const { record } of generations.toReversed()) {
    if (found.length >= mostFailures) break;
    for (const attempt of (record.provider_responses ?? []).toReversed())
      if (
        attempt.provider_name === slug &&
        attempt.failure != null &&
        attempt.failure !== "aborted"
      )
        found.push(toFailure(record, attempt, attempt.failure));
  }
  return found.slice(0, mostFailures);
}

function toFailure(
  record: Schema<"Generation">,
  {
    status,
    endpoint_id: endpoint,
    latency = 0,
    provider_name: provider,
  }: Schema<"GenerationAttempt">,
  failure: string,
): Failure {
  return {
    at: record.created_at,
    generation_id: record.id,
    model: record.model,
    upstream_model: endpoint?.slice((provider?.length ?? 0) + 1) ?? record.model,
    status,
    failure,
    latency,
    served_by: record.error === null ? (record.provider_name ?? null) : null,
  };
}
