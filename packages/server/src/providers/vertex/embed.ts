import { countOf, fieldsOf, listOf } from "../../json/json-shape.ts";
import type { EmbedCall, Embedded, EmbedInput } from "../../model-call/embed-call.ts";
import { readJsonReply, vectorsLimits } from "../../upstream/read-reply.ts";
import { readRefusal } from "../../upstream/read-upstream-error.ts";
import { unsupported } from "../conversation/attachment.ts";
import { embedInBatches } from "../embedding/embed-in-batches.ts";
import { embedPurpose } from "../embedding/embed-purpose.ts";
import {
  inputTokens,
  parsedVector,
  parsedVectors,
  type ReadVectors,
} from "../embedding/read-vectors.ts";
import { taskTypes, toEmbedContent } from "../gemini/content-parts.ts";
import type { VertexClient } from "./vertex-client.ts";

/** The older models take this many in one request, `gemini-embedding-001` one. */
const batchSize = 100;

/** Embeddings: models of the second Gemini generation by embedContent, the earlier ones by predict. */
export async function embedWithVertex(
  client: VertexClient,
  call: EmbedCall,
  signal: AbortSignal,
): Promise<Embedded> {
  const isLater = /gemini-embedding-([2-9]|exp-[2-9])/.test(call.model);
  const size = isLater || call.model.startsWith("gemini-") ? 1 : batchSize;
  return await embedInBatches(call, size, signal, (inputs, either) =>
    isLater ? embedContent(client, call, inputs, either) : predict(client, call, inputs, either),
  );
}

async function embedContent(
  client: VertexClient,
  call: EmbedCall,
  inputs: readonly EmbedInput[],
  signal: AbortSignal,
): Promise<ReadVectors> {
  const [input] = inputs;
  if (input === undefined) return { vectors: [], inputTokens: 0 };

  const body = toEmbedContent(call, input);
  const answer = await ask(client, call, "embedContent", body, signal);
  const inputTokens = countOf(fieldsOf(answer["usageMetadata"])["promptTokenCount"]);
  const { values } = fieldsOf(answer["embedding"]);
  return { vectors: [parsedVector(call, values, inputTokens)], inputTokens };
}

async function predict(
  client: VertexClient,
  call: EmbedCall,
  inputs: readonly EmbedInput[],
  signal: AbortSignal,
): Promise<ReadVectors> {
  const purpose = embedPurpose(call.inputType);
  const body = {
    instances: inputs.map((input) => ({
      content: textOfInput(input),
      task_type: purpose && taskTypes[purpose],
    })),
    parameters: { outputDimensionality: call.dimensions, autoTruncate: call.truncate },
  };
  const answer = await ask(client, call, "predict", body, signal);
  const found = listOf(answer["predictions"]).map((prediction) =>
    fieldsOf(fieldsOf(prediction)["embeddings"]),
  );
  const counts = found.map(({ statistics }) => countOf(fieldsOf(statistics)["token_count"]));
  const counted = inputTokens(counts);
  return {
    vectors: await parsedVectors(
      call,
      found.map(({ values }) => values),
      counted,
    ),
    inputTokens: counted,
  };
}

async function ask(
  client: VertexClient,
  call: EmbedCall,
  method: string,
  body: object,
  signal: AbortSignal,
): Promise<Readonly<Record<string, unknown>>> {
  const reply = await client.post(call, "google", method, body, signal);
  if (reply.status !== 200) throw await readRefusal(reply);

  return fieldsOf(await readJsonReply(reply, vectorsLimits));
}

function textOfInput(input: EmbedInput): string {
  const parts = input.type === "text" ? [input] : input.content;
  const texts = parts.filter((part) => part.type === "text").map((part) => part.text);
  if (texts.length < parts.length) throw unsupported("images for this model");

  return texts.join("\n");
}
