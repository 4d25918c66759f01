import type { JsonSchema } from "@portico/contract";
import { type ContractSchemas, createSchemas } from "@portico/contract/judge/schemas";
import type { Bench } from "../suite/bench.ts";
import {
  embed,
  respond,
  stream,
  timeTool,
  weatherQuestion,
  weatherTool,
  workspace,
} from "./ask.ts";
import { newCredential } from "./byok.ts";

/** Every value that was seen of each schema of the contract, by the schema's name. */
export type Samples = ReadonlyMap<string, readonly unknown[]>;

const gathered = new WeakMap<Bench, Promise<Samples>>();

/** The values of one request to each operation; sent once per run. */
export function samplesOf(bench: Bench): Promise<Samples> {
  const known = gathered.get(bench);
  if (known) return known;
  const fresh = gather(bench);
  gathered.set(bench, fresh);
  return fresh;
}

async function gather(bench: Bench): Promise<Samples> {
  const samples = new Map<string, unknown[]>();
  const schemas = createSchemas(bench.document);
  const see = (name: string, value: unknown): void =>
    collect(schemas, { $ref: `#/components/schemas/${name}` }, value, samples);
  see("EmbeddingsReply", await embed(bench, ["one", "two"]));
  see("Response", await respond(bench, "Say hello"));
  see("Response", await respond(bench, weatherQuestion, { tools: [weatherTool, timeTool] }));
  for (const event of await stream(bench, "Say hello")) see("StreamEvent", event);
  for (const event of await stream(bench, weatherQuestion, { tools: [weatherTool] }))
    see("StreamEvent", event);
  see("EmbeddingModelList", (await bench.send("listEmbeddingModels")).body);
  see("ErrorEnvelope", (await bench.send("listEmbeddingModels", { key: "none" })).body);
  if (bench.target.managementKey !== null)
    see("GetWorkspaceReply", { data: await workspace(bench) });
  // Credentials are created by an addition: without it there is none to delete.
  if (bench.additions && bench.target.managementKey && bench.target.byokProvider) {
    const { id } = await newCredential(bench);
    const deletion = await bench.send("deleteByokCredential", { params: { id } });
    see("DeleteByokCredentialReply", deletion.body);
  }
  return samples;
}

/** Walks a value along its schema and records each part under the name of its schema. */
function collect(
  schemas: ContractSchemas,
  schema: JsonSchema,
  value: unknown,
  into: Map<string, unknown[]>,
): void {
  const name = schema.$ref?.split("/").at(-1);
  if (name !== undefined) {
    if (schemas.problems(`/components/schemas/${name}`, value).length > 0) return;
    into.set(name, [...(into.get(name) ?? []), value]);
  }
  const known = schemas.resolve(schema);
  for (const part of [...(known.oneOf ?? []), ...(known.anyOf ?? []), ...(known.allOf ?? [])])
    collect(schemas, part, value, into);
  for (const [part, inner] of partsOf(known, value)) collect(schemas, part, inner, into);
}

/** The values inside a value, each with its schema. */
function partsOf(schema: JsonSchema, value: unknown): [JsonSchema, unknown][] {
  const { items, properties = {} } = schema;
  if (Array.isArray(value)) return items ? value.map((item) => [items, item]) : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, field]): [JsonSchema, unknown][] => {
    const property = properties[name];
    return property ? [[property, field]] : [];
  });
}
