import { hint } from "@portico/contract/suggest";
import type { Problem } from "@portico/core/configuration/source";
import type { z } from "zod";
import type { Path, SourceDocument } from "./document.ts";

type Issue = z.core.$ZodIssue;
type Schema = z.core.$ZodType;

/** The validator's findings with advice, each at its place in the file. */
export function explain(issue: Issue, schema: Schema, source: SourceDocument): Problem[] {
  if (issue.code === "unrecognized_keys") {
    const known = keysAt(schema, issue.path);
    return issue.keys.map((key) => ({
      ...source.placeOfKey(issue.path, key),
      message: `Unknown key "${key}"${inside(issue.path)}.${hint(key, known)}`,
    }));
  }
  return [{ ...source.placeOf(issue.path), message: `${nameOf(issue.path)}: ${wordsFor(issue)}` }];
}

function wordsFor(issue: Issue): string {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined
        ? `is missing; it must be ${article(issue.expected)}.`
        : `must be ${article(issue.expected)}.`;
    case "invalid_value":
      return `must be one of ${issue.values.map((value) => `"${String(value)}"`).join(", ")}.`;
    case "too_small":
      return issue.origin === "string" || issue.origin === "array"
        ? "must not be empty."
        : `must be at least ${issue.minimum}.`;
    case "too_big":
      return `must be at most ${issue.maximum}.`;
    case "invalid_union":
      return wordsForUnion(issue);
    case "invalid_format":
      return issue.format === "url"
        ? 'must be a URL that begins with "http://" or "https://".'
        : wordsForForm(issue.message);
    default:
      return `${issue.message}.`;
  }
}

/** Our own patterns have a message for operators; the validator's own messages are for programmers. */
function wordsForForm(message: string): string {
  return message.startsWith("Invalid") ? "has the wrong form." : `${message}.`;
}

function wordsForUnion({
  errors,
  input,
}: Extract<Issue, { readonly code: "invalid_union" }>): string {
  if (input === undefined) return "is missing.";
  const values = errors.flat().flatMap((one) => (one.code === "invalid_value" ? one.values : []));
  const named = values.map((value) => ` or "${String(value)}"`).join("");
  return named === "" ? "must be text or a number." : `must be true, false${named}.`;
}

const articles: Readonly<Record<string, string>> = {
  string: "text (put it in quotes)",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "a mapping",
  record: "a mapping",
};

function article(expected: string): string {
  return articles[expected] ?? expected;
}

/** `models[0].price`. */
export function nameOf(path: Path): string {
  if (path.length === 0) return "The file";
  return path
    .map((step) => (typeof step === "number" ? `[${step}]` : `.${String(step)}`))
    .join("")
    .replace(/^\./, "");
}

function inside(path: Path): string {
  return path.length === 0 ? "" : ` in ${nameOf(path)}`;
}

/** The keys that the schema knows at a path. */
function keysAt(schema: Schema, path: Path): readonly string[] {
  let here: Schema | undefined = schema;
  for (const step of path) here = child(unwrapped(here), String(step));
  const { def } = unwrapped(here)?._zod ?? {};
  return def?.type === "object" && "shape" in def ? Object.keys(def.shape as object) : [];
}

function child(schema: Schema | undefined, step: string): Schema | undefined {
  const def = schema?._zod.def;
  if (def === undefined) return undefined;
  if ("shape" in def) return (def.shape as Record<string, Schema>)[step];
  if ("element" in def) return def.element as Schema;
  return "valueType" in def ? (def.valueType as Schema) : undefined;
}

function unwrapped(schema: Schema | undefined): Schema | undefined {
  const def = schema?._zod.def;
  return def !== undefined && "innerType" in def ? unwrapped(def.innerType as Schema) : schema;
}

interface Faulty {
  readonly path: Path;
}

const standIn = "stand-in";
const provider = { kind: "openai-compatible", base_url: "http://stand-in.invalid" };
const model = {
  kind: "text",
  context_length: 1,
  endpoints: [{ provider: standIn, upstream_model: standIn, price: { input: "0", output: "0" } }],
};

/**
 * The file's value with harmless stand-ins for the refused parts. Providers and models keep their names and places, so
 * that no further mistakes follow; all other parts get their defaults.
 */
export function withStandIns(value: unknown, faults: readonly Faulty[]): unknown {
  const file = structuredClone(Object(value));
  for (const { path } of faults) {
    const [section, entry] = path;
    if (section === "providers" && entry !== undefined) replace(file.providers, entry, provider);
    else if (section === "models" && entry !== undefined)
      replace(file.models, entry, { ...model, id: `${standIn}/${String(entry)}` });
    else if (section !== undefined) delete file[section];
  }
  const needsProvider = faults.some(({ path }) => path[0] === "models" && path.length > 1);
  if (needsProvider) file.providers = { ...file.providers, [standIn]: provider };
  return file;
}

function replace(list: Record<PropertyKey, unknown> | null, entry: PropertyKey, by: unknown): void {
  if (typeof list === "object" && list !== null) list[entry] = by;
}
