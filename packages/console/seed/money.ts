import type { Schema } from "@portico/client";
import { toUsd } from "@portico/core/rules/amounts";
import type { WorldData } from "@portico/msw";
import { apps, endUsers } from "./people.ts";
import { generationId, type Random, uuid } from "./random.ts";
import { beginningOf, dayMs, iso, minuteMs } from "./time.ts";

/** About a third of what was granted is left: in three grants, one of them by the operator on the machine. */
export function grantsFor(usedNanousd: number, nowMs: number): Schema<"CreditGrant">[] {
  const whole = Math.ceil((toUsd(usedNanousd) * 1.5) / 10) * 10;
  const second = Math.floor(whole * 0.3);
  const third = Math.floor(whole * 0.2);
  const grant = (
    id: number,
    amount: number,
    note: string | null,
    by: string,
    ms: number,
  ): Schema<"CreditGrant"> => ({ id, amount, note, created_by: by, created_at: iso(ms) });
  return [
    grant(1, whole - second - third, "First year", "local", beginningOf(nowMs) + 60_000),
    grant(2, second, null, "key:1", nowMs - 24 * dayMs),
    grant(3, third, "Research grant 2026-17, second part", "key:1", nowMs - 8 * dayMs),
  ];
}

/** Requests under way: streams of the last minute, and one whose process has died. */
export function holdsAt(
  keys: WorldData["keys"],
  processes: readonly string[],
  nowMs: number,
  random: Random,
): Schema<"Hold">[] {
  const hold = (
    keyId: number,
    model: string,
    agoMs: number,
    amount: number,
    isDead = false,
  ): Schema<"Hold"> => {
    const record = keys.find((row) => row.record.id === keyId)?.record;
    const app = apps[keyId % apps.length];
    return {
      ...{ id: generationId(random, nowMs - agoMs), api_key_id: keyId, model, amount },
      ...{ api_key_hash: record?.hash ?? "", api_key_name: record?.name ?? "" },
      ...{ workspace_id: record?.workspace_id ?? "", operation: "chat", uses_credits: true },
      ...{ external_user: keyId === 2 ? endUsers[2] : null, session_id: null },
      ...{ http_referer: app?.url ?? null, app_title: app?.title ?? null },
      ...{ created_at: iso(nowMs - agoMs), age: agoMs },
      process_id: isDead ? uuid(random) : (processes[keyId % processes.length] ?? ""),
      process_started_at: iso(nowMs - 6 * dayMs),
      process_silent: isDead ? 21_000 : 0,
    };
  };
  return [
    hold(19, "anthropic/claude-sonnet-5", 94_000, 0.1843, true),
    hold(20, "openai/gpt-5.4", 31_000, 0.0912),
    hold(2, "openai/gpt-5.4", 12_400, 0.0614),
    hold(2, "openai/gpt-5-mini", 4100, 0.0098),
    hold(7, "anthropic/claude-haiku-5", 900, 0.0127),
  ];
}

/** Of two processes on one node. */
export function statusAt(processes: readonly string[], nowMs: number): Schema<"Status"> {
  return {
    ...{ version: "1.0.0", engine: "postgres", started_at: iso(nowMs - 6 * dayMs) },
    processes: processes.map((id, index) => ({
      ...{ id, pid: 4121 + index * 9, started_at: iso(nowMs - 6 * dayMs + index * 1400) },
      ...{ requests_in_flight: 2 + index, body_bytes_in_flight: 18_211 * index },
      ...{ memory_bytes: 173_015_040 + index * 9_437_184, event_loop_lag: 11.6 - index },
      ...{ configuration_version: 3, configuration_problem: null },
    })),
    ...{ processes_elsewhere: 2, processes_behind: 0, requests_in_flight: 5, held: 0 },
    window_seconds: (15 * minuteMs) / 1000,
    overhead: { requests: 318, p50: 1.9, p75: 2.6, p90: 4.2, p99: 11.8 },
    ...{ vector_cache: { hits: 812, misses: 2311 }, event_loop_lag: 11.6 },
  };
}
