import { countOf, fieldsOf, listOf } from "../../json/json-shape.ts";
import { readJsonReply } from "../../upstream/read-reply.ts";
import { readRefusal } from "../../upstream/read-upstream-error.ts";
import type { ListedModel } from "../provider.ts";
import { type JsonEndpoint, postJson } from "../wire/json-request.ts";
import { listModels } from "../wire/list-models.ts";

/** A machine's own models; more than these are asked for their names alone. */
const mostAsked = 100;

/** The models that were pulled, with what each says of itself. https://docs.ollama.com/api-reference/show-model-details */
export async function listOllama(
  endpoint: JsonEndpoint,
  signal: AbortSignal,
): Promise<readonly ListedModel[]> {
  const listed = await listModels(endpoint, "/api/tags", signal);
  const models: ListedModel[] = [];
  for (const [place, { id }] of listed.entries())
    models.push(place < mostAsked ? await show(endpoint, id, signal) : { id });
  return models;
}

async function show(endpoint: JsonEndpoint, id: string, signal: AbortSignal): Promise<ListedModel> {
  const reply = await postJson(endpoint, "/api/show", { model: id }, {}, { signal, whole: true });
  // One that was removed meanwhile, or an older server.
  if (reply.status !== 200) {
    await readRefusal(reply);
    return { id };
  }
  const shown = fieldsOf(await readJsonReply(reply));
  const abilities = listOf(shown["capabilities"]);
  // `llama.context_length`, `nomic-bert.embedding_length`: behind the name of the architecture.
  const count = (name: string) =>
    countOf(
      Object.entries(fieldsOf(shown["model_info"])).find(([key]) => key.endsWith(`.${name}`))?.[1],
    );
  const contextLength = count("context_length");
  const dimensions = count("embedding_length");
  const isEmbedding = abilities.includes("embedding");
  return {
    id,
    ...(abilities.length > 0 && { kind: isEmbedding ? "embedding" : "text" }),
    ...(contextLength !== undefined && { contextLength }),
    ...(isEmbedding && dimensions !== undefined && { dimensions }),
    ...(abilities.length > 0 && {
      readsImages: abilities.includes("vision"),
      takesTools: abilities.includes("tools"),
    }),
  };
}
