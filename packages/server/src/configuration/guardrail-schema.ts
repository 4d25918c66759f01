import { z } from "zod";
import { signedAddress } from "./notification-schema.ts";
import { count, oneOrMore } from "./provider-schema.ts";

const guardrail = z.strictObject({
  ...signedAddress,
  /** What it judges: what callers send, and what models answer. */
  before: z.boolean().default(true),
  after: z.boolean().default(true),
  timeout_ms: z.int().min(10).max(30_000).default(2_000),
  /** What becomes of a call when it does not judge in time. */
  on_failure: z.enum(["refuse", "allow"]).default("refuse"),
  /** The calls that it judges: of all of these that are written. By id, which neither a new name nor a rotation changes. */
  keys: oneOrMore(count).optional(),
  workspaces: oneOrMore(z.string().min(1)).optional(),
  models: oneOrMore(z.string().min(1)).optional(),
  /** A stream is held back until so many characters are there, or for so long. */
  piece_characters: z.int().min(1).max(100_000).default(400),
  piece_ms: z.int().min(10).max(10_000).default(500),
});

const name = z
  .string()
  .regex(
    /^[a-z][a-z0-9_-]{0,31}$/,
    "a guardrail's name has lower-case letters, digits, _ and - only",
  );

export const guardrailsSchema = z
  .record(name, guardrail)
  .refine((all) => Object.keys(all).length <= 50, "must name at most 50 guardrails")
  .refine(
    (all) => Object.values(all).every(({ before, after }) => before || after),
    "each must have before or after: one that judges neither is left out",
  )
  .default({});

export interface GuardrailSettings {
  readonly name: string;
  readonly url: string;
  readonly secret: string;
  readonly before: boolean;
  readonly after: boolean;
  readonly timeoutMs: number;
  /** What becomes of a call that it does not judge in time. */
  readonly onFailure: "refuse" | "allow";
  /** Null: of all. */
  readonly keys: readonly number[] | null;
  readonly workspaces: readonly string[] | null;
  /** Patterns. */
  readonly models: readonly string[] | null;
  readonly pieceCharacters: number;
  readonly pieceMs: number;
}

/** In their order: the first that a call fits judges it. */
export function guardrailsOf(
  file: z.output<typeof guardrailsSchema>,
): readonly GuardrailSettings[] {
  return Object.entries(file).map(([name, entry]) => ({
    name,
    url: entry.url,
    secret: entry.secret,
    before: entry.before,
    after: entry.after,
    timeoutMs: entry.timeout_ms,
    onFailure: entry.on_failure,
    keys: entry.keys ?? null,
    workspaces: entry.workspaces ?? null,
    models: entry.models ?? null,
    pieceCharacters: entry.piece_characters,
    pieceMs: entry.piece_ms,
  }));
}
