import assert from "node:assert/strict";
import type { Output } from "@portico/contract";
import type { Bench } from "../../suite/bench.ts";
import { type Case, requireAdditions } from "../../suite/case.ts";
import { good } from "../ask.ts";
import { provoke, rehearses, validRequest } from "../provoke.ts";
import { ask, envelope, messageBody, tools, twoCalls } from "./ask-message.ts";

/** The type that each status of a failure has. */
const typeByStatus: Readonly<Record<number, string>> = {
  402: "billing_error",
  404: "not_found_error",
  429: "rate_limit_error",
  500: "api_error",
  529: "overloaded_error",
};

/** The estimate for a conversation. */
async function count(bench: Bench, messages: unknown, more: object = {}): Promise<number> {
  const { max_tokens: _, ...body } = messageBody(bench, messages, { ...more });
  const reply = good(await bench.send("countMessageTokens", { body }));
  return (reply as Output<"countMessageTokens">).input_tokens;
}

export const aroundMessagesCases: readonly Case[] = [
  {
    title: "fails a message in Anthropic's shape and in ours, also before it reads the request",
    clauses: ["messages.error-shape", "messages.request-id"],
    async run(bench) {
      for (const operation of ["createMessage", "countMessageTokens"] as const)
        for (const [status, change] of [
          [401, { key: "none" }],
          [400, { raw: "{" }],
          [400, { raw: "[]" }],
          [400, { body: {} }],
          [415, { raw: "{}", headers: { "Content-Type": "text/plain" } }],
        ] as const) {
          const { body: _, ...valid } = validRequest(bench, operation);
          const sending = change.key ? validRequest(bench, operation) : valid;
          const reply = await bench.send(operation, { ...sending, ...change });
          const { type, error, request_id } = envelope(reply, status);
          assert.equal(type, "error");
          const isKey = status === 401;
          assert.equal(error.type, isKey ? "authentication_error" : "invalid_request_error");
          assert.deepEqual([error.code, error.message === ""], [status, false]);
          assert.equal(request_id, reply.headers.get("request-id"));
        }
    },
  },
  {
    title: "says the kind of a message's failure by the type of its status",
    clauses: ["messages.error-types"],
    async run(bench) {
      const missing = await bench.send("createMessage", { body: {} });
      assert.equal(envelope(missing, 400).error.type, "invalid_request_error");
      if (!rehearses(bench)) return;
      for (const [status, type] of Object.entries(typeByStatus)) {
        const reply = await provoke(bench, "createMessage", Number(status));
        assert.equal(envelope(reply, Number(status)).error.type, type);
      }
    },
  },
  {
    title: "names a message's request in two headers",
    clauses: ["messages.request-id"],
    async run(bench) {
      const replies = [
        await ask(bench, "Say hello"),
        await ask(bench, "Say hello", { stream: true }),
        await bench.send("createMessage", { body: {} }),
        await bench.send("countMessageTokens", validRequest(bench, "countMessageTokens")),
      ];
      for (const { headers } of replies) {
        assert.ok(headers.get("request-id"));
        assert.equal(headers.get("request-id"), headers.get("x-request-id"));
      }
    },
  },
  {
    title: "counts the tokens of a conversation, with its system prompt and its tools",
    clauses: ["messages.count-tokens"],
    async run(bench) {
      const plain = await count(bench, twoCalls);
      assert.ok(plain > 0);
      assert.ok((await count(bench, twoCalls, { tools })) > plain);
      assert.ok((await count(bench, twoCalls, { system: "Be brief and kind." })) > plain);
      assert.ok((await count(bench, `Say hello ${"and again ".repeat(200)}`)) > plain + 100);
      const reply = await bench.send(
        "countMessageTokens",
        validRequest(bench, "countMessageTokens"),
      );
      assert.equal(reply.headers.get("x-portico-cost"), null);
      const other = await bench.send(
        "countResponseTokens",
        validRequest(bench, "countResponseTokens"),
      );
      assert.ok((good(other) as Output<"countResponseTokens">).input_tokens > 0);
      assert.match(other.headers.get("x-portico-notice") ?? "", /estimate/);
      const wrong = await bench.send("countMessageTokens", {
        body: { model: bench.target.textModel },
      });
      assert.equal(envelope(wrong, 400).error.metadata?.["field"], "messages");
    },
  },
  {
    title: "answers HEAD where clients of messages look for a service",
    clauses: ["messages.discovery"],
    async run({ additions, target }) {
      requireAdditions({ additions }, "Replies to HEAD");
      for (const path of ["/", "/api"]) {
        const url = new URL(path, target.baseUrl);
        const { status } = await fetch(url, { method: "HEAD", redirect: "manual" });
        assert.equal(status, 200, path);
      }
    },
  },
  {
    title: "lists a thousand models to a key in x-api-key, each with a name to show",
    clauses: ["messages.models"],
    async run(bench) {
      const query = { limit: 1000 };
      const headers = { "x-api-key": bench.target.apiKey };
      const reply = await bench.send("listModels", { query, headers, key: "none" });
      const { data } = good(reply) as Output<"listModels">;
      assert.ok(data.length > 0);
      for (const { id, display_name } of data) assert.ok(id && display_name, `${id} has no name`);
    },
  },
];
