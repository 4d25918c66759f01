import {
  explain,
  explainQuery,
  explainUnknown,
  type Problem,
  told,
} from "@portico/contract/explain";
import type { Call } from "./call.ts";
import { refusal } from "./failure.ts";

/** What is wrong with a request, in a validator's words. */
export interface Violation {
  /** `query.limit`, `body.input`. */
  readonly path: string;
  readonly message: string;
}

/** What a process may add, and a page cannot load: a second validator that also makes up replies from schemas. */
export interface SecondReader {
  /** The first violation in a request that the gateway itself found right; null where there is none. */
  violation(call: Call): Promise<Violation | null>;
  madeUp(call: Call): Promise<{ readonly status: number; readonly json: unknown }>;
}

/** Refuses what the contract does not allow, explained like the gateway: `input[1].id is required.` */
export async function validate(call: Call, second: SecondReader | undefined): Promise<void> {
  refusePath(call);
  const { pack, body } = call;
  const components = { schemas: pack.schemas };
  const problem =
    unknownPart(call) ??
    explainQuery({ components }, pack.parameters, parts(call)) ??
    wrongPart(call) ??
    (pack.body && explain(pack.body, body, resolveIn(call)));
  if (problem && namesNoModel(problem)) throw noSuchModel(String(Object(body).model));
  if (problem) throw refusedBecause(problem);
  const violation = await second?.violation(call);
  if (!violation) return;
  if (violation.path.startsWith("path")) throw notThere();
  const path = violation.path.replace(/^(body|query|path|header)\.?/, "");
  throw refusedBecause({ path, expectation: violation.message });
}

type Query = Readonly<Record<string, string | readonly string[]>>;

/** The query, with the parts of each list: `group_by=day,model`. */
function parts({ pack, query }: Call): Query {
  const lists = new Set(
    pack.parameters.filter(({ schema }) => schema?.type === "array").map(({ name }) => name),
  );
  return Object.fromEntries(
    Object.entries(query).map(([name, text]) => [name, lists.has(name) ? text.split(",") : text]),
  );
}

function unknownPart({ pack, query }: Call): Problem | null {
  if (pack.facts.isQueryKnown !== true) return null;
  return explainUnknown(
    pack.parameters.flatMap(({ in: place, name }) => (place === "query" ? name : [])),
    query,
  );
}

function wrongPart(call: Call): Problem | null {
  for (const { name, schema } of call.pack.parameters) {
    const given = parts(call)[name];
    const found = schema && Array.isArray(given) && explain(schema, given, resolveIn(call));
    if (found) return { ...found, path: name + found.path };
  }
  return null;
}

function refusedBecause(problem: { readonly path: string; readonly expectation: string }) {
  const { message, metadata } = told(problem);
  return refusal(400, message, {}, metadata && { ...metadata });
}

/** No model has so long a name: it is missing as any other. */
function namesNoModel({ path, expectation }: Problem): boolean {
  return path === "model" && expectation.startsWith("must have at most");
}

const longestShown = 100;

function noSuchModel(model: string) {
  const shown = JSON.stringify(`${model.slice(0, longestShown)}…`);
  const message = `The model ${shown} does not exist. GET /models lists those that do.`;
  return refusal(404, message, {}, { kind: "model_not_found" });
}

/** An invalid text in a path names nothing, so it is not found. */
function refusePath(call: Call): void {
  const { pack, params } = call;
  for (const { in: place, name, schema } of pack.parameters)
    if (place === "path" && schema && explain(schema, params[name], resolveIn(call)) !== null)
      throw notThere();
}

function notThere() {
  return refusal(404, "The resource does not exist.");
}

function resolveIn({ pack: { schemas } }: Call) {
  return (reference: string) => schemas[reference.replace("#/components/schemas/", "")];
}
