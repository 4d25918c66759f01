import { GatewayError } from "../../failures.ts";

/** A caller's names in a header or a message: so many of them, each so long. */
const mostNamed = 16;
const longestName = 80;

/** Names of parts of a request, bounded, in the order of the request. */
export function listed(names: readonly string[]): string {
  const each = [...new Set(names)];
  const shown = each
    .slice(0, mostNamed)
    .map((name) => (name.length > longestName ? `${name.slice(0, longestName)}…` : name));
  const more = each.length - shown.length;
  return [...shown, ...(more > 0 ? [`${more} more`] : [])].join(", ");
}

/** What a wire knows of the fields of its requests. */
export interface KnownFields {
  /** Those that are read, or have no effect on the answer. */
  readonly names: ReadonlySet<string>;
  /** Values of others that hold anyway: clients send them although they are the defaults. */
  readonly whatHoldsAnyway: Readonly<Record<string, readonly unknown[]>>;
}

/** The fields of a request that are not read although they say something. */
export function unreadFields(body: object, { names, whatHoldsAnyway }: KnownFields): string[] {
  const unread: string[] = [];
  for (const [name, value] of Object.entries(body)) {
    if (names.has(name) || !saysSomething(value)) continue;
    // A caller may name a field `__proto__` or `toString`.
    const holds = Object.hasOwn(whatHoldsAnyway, name) && whatHoldsAnyway[name]?.includes(value);
    if (!holds) unread.push(name);
  }
  return unread;
}

/** The fields inside of one that say something. */
export function saidIn(field: string, value: object): string[] {
  return Object.entries(value)
    .filter(([, said]) => saysSomething(said))
    .map(([name]) => `${field}.${name}`);
}

/** What a request asks to be shown beside the answer; thoughts apart, which every wire has. */
export function namesIncluded(include: unknown): string[] {
  return (Array.isArray(include) ? include : [])
    .filter((name) => name !== "reasoning.encrypted_content")
    .map((name) => `include (${name})`);
}

export function saysSomething(value: unknown): boolean {
  if (value === null || value === undefined || value === "" || value === false) return false;
  return typeof value !== "object" || Object.keys(value).length > 0;
}

/** A tool that is no function, as notices and messages name it: `tools (mcp deepwiki)`. */
export function nameOfTool(tool: object): string {
  const {
    type,
    name,
    server_label: label,
    custom,
  }: Readonly<Record<string, unknown>> = {
    ...tool,
  };
  const own = [name, label, Object(custom).name].find((one) => typeof one === "string");
  return `tools (${[type, own === type ? undefined : own].filter(Boolean).join(" ")})`;
}

interface OfferedTools {
  /** The tools that the upstream is not sent, by their names. */
  readonly leftOut: readonly string[];
  /** Whether it is sent any other. */
  readonly hasOthers: boolean;
  readonly isCallable: boolean;
}

/** The tools without which the answer would be invented: where the model has nothing else to call. */
export function missedTools({ leftOut, hasOthers, isCallable }: OfferedTools): readonly string[] {
  return hasOthers || !isCallable ? [] : leftOut;
}

/** Refuses a request whose answer would be invented without the tools that no provider is sent; returns their names. */
export function leftOutTools(offered: OfferedTools): readonly string[] {
  const { leftOut } = offered;
  const missed = missedTools(offered);
  if (missed.length > 0)
    throw refuseWithout(missed, "Send functions or custom tools, or leave it out.");
  return leftOut;
}

/** For a request whose answer would not be what was asked for without these. */
export function refuseWithout(names: readonly string[], remedy: string): GatewayError {
  const [first = ""] = names;
  return new GatewayError("badRequest", {
    message: `${listed(names)} cannot be handed on, and an answer without would not be what you ask for. ${remedy}`,
    metadata: { field: first.replace(/ \(.*$/s, "") },
  });
}
