import {
  explain,
  explainQuery,
  explainUnknown,
  type Problem,
  told,
} from "@portico/contract/explain";
import { fieldsOf } from "@portico/core/json/shape";
import { overlongModel } from "@portico/core/rules/models";
import { readModels } from "@portico/core/wires/reading/read-models";
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

/**
 * The call with the model that it asks for. Refuses what the contract does not allow, explained like the gateway:
 * `input[1].id is required.`
 */
export async function validated(call: Call, second: SecondReader | undefined): Promise<Call> {
  refusePath(call);
  const { pack, body } = call;
  const components = { schemas: pack.schemas };
  const problem =
    unknownPart(call) ??
    explainQuery({ components }, pack.parameters, parts(call)) ??
    wrongPart(call) ??
    (pack.body && explain(pack.body, body, resolveIn(call)));
  if (problem) throw overlongModel(problem, body) ?? refusedBecause(problem);
  const violation = await second?.violation(call);
  if (!violation) return named(call);
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

/** The operations that take a list of models in place of one. */
const listing: ReadonlySet<string> = new Set([
  "createResponse",
  "createChatCompletion",
  "createMessage",
  "countMessageTokens",
  "countResponseTokens",
  "compactResponse",
]);

function named(call: Call): Call {
  const body = fieldsOf(call.body);
  if (!listing.has(call.pack.facts.id) || body["model"] !== undefined) return call;
  return { ...call, body: { ...body, model: readModels(body).modelId } };
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
