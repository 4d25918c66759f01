import { toIso } from "@portico/core/rules/dates";
import type { Behaviour, Call } from "../call.ts";
import type { ReplyLine } from "../gateway.ts";
import { nowOf } from "../world/now.ts";
import { type Asked, askedOf } from "./asked.ts";
import { fits } from "./fits.ts";
import type { When } from "./script.ts";

/** One request that was answered, or refused. */
export interface JournalEntry extends Omit<Asked, "operation"> {
  /** In the time of its world. */
  readonly at: string;
  readonly method: string;
  readonly path: string;
  /** Null where no operation was found. */
  readonly operation: string | null;
  /** 0 for a connection that was refused. */
  readonly status: number;
  readonly fault: string | null;
  /** The rule of the script that answered. */
  readonly rule: string | null;
  /** As it was sent; left out where it is large. */
  readonly body?: unknown;
}

/** The latest are kept. */
const mostEntries = 1_000;
const largestBody = 64 * 1024;

/** What came in, in order. It is read by `entriesOf`, so that what only keeps it need not hold what reads it. */
export class Journal {
  readonly #lines: KeptLine[] = [];

  add(line: ReplyLine): void {
    const { request, status, world, heard } = line;
    this.#lines.push({ request, status, world, heard, atMs: nowOf(world.data) });
    if (this.#lines.length > mostEntries) this.#lines.shift();
  }

  get lines(): readonly KeptLine[] {
    return this.#lines;
  }

  clear(): void {
    this.#lines.length = 0;
  }
}

interface KeptLine extends ReplyLine {
  readonly atMs: number;
}

/** To be asserted on: all, or those that are as described, in the words of a script's rules. */
export function entriesOf({ lines }: Journal, like: Like = {}): JournalEntry[] {
  return entriesLike(lines.map(entryOf), like);
}

/** A description of requests, and how they were answered. */
export type Like = When & { readonly status?: number };

export function entriesLike(entries: readonly JournalEntry[], like: Like): JournalEntry[] {
  const { status, ...when } = like;
  // Without a description, also requests of other operations than calls of models.
  const isAny = Object.keys(when).length === 0;
  return entries.filter(
    (entry) =>
      (status ?? entry.status) === entry.status &&
      (isAny || fits(when, { ...entry, operation: entry.operation ?? "" })),
  );
}

const unread: Omit<Asked, "operation"> = {
  wire: null,
  model: null,
  stream: false,
  turn: 1,
  prompt: "",
  instructions: "",
  tools: [],
  results: [],
};

function entryOf({ atMs, request, status, heard }: KeptLine): JournalEntry {
  const { call, behaviour, operation = null, body } = heard;
  const { pathname, search } = new URL(request.url);
  return {
    at: toIso(atMs),
    method: request.method,
    path: pathname + search,
    status,
    fault: heard.fault ?? null,
    rule: heard.rule ?? null,
    ...unread,
    operation,
    ...readIn(call, behaviour),
    ...(body !== undefined && isSmall(body) && { body }),
  };
}

/** Nothing of a call that says what contradicts itself. */
function readIn(call: Call | undefined, behaviour: Behaviour | undefined): Partial<Asked> {
  try {
    return call === undefined ? {} : askedOf(call, behaviour);
  } catch {
    return {};
  }
}

function isSmall(body: unknown): boolean {
  return JSON.stringify(body).length <= largestBody;
}
