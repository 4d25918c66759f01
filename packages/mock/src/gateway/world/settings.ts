import { fieldsOf, listOf, textOf } from "@portico/core/json/shape";
import { usualCanary } from "@portico/core/rules/canaries";
import type { WorldData } from "./data.ts";

/** The names under which requests are tagged. */
export function tagNames({ configuration }: WorldData): readonly string[] {
  return listOf(configuration?.settings?.tags).flatMap((name) => textOf(name) ?? []);
}

export interface CanaryRule {
  /** The model or alias that calls ask for. */
  readonly model: string;
  readonly to: string;
  readonly percent: number;
  readonly keys: readonly unknown[];
  readonly failurePercent: number;
  readonly requests: number;
}

export function canariesOf({ configuration }: WorldData): readonly CanaryRule[] {
  return Object.entries(fieldsOf(configuration?.settings?.canaries)).flatMap(([model, rule]) => {
    const { to, percent, keys, roll_back: marks } = fieldsOf(rule);
    const target = textOf(to);
    if (target === undefined) return [];
    const { failure_percent, requests } = fieldsOf(marks);
    return {
      model,
      to: target,
      percent: Number(percent ?? usualCanary.percent),
      keys: listOf(keys),
      failurePercent: Number(failure_percent ?? usualCanary.failurePercent),
      requests: Number(requests ?? usualCanary.requests),
    };
  });
}
