type Fields = Readonly<Record<string, unknown>>;

/** The tools that a vendor runs for a price by the call, and counts in its answer. */
export const paidKinds = [
  "web_search",
  "web_fetch",
  "file_search",
  "code_interpreter",
  "mcp",
] as const;

export type PaidKind = (typeof paidKinds)[number];

/** How often each was called. */
export type ToolCalls = { readonly [Kind in PaidKind]?: number };

/** The kinds that an endpoint has a price for, and how often one may be called where the request does not say so. */
export interface PaidTools {
  readonly kinds: ReadonlySet<PaidKind>;
  readonly usualCalls: number;
}

/** What a request says of them on its vendor's own wire. */
interface AskedTools {
  readonly family: string;
  readonly fields: Fields;
  readonly tools?: readonly Fields[];
}

const kinds: ReadonlySet<unknown> = new Set(paidKinds);
const version = /_(?:\d{8}|\d{4}_\d\d_\d\d)$/;

/** Of `web_search_20250305` it is `web_search`; null for a tool that has no price by the call. */
export function paidKindOf({ type }: Fields): PaidKind | null {
  const kind = typeof type === "string" ? type.replace(version, "") : type;
  return isPaidKind(kind) ? kind : null;
}

function isPaidKind(kind: unknown): kind is PaidKind {
  return kinds.has(kind);
}

/** A vendor is asked for no more. */
const mostAllowed = 100;

/** A limit that the caller sets for a tool, or for all of them; else the usual one. */
export function callsAllowed(asked: unknown, { usualCalls }: PaidTools): number {
  const isLimit = typeof asked === "number" && asked >= 1;
  return isLimit ? Math.min(Math.floor(asked), mostAllowed) : usualCalls;
}

/** The most calls of a request to the tools of these kinds. Anthropic bounds each tool, OpenAI all together. */
export function mostCalls({ family, fields, tools = [] }: AskedTools, paid: PaidTools): number {
  const asked = tools.filter((tool) => isPaid(tool, paid));
  if (asked.length === 0) return 0;
  if (family !== "anthropic") return callsAllowed(fields["max_tool_calls"], paid);
  return asked.reduce((sum, tool) => sum + callsAllowed(tool["max_uses"], paid), 0);
}

/** The kinds of the request's tools whose calls are held for. */
export function paidKindsOf({ tools = [] }: AskedTools, paid: PaidTools): readonly PaidKind[] {
  return tools.filter((tool) => isPaid(tool, paid)).flatMap((tool) => paidKindOf(tool) ?? []);
}

export function isPaid(tool: Fields, paid: PaidTools | undefined): boolean {
  const kind = paidKindOf(tool);
  return kind !== null && paid?.kinds.has(kind) === true;
}

const countedItems: Readonly<Record<string, PaidKind>> = {
  web_search_call: "web_search",
  file_search_call: "file_search",
  code_interpreter_call: "code_interpreter",
  mcp_call: "mcp",
};

/**
 * Counts what tools leave in an answer. Of a search, opening a page and looking in it cost nothing; a container costs once:
 * https://platform.openai.com/docs/guides/tools-web-search, https://platform.openai.com/docs/pricing
 */
export class CalledTools {
  readonly #calls = new Map<PaidKind, number>();
  readonly #containers = new Set<unknown>();

  /** Undefined where none has been called. */
  get calls(): ToolCalls | undefined {
    return this.#calls.size === 0 ? undefined : Object.fromEntries(this.#calls);
  }

  add(item: Fields): void {
    const kind = countedItems[String(item["type"])];
    if (kind === undefined || !this.#isBilled(kind, item)) return;
    this.#calls.set(kind, (this.#calls.get(kind) ?? 0) + 1);
  }

  #isBilled(kind: PaidKind, { action, container_id: container }: Fields): boolean {
    if (kind === "web_search") return (Object(action)["type"] ?? "search") === "search";
    if (kind !== "code_interpreter") return true;
    const isNew = !this.#containers.has(container);
    this.#containers.add(container);
    return isNew;
  }
}
