import { usualCanary } from "@portico/core/rules/canaries";
import { z } from "zod";
import { count, modelId } from "./provider-schema.ts";

export const canary = z
  .strictObject({
    to: modelId,
    /** Of the sessions. */
    percent: z.number().min(0).max(100).default(usualCanary.percent),
    /** The keys whose requests all go there, by number. */
    keys: z.array(count).max(1_000).default([]),
    roll_back: z
      .strictObject({
        failure_percent: z.number().min(0).max(100).default(usualCanary.failurePercent),
        slower: z.number().min(1).max(1_000).nullable().default(usualCanary.slower),
        requests: count.max(500).default(usualCanary.requests),
        window_seconds: count.max(86_400).default(usualCanary.windowSeconds),
      })
      .prefault({}),
  })
  .refine(({ percent, keys }) => percent > 0 || keys.length > 0, {
    message: "needs a percent above 0, or keys",
  });

export const shadow = z.strictObject({
  to: modelId,
  /** Of the calls. */
  percent: z.number().gt(0).max(100),
  /** In each process. */
  in_flight: count.max(1_000).default(2),
  tokens_per_minute: count.default(100_000),
  max_output_tokens: count.default(1_000),
});
