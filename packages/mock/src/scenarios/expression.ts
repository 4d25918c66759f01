import { isFields } from "@portico/core/json/shape";
import type { Reply } from "./reply.ts";

/** A runtime expression of Arazzo, as far as scenarios use them. */
export type Expression =
  | { readonly kind: "status" }
  | { readonly kind: "input"; readonly name: string }
  | { readonly kind: "output"; readonly step: string; readonly name: string }
  | { readonly kind: "header"; readonly name: string }
  /** The path holds the parts of a JSON pointer; without parts it is the whole body. */
  | { readonly kind: "body"; readonly path: readonly string[] };

/** What expressions can refer to at one moment of a run. */
export interface Scope {
  readonly inputs: Readonly<Record<string, unknown>>;
  /** The outputs of the steps that have run, by step. */
  readonly outputs: ReadonlyMap<string, Readonly<Record<string, unknown>>>;
  /** The reply of this step, once it is there. */
  readonly reply?: Reply;
}

const readers: readonly (readonly [RegExp, (parts: readonly string[]) => Expression])[] = [
  [/^\$statusCode$/, () => ({ kind: "status" })],
  [/^\$inputs\.([\w-]+)$/, ([name = ""]) => ({ kind: "input", name })],
  [
    /^\$steps\.([\w-]+)\.outputs\.([\w-]+)$/,
    ([step = "", name = ""]) => ({ kind: "output", step, name }),
  ],
  [/^\$response\.header\.([\w-]+)$/, ([name = ""]) => ({ kind: "header", name })],
  [/^\$response\.body$/, () => ({ kind: "body", path: [] })],
  [/^\$response\.body#\/(.+)$/, ([path = ""]) => ({ kind: "body", path: partsOf(path) })],
];

/** The expression that a text is, or undefined where it is none. */
export function parseExpression(text: string): Expression | undefined {
  for (const [pattern, read] of readers) {
    const found = pattern.exec(text);
    if (found !== null) return read(found.slice(1));
  }
  return undefined;
}

function partsOf(path: string): string[] {
  return path.split("/").map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** What an expression refers to; undefined where there is nothing. */
export function lookUp(expression: Expression, { inputs, outputs, reply }: Scope): unknown {
  switch (expression.kind) {
    case "status":
      return reply?.status;
    case "input":
      return inputs[expression.name];
    case "output":
      return outputs.get(expression.step)?.[expression.name];
    case "header":
      return reply?.headers.get(expression.name) ?? undefined;
    case "body":
      return expression.path.length === 0
        ? (reply?.json ?? reply?.text)
        : expression.path.reduce(memberOf, reply?.json);
  }
}

function memberOf(value: unknown, part: string): unknown {
  if (Array.isArray(value)) return /^\d+$/.test(part) ? value[Number(part)] : undefined;
  return isFields(value) && Object.hasOwn(value, part) ? value[part] : undefined;
}

/** Every expression of a value, in texts and in braces, however deep. */
export function expressionsIn(value: unknown): string[] {
  if (typeof value === "string")
    return value.startsWith("$") ? [value] : [...value.matchAll(braces)].map(([, it = ""]) => it);
  if (Array.isArray(value)) return value.flatMap(expressionsIn);
  return isFields(value) ? Object.values(value).flatMap(expressionsIn) : [];
}

const braces = /\{(\$[^{}]+)\}/g;

/** The value with each expression replaced. A text that is one expression becomes its value, with its type. */
export function filledIn(value: unknown, scope: Scope): unknown {
  if (typeof value === "string")
    return value.startsWith("$")
      ? required(value, scope)
      : value.replaceAll(braces, (_all, text: string) => String(required(text, scope)));
  if (Array.isArray(value)) return value.map((each) => filledIn(each, scope));
  if (!isFields(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, filledIn(each, scope)]),
  );
}

function required(text: string, scope: Scope): unknown {
  const expression = parseExpression(text);
  const value = expression === undefined ? undefined : lookUp(expression, scope);
  if (value === undefined) throw new MissingValue(text);
  return value;
}

/** An expression that a request needs refers to nothing. */
export class MissingValue extends Error {
  override readonly name = "MissingValue";

  constructor(text: string) {
    super(`a value for ${text}`);
  }
}
