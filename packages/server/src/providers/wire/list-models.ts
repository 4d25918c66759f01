import { countOf, type Fields, fieldsOf, listOf, textOf } from "../../json/json-shape.ts";
import type { ModelKind } from "../../model-call/endpoint-facts.ts";
import { readJsonReply } from "../../upstream/read-reply.ts";
import { readRefusal } from "../../upstream/read-upstream-error.ts";
import type { ListedModel } from "../provider.ts";
import { getJson, type JsonEndpoint } from "./json-request.ts";

/** The first page of an upstream's list of models, which is asked to be long enough for all. */
export async function listModels(
  endpoint: JsonEndpoint,
  path: string,
  signal: AbortSignal,
): Promise<readonly ListedModel[]> {
  const reply = await getJson(endpoint, path, signal);
  if (reply.status !== 200) throw await readRefusal(reply);
  const body = await readJsonReply(reply);
  const { data, models } = fieldsOf(body);
  const items = [body, data, models].find((list) => Array.isArray(list));
  return listOf(items).flatMap((item) => toListed(fieldsOf(item)));
}

/** What vendors and servers write of a model, by all names that they have for it. */
function toListed(item: Fields): readonly ListedModel[] {
  const id = (textOf(item["id"]) ?? textOf(item["name"]) ?? textOf(item["model"]))?.replace(
    /^models\//,
    "",
  );
  if (id === undefined || id === "") return [];
  const top = fieldsOf(item["top_provider"]);
  const contextLength = firstCount([
    ...contextNames.map((name) => item[name]),
    fieldsOf(item["meta"])["n_ctx_train"],
  ]);
  const maxOutputTokens = firstCount([
    ...outputNames.map((name) => item[name]),
    top["max_completion_tokens"],
  ]);
  const kind = kindOf(item);
  const readsImages = imagesOf(item);
  return [
    {
      id,
      ...(kind !== undefined && { kind }),
      ...(contextLength !== undefined && { contextLength }),
      ...(maxOutputTokens !== undefined && { maxOutputTokens }),
      ...(readsImages !== undefined && { readsImages }),
    },
  ];
}

const contextNames = [
  "context_length",
  "context_window",
  "max_model_len",
  "max_context_length",
  "inputTokenLimit",
  "max_input_tokens",
] as const;

const outputNames = ["outputTokenLimit", "max_completion_tokens", "max_output_tokens"] as const;

function firstCount(values: readonly unknown[]): number | undefined {
  return values.map(countOf).find((count) => count !== undefined && count > 0);
}

/**
 * Undefined where the list does not say. https://lmstudio.ai/docs/developer/rest/endpoints,
 * https://docs.mistral.ai/api/endpoint/models, https://docs.cohere.com/reference/list-models,
 * https://ai.google.dev/api/models, https://openrouter.ai/docs/api-reference/list-available-models
 */
function kindOf(item: Fields): ModelKind | "other" | undefined {
  const methods = listOf(item["supportedGenerationMethods"]);
  const chats = fieldsOf(item["capabilities"])["completion_chat"];
  const words = [
    item["type"],
    ...listOf(item["endpoints"]),
    ...methods,
    ...listOf(fieldsOf(item["architecture"])["output_modalities"]),
    chats === true ? "chat" : undefined,
  ];
  const known = new Set(words.map((word) => kindsByWord[String(word)]));
  const found = kindOrder.find((kind) => known.has(kind));
  return found ?? (chats === false || methods.length > 0 ? "other" : undefined);
}

const kindsByWord: Readonly<Record<string, ModelKind | "other">> = {
  llm: "text",
  vlm: "text",
  chat: "text",
  language: "text",
  generateContent: "text",
  text: "text",
  embedding: "embedding",
  embeddings: "embedding",
  embed: "embedding",
  embedContent: "embedding",
  rerank: "rerank",
  reranker: "rerank",
  image: "other",
  audio: "other",
  moderation: "other",
  transcribe: "other",
};

const kindOrder = ["text", "embedding", "rerank", "other"] as const;

function imagesOf(item: Fields): boolean | undefined {
  const reads = listOf(fieldsOf(item["architecture"])["input_modalities"]);
  const { vision } = fieldsOf(item["capabilities"]);
  if (reads.length > 0) return reads.includes("image");
  if (typeof vision === "boolean") return vision;
  return item["type"] === "vlm" ? true : undefined;
}
