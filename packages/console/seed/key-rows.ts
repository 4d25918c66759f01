import type { Schema } from "@portico/client";
import { toNanousd, toUsd } from "@portico/core/rules/amounts";
import { periodStartMs } from "@portico/core/rules/periods";
import type { WorldData } from "@portico/msw";
import { keys, type SeededKey } from "./keys.ts";
import { signInKeys } from "./people.ts";
import { hex, type Random } from "./random.ts";
import { beginningOf, dayMs, hourMs, iso, isoOrNull } from "./time.ts";

type KeyRow = WorldData["keys"][number];

const letters = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789";

/** The keys, whose limits are set by what they have spent: so each stays near to it whenever the world begins. */
export function keyRows(
  requests: readonly Schema<"Generation">[],
  nowMs: number,
  random: Random,
): KeyRow[] {
  return keys.map((key, index): KeyRow => {
    const id = index + 1;
    const identity = identityOf(id, key, random);
    const limit = key.limit ?? limitOf(id, key, requests, nowMs);
    return {
      record: {
        ...{ id, name: key.name, kind: key.kind ?? "ordinary", workspace_id: key.workspace },
        ...identity,
        ...{ disabled: key.disabled ?? false, limit, limit_remaining: limit },
        ...{ limit_reset: key.reset ?? null, include_byok_in_limit: false },
        ...noUseBefore,
        requests_per_minute: key.requestsPerMinute ?? null,
        tokens_per_minute: key.tokensPerMinute ?? null,
        ...timesOf(id, key, nowMs),
        ...{ creator_user_id: id === 1 ? "system" : "key:1", external_user: null },
        owner_email: key.owner ?? null,
        ...exposureOf(key, nowMs),
        ...rightsOf(key),
      },
      earlier: earlierOf(key, nowMs, random),
      deleted: false,
    };
  });
}

const noUseBefore = {
  ...{ usage: 0, usage_daily: 0, usage_weekly: 0, usage_monthly: 0 },
  ...{ byok_usage: 0, byok_usage_daily: 0, byok_usage_weekly: 0, byok_usage_monthly: 0 },
};

function identityOf(id: number, { kind }: SeededKey, random: Random) {
  const start = kind === "management" ? "ptcm_" : "ptc_";
  const text = (length: number) =>
    Array.from({ length }, () => letters.charAt(Math.floor(random() * letters.length))).join("");
  const own = Object.values(signInKeys).find((one) => one.id === id);
  if (own !== undefined)
    return { hash: own.hash, label: `${own.secret.slice(0, 9)}…${own.secret.slice(-4)}` };
  return { hash: hex(random, 64), label: `${start}${text(9 - start.length)}…${text(4)}` };
}

/** To cents, upwards: a key that has spent all of its limit has a little more than that. */
function limitOf(
  id: number,
  { spentShare, reset }: SeededKey,
  requests: readonly Schema<"Generation">[],
  nowMs: number,
): number | null {
  if (spentShare === undefined) return null;
  const since = periodStartMs(reset ?? null, nowMs);
  const spent = requests
    .filter((one) => one.api_key_id === id && Date.parse(one.settled_at ?? "") >= since)
    .reduce((sum, one) => sum + toNanousd(one.total_cost), 0);
  return Math.max(Math.ceil((toUsd(spent) / spentShare) * 100) / 100, 0.5);
}

function timesOf(id: number, key: SeededKey, nowMs: number) {
  const created = beginningOf(nowMs) + id * 19 * hourMs;
  const rotated = key.rotatedDaysAgo === undefined ? null : nowMs - key.rotatedDaysAgo * dayMs;
  const exposed = key.exposedDaysAgo === undefined ? null : nowMs - key.exposedDaysAgo * dayMs;
  const overlap = (key.overlapDays ?? 1) * dayMs;
  return {
    created_at: iso(created),
    updated_at: isoOrNull(rotated ?? exposed ?? (key.disabled ? nowMs - 13 * dayMs : null)),
    expires_at: isoOrNull(key.expiresIn === undefined ? null : nowMs + key.expiresIn * dayMs),
    rotated_at: isoOrNull(rotated),
    previous_secret_expires_at: isoOrNull(rotated === null ? null : rotated + overlap),
  };
}

function exposureOf({ exposedDaysAgo }: SeededKey, nowMs: number) {
  if (exposedDaysAgo === undefined)
    return { exposed_at: null, exposed_source: null, exposed_url: null };
  return {
    exposed_at: iso(nowMs - exposedDaysAgo * dayMs),
    exposed_source: "github: commit",
    exposed_url: "https://github.com/octocat/Hello-World/blob/4f1c09ab/notebooks/demo.ipynb",
  };
}

function rightsOf(key: SeededKey) {
  return {
    allowed_models: key.allowedModels === undefined ? null : [...key.allowedModels],
    allowed_providers: key.allowedProviders === undefined ? null : [...key.allowedProviders],
    allowed_networks: key.allowedNetworks === undefined ? null : [...key.allowedNetworks],
    ...{ data_collection: null, zero_data_retention: key.keepsNothing ?? false },
    requires_end_user: false,
    max_output_tokens: key.maxOutputTokens ?? null,
    max_requests_in_flight: key.maxInFlight ?? null,
    session_budget: null,
    scope: key.scope ?? "all",
  } as const;
}

function earlierOf(key: SeededKey, nowMs: number, random: Random): KeyRow["earlier"] {
  if (key.rotatedDaysAgo === undefined) return [];
  const until = nowMs + ((key.overlapDays ?? 1) - key.rotatedDaysAgo) * dayMs;
  return [{ hash: hex(random, 64), until: iso(until) }];
}
