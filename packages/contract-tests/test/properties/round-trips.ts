import assert from "node:assert/strict";
import type { OperationId } from "@portico/contract";
import { streamEnd } from "@portico/contract/stream-order";
import type { Reply } from "../../src/suite/bench.ts";
import type { Sending } from "../../src/suite/request-to.ts";
import { askedModel } from "./requests.ts";

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): Fields => Object(value);

/** What was said comes back as it was said. */
export const roundTrips: { readonly [Id in OperationId]?: (asked: Sending, reply: Reply) => void } =
  {
    createEmbeddings({ body }, reply) {
      const { model, input, encoding_format } = fieldsOf(body);
      const told = fieldsOf(reply.body);
      const data: Fields[] = [told["data"]].flat().map(fieldsOf);
      assert.equal(told["model"], model);
      assert.equal(data.length, [input].flat().length);
      assert.deepEqual(
        data.map(({ index }) => index),
        data.map((_, index) => index),
      );
      for (const { embedding } of data)
        assert.equal(typeof embedding, encoding_format === "base64" ? "string" : "object");
    },
    createRerank({ body }, reply) {
      const { model, documents, top_n, return_documents } = fieldsOf(body);
      const told = fieldsOf(reply.body);
      const asked = [documents].flat();
      const results: Fields[] = [told["results"]].flat().map(fieldsOf);
      assert.equal(told["model"], model);
      assert.equal(results.length, Math.min(Number(top_n ?? asked.length), asked.length));
      for (const { index, document } of results) {
        const given = asked[Number(index)];
        const text = typeof given === "string" ? given : fieldsOf(given)["text"];
        assert.deepEqual(document, return_documents === false ? undefined : { text });
      }
    },
    createResponse({ body }, reply) {
      const asked = fieldsOf(body);
      const told = responseOf(reply);
      assert.equal(told["model"], askedModel(asked));
      for (const field of ["temperature", "top_p", "max_output_tokens"])
        assert.deepEqual(told[field] ?? null, asked[field] ?? null, field);
      const instructions = told["instructions"] ?? null;
      if (instructions !== null || !isLong(asked["instructions"]))
        assert.equal(instructions, asked["instructions"] ?? null, "instructions");
      assert.deepEqual(told["metadata"] ?? {}, asked["metadata"] ?? {}, "metadata");
      assert.equal(told["store"], false);
      const ids = [told["output"]].flat().map((item) => fieldsOf(item)["id"]);
      assert.equal(new Set(ids).size, ids.length, "two items have one id");
    },
    createChatCompletion({ body }, reply) {
      const asked = fieldsOf(body);
      const last = Array.isArray(reply.body) ? chunksOf(reply.body).at(-1) : reply.body;
      const told = fieldsOf(last);
      assert.equal(told["model"], askedModel(asked));
      assert.equal(Array.isArray(reply.body), asked["stream"] === true);
      const usage = fieldsOf(told["usage"]);
      const limits = [asked["max_tokens"], asked["max_completion_tokens"]].filter(Boolean);
      for (const limit of limits) assert.ok(Number(usage["completion_tokens"]) <= Number(limit));
      assert.equal(reply.headers.get("x-generation-id"), told["id"]);
    },
    createMessage({ body }, reply) {
      const asked = fieldsOf(body);
      assert.equal(Array.isArray(reply.body), asked["stream"] === true);
      const [first, ...events] = [reply.body].flat().map(fieldsOf);
      const told = fieldsOf(first?.["message"] ?? first);
      assert.equal(told["model"], askedModel(asked));
      const end = events.find(({ type }) => type === "message_delta") ?? told;
      const usage = fieldsOf(end["usage"]);
      assert.ok(Number(usage["output_tokens"]) <= Number(asked["max_tokens"]));
      assert.equal(reply.headers.get("x-generation-id"), told["id"]);
    },
    createApiKey: sameFields("name", "requests_per_minute", "tokens_per_minute", "limit_reset"),
    updateApiKey: sameFields("name", "disabled", "requests_per_minute", "limit_reset"),
    createWorkspace: sameFields(...workspaceFields()),
    updateWorkspace: sameFields(...workspaceFields()),
    updateByokCredential: sameFields("disabled"),
  };

/** What is longer need not come back. */
function isLong(text: unknown): boolean {
  return typeof text === "string" && text.length > 16_000;
}

function workspaceFields(): string[] {
  return [
    ...["name", "slug", "description", "default_text_model", "default_provider_sort"],
    ...["is_observability_io_logging_enabled", "io_logging_sampling_rate"],
    "io_logging_api_key_ids",
  ];
}

function sameFields(...fields: string[]) {
  return ({ body }: Sending, reply: Reply): void => {
    const asked = fieldsOf(body);
    const told = fieldsOf(fieldsOf(reply.body)["data"]);
    for (const field of fields)
      if (Object.hasOwn(asked, field)) assert.deepEqual(told[field], stored(asked[field]), field);
  };
}

/** Half a pair of surrogates is no character, and no database keeps it. */
function stored(value: unknown): unknown {
  return typeof value === "string" ? value.toWellFormed() : value;
}

/** The chunks of a chat's stream. */
function chunksOf(events: readonly unknown[]): Fields[] {
  return events.map(fieldsOf).filter((event) => "choices" in event);
}

/** The response object, or the one that a stream has ended with. */
function responseOf({ body }: Reply): Fields {
  if (!Array.isArray(body)) return fieldsOf(body);
  const events = body.filter((event) => event !== streamEnd).map(fieldsOf);
  const last = events.findLast(({ type }) =>
    ["response.completed", "response.incomplete"].includes(String(type)),
  );
  return fieldsOf(last?.["response"]);
}
