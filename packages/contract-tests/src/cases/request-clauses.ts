import assert from "node:assert/strict";
import { type JsonSchema, type OperationId, operations } from "@portico/contract";
import { json } from "@portico/contract/judge/judge";
import { createSchemas, escaped } from "@portico/contract/judge/schemas";
import { loadClauses, type WrittenClause } from "../clauses.ts";
import type { Bench } from "../suite/bench.ts";
import type { Case } from "../suite/case.ts";
import { wholeContract } from "../suite/measure.ts";
import { image, weatherTool } from "./ask.ts";

type Facts = Readonly<Record<string, unknown>>;
type Body = Record<string, unknown>;

/** The place of a schema in a valid request. */
interface Stand {
  readonly operation: OperationId;
  readonly body: Body;
  /** `input.0.content.0`; empty for the body itself. */
  readonly path: string;
}

const call = {
  type: "function_call",
  id: "fc_1",
  call_id: "call_1",
  name: "get_weather",
  arguments: "{}",
};
const result = { type: "function_call_output", id: "fo_1", call_id: "call_1", output: "sunny" };
const user = { type: "message", role: "user", content: [{ type: "input_text", text: "hello" }] };
const assistant = {
  type: "message",
  role: "assistant",
  id: "msg_1",
  status: "completed",
  content: [{ type: "output_text", text: "hi", annotations: [] }],
};

const embeddings = (more: Body, path = ""): Stand => ({
  operation: "createEmbeddings",
  body: { input: "hello", ...more },
  path,
});
const responses = (more: Body, path = ""): Stand => ({
  operation: "createResponse",
  body: { input: "hello", ...more },
  path,
});
const joint = { input: [{ content: [{ type: "text", text: "x" }] }] };
const picture = { input: [{ content: [{ type: "image_url", image_url: { url: image } }] }] };
const said = (part: unknown) => ({ input: [{ ...user, content: [part] }] });
const tools = { tools: [weatherTool], tool_choice: "none" };

const stands: Readonly<Record<string, Stand>> = {
  EmbeddingsRequest: embeddings({ encoding_format: "float", provider: {} }),
  ProviderPreferences: embeddings(
    { provider: { order: [], allow_fallbacks: true, data_collection: "deny" } },
    "provider",
  ),
  EmbeddingsInputObject: embeddings(joint, "input.0"),
  EmbeddingsTextPart: embeddings(joint, "input.0.content.0"),
  EmbeddingsImagePart: embeddings(picture, "input.0.content.0"),
  ResponseRequest: responses({
    ...tools,
    stream: false,
    max_output_tokens: 64,
    temperature: 1,
    top_p: 1,
  }),
  UserMessage: responses({ input: [user] }, "input.0"),
  AssistantMessage: responses({ input: [user, assistant, user] }, "input.1"),
  AssistantText: responses({ input: [user, assistant, user] }, "input.1.content.0"),
  InputText: responses(said({ type: "input_text", text: "hello" }), "input.0.content.0"),
  InputImage: responses(said({ type: "input_image", image_url: image }), "input.0.content.0"),
  FunctionCall: responses({ input: [user, call, result] }, "input.1"),
  FunctionCallOutput: responses({ input: [user, call, result] }, "input.2"),
  FunctionTool: responses(tools, "tools.0"),
  FunctionToolChoice: responses(
    { ...tools, tool_choice: { type: "function", name: "get_weather" } },
    "tool_choice",
  ),
};

const { document } = wholeContract();
const schemas = createSchemas(document);

function isValid(operation: OperationId, body: Body): boolean {
  const { path, method } = operations[operation];
  const place = `/paths/${escaped(path)}/${method}/requestBody/content/${escaped(json)}/schema`;
  return schemas.problems(place, body).length === 0;
}

const pattern = /^\/components\/schemas\/(\w+)\/properties\/(\w+)$/;

/** One case for each clause about a request's fields: valid values are accepted, invalid ones refused. */
export const requestCases: readonly Case[] = loadClauses().flatMap((clause) => {
  const places = requestPlaces(clause);
  if (places.length === 0) return [];
  return [
    {
      title: `takes ${places.map(({ schema, field }) => `${schema}.${field}`).join(", ")} as clause ${clause.id} says`,
      clauses: [clause.id],
      async run(bench: Bench) {
        for (const place of places) await tryPlace(bench, place);
      },
    },
  ];
});

interface RequestField {
  readonly schema: string;
  readonly field: string;
  readonly stand: Stand;
  readonly facts: Facts;
  /** The document's schema, additions included. */
  readonly property: JsonSchema;
  readonly isRequired: boolean;
}

function requestPlaces({ where }: WrittenClause): RequestField[] {
  if (where === "behaviour") return [];
  return Object.entries(where).flatMap(([pointer, facts]) => {
    const [, schema = "", field = ""] = pattern.exec(pointer) ?? [];
    const stand = stands[schema];
    const definition = document.components.schemas[schema];
    const property = definition?.properties?.[field];
    if (!stand || !property) return [];
    const isRequired = definition?.required?.includes(field) ?? false;
    return [{ schema, field, stand, facts, property, isRequired }];
  });
}

async function tryPlace(bench: Bench, place: RequestField): Promise<void> {
  const { stand, field, isRequired } = place;
  const { textModel, embeddingModel } = bench.target;
  const model = stand.operation === "createEmbeddings" ? embeddingModel : textModel;
  const body = { model, ...stand.body };
  const at = [...stand.path.split(".").filter(Boolean), field];
  await expectStatus(bench, stand, body, 200, "a valid request");
  // A message without its type is the short form of a message, which is an addition.
  if (isRequired)
    await tryBeyond(bench, stand, changed(body, at, undefined), `a request without ${field}`);
  for (const [value, isWithin] of trials(place, bench.additions)) {
    const tried = changed(body, at, value);
    const what = `${field}: ${JSON.stringify(value)}`;
    if (isWithin) await expectStatus(bench, stand, tried, 200, what);
    else await tryBeyond(bench, stand, tried, what);
  }
}

/** A value beyond the interface is refused, or accepted by an addition: the service decides which. */
async function tryBeyond(bench: Bench, stand: Stand, body: Body, what: string): Promise<void> {
  const status = isValid(stand.operation, body) ? 200 : 400;
  if (bench.additions || status === 400) await expectStatus(bench, stand, body, status, what);
}

const impossible = { "no field of the contract": [[[]]] };

/** Values, and whether the clause allows them. Others may still be allowed by an addition. */
function trials({ property, facts }: RequestField, additions: boolean): [unknown, boolean][] {
  const {
    minimum,
    maximum,
    enum: named,
  } = facts as {
    minimum?: number;
    maximum?: number;
    enum?: readonly string[];
  };
  // If the interface leaves the values open, the contract lists the accepted ones.
  const values = named ?? (additions ? (property.enum ?? []).filter(Boolean) : []);
  return [
    ...bounds(minimum, -0.001),
    ...bounds(maximum, 0.001),
    ...values.map((value): [unknown, boolean] => [value, true]),
    ...(values.length > 0 ? ([["no such value", false]] as [unknown, boolean][]) : []),
    ...(isScalar(property) ? ([[impossible, false]] as [unknown, boolean][]) : []),
  ];
}

function bounds(bound: number | undefined, beyond: number): [unknown, boolean][] {
  if (bound === undefined) return [];
  return [
    [bound, true],
    [bound + beyond, false],
  ];
}

function isScalar({ type, const: constant }: JsonSchema): boolean {
  if (constant !== undefined) return true;
  const types = [type ?? "object"].flat();
  return !types.includes("object") && !types.includes("array");
}

async function expectStatus(
  bench: Bench,
  { operation }: Stand,
  body: Body,
  status: number,
  what: string,
): Promise<void> {
  const reply = await bench.send(operation, { body });
  assert.equal(
    reply.status,
    status,
    `${what} is answered ${reply.status}: ${reply.text.slice(0, 200)}`,
  );
}

/** A copy with one value changed; `undefined` removes it. */
function changed(body: Body, path: readonly string[], value: unknown): Body {
  const copy = structuredClone(body);
  const last = path.at(-1) ?? "";
  let holder: Body = copy;
  for (const key of path.slice(0, -1)) holder = holder[key] as Body;
  if (value === undefined) delete holder[last];
  else holder[last] = value;
  return copy;
}
