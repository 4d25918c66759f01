import type { Schema } from "@portico/contract/facts";
import { failsTooOften } from "@portico/core/rules/canaries";
import { toIso } from "@portico/core/rules/dates";
import type { Caller } from "./callers.ts";
import type { SeenCanary, WorldData } from "./data.ts";
import { nowOf } from "./now.ts";
import { type CanaryRule, canariesOf } from "./settings.ts";
import type { World } from "./world.ts";

interface Asked {
  readonly world: World;
  readonly caller: Caller;
}

/** The canary that a call of a model goes to. Every so many calls do, where the gateway draws sessions. */
export function canaryFor({ world: { data }, caller }: Asked, model: string): CanaryRule | null {
  const rule = canariesOf(data).find((one) => one.model === model);
  if (rule === undefined) return null;
  const seen = seenOf(data, model);
  if (seen.rolled_back !== null) return null;
  seen.asked += 1;
  const share = (calls: number) => Math.floor((calls * rule.percent) / 100);
  const isDrawn = share(seen.asked) > share(seen.asked - 1);
  return isDrawn || rule.keys.includes(caller.row?.record.id ?? 0) ? rule : null;
}

/** Counts what came of it, and takes it back where it fails more often than it may. */
export function noteCanary(world: World, rule: CanaryRule | null, hasFailed: boolean): void {
  if (rule === null) return;
  const seen = seenOf(world.data, rule.model);
  seen.requests += 1;
  if (hasFailed) seen.failures += 1;
  if (seen.rolled_back === null && failsTooOften(seen, rule)) rollBack(world, rule, seen);
}

function rollBack(world: World, { model, to }: CanaryRule, seen: SeenCanary): void {
  const { requests, failures } = seen;
  const at = toIso(nowOf(world.data));
  const found = { reason: "failures" as const, requests, failures, slow: 0 };
  seen.rolled_back = { at, ...found };
  const version = world.data.configuration?.inUse ?? 0;
  world.data.audit.push({
    id: (world.data.audit.at(-1)?.id ?? 0) + 1,
    created_at: at,
    action: "rollBackCanary",
    actor: system,
    workspace_id: null,
    target: { type: "configuration", id: String(version) },
    before: { serves: true },
    after: { canary: model, serves: false, to, ...found },
    client_ip: null,
    request_id: null,
  });
  world.data.alerts.push({
    ...aboutNoMoney,
    id: world.uuid(),
    subject: `canary:${model}`,
    subject_name: model,
    details: { to, ...found, version },
    created_at: at,
    deliveries: [],
  });
  world.touch();
}

const aboutNoMoney = {
  kind: "canary_rolled_back",
  state: "unsent",
  period: "all",
  workspace_id: null,
  threshold_percent: null,
  limit: null,
  spent: null,
  remaining: null,
  resets_at: null,
  resolved_at: null,
} as const;

const system: Schema<"AuditActor"> = {
  type: "system",
  key_id: null,
  key_kind: null,
  name: null,
  subject: null,
  session_id: null,
};

/** Of the version in use: another one tries its canaries again. */
function seenOf(data: WorldData, model: string): SeenCanary {
  const version = data.configuration?.inUse ?? 0;
  if (data.canaries?.version !== version) data.canaries = { version, seen: {} };
  const { seen } = data.canaries;
  seen[model] ??= { asked: 0, requests: 0, failures: 0, rolled_back: null };
  return seen[model];
}

/** Those that send requests to a provider. */
export function canariesAt(data: WorldData, provider: string): Schema<"ProviderCanary">[] {
  const isServed = (model: string) =>
    model.startsWith(`${provider}/`) ||
    data.endpoints?.some((one) => one.model_id === model && one.provider_name === provider);
  return canariesOf(data)
    .filter(({ to }) => isServed(to))
    .map(({ model, to, percent }) => ({
      model,
      to,
      percent,
      rolled_back: seenOf(data, model).rolled_back,
    }));
}
