import assert from "node:assert/strict";
import { type OperationId, operations } from "@portico/contract";
import type { Bench, Reply } from "../suite/bench.ts";
import type { Case } from "../suite/case.ts";
import { NotApplicable } from "../targets/target.ts";
import { absentId, refusedWith } from "./ask.ts";
import { provoke, validRequest } from "./provoke.ts";

/** An operation, an error status and the clauses that demand it. */
type Row = readonly [operation: OperationId, status: number, ...clauses: string[]];

const rows: readonly Row[] = [
  ["getWorkspace", 401, "4.1.401", "5.4"],
  ["getWorkspace", 404, "4.1.404", "7.404"],
  ["getWorkspace", 500, "4.1.500", "7.500"],
  ["deleteByokCredential", 401, "4.2.401", "5.4"],
  ["deleteByokCredential", 404, "4.2.404", "7.404"],
  ["deleteByokCredential", 500, "4.2.500", "7.500"],
  ["createEmbeddings", 400, "4.3.400", "7.400"],
  ["createEmbeddings", 401, "4.3.401", "5.4", "7.401"],
  ["createEmbeddings", 402, "4.3.402", "7.402", "8.credit-limit"],
  ["createEmbeddings", 404, "4.3.404", "7.404"],
  ["createEmbeddings", 429, "4.3.429", "7.429", "7.429.retry"],
  ["createEmbeddings", 500, "7.500"],
  ["createEmbeddings", 529, "4.3.529", "7.529"],
  ["listEmbeddingModels", 401, "5.4"],
  ["createResponse", 401, "5.4", "7.401"],
  ["createResponse", 400, "4.5.4", "7.400"],
  ["createResponse", 404, "4.5.4", "7.404"],
  ["createResponse", 402, "4.5.4"],
  ["createResponse", 429, "4.5.4", "7.429"],
  ["createResponse", 500, "4.5.4", "7.500"],
  ["createResponse", 529, "4.5.4", "7.529"],
  ["createChatCompletion", 404, "chat.error_type", "7.404"],
  ...[402, 429, 500, 529].map(
    (status): Row => ["createChatCompletion", status, "chat.error_type", `7.${status}`],
  ),
  ...[402, 404, 429, 500, 529].map((status): Row => ["compactResponse", status, `7.${status}`]),
  ["countResponseTokens", 404, "7.404"],
  ["createMessage", 404, "messages.error-shape", "7.404"],
  ["countMessageTokens", 404, "messages.error-shape", "7.404"],
  ...[402, 429, 500, 529].map(
    (status): Row => [
      "createMessage",
      status,
      "messages.error-shape",
      "messages.error-types",
      `7.${status}`,
    ],
  ),
  // The conditions of errors in a request to rerank are those of embeddings.
  ...[400, 401, 402, 404, 429, 500, 529].map(
    (status): Row => ["createRerank", status, "rerank.errors", `7.${status}`],
  ),
];

/** The request that has to be answered so: without a key, with half a body, or for a thing that does not exist. */
function ask(bench: Bench, operation: OperationId, status: number): Promise<Reply> {
  const valid = validRequest(bench, operation);
  if (status === 401) return bench.send(operation, { ...valid, key: "none" });
  const body = Object(valid.body);
  if (status === 400) return bench.send(operation, { body: { model: body.model } });
  if (status !== 404 || bench.target.abilities.prefersStatus || operation === "createRerank")
    return provoke(bench, operation, status);
  return bench.send(
    operation,
    valid.body === undefined
      ? { params: { id: absentId } }
      : { body: { ...body, model: "no/such-model" } },
  );
}

const retried: readonly number[] = [429, 529];

const provokedCases = rows.map(
  ([operation, status, ...clauses]): Case => ({
    title: `answers ${operation} with ${status} and the envelope`,
    clauses: [...clauses, "7.error", "7.error.code", "7.error.code.equal", "7.error.message"],
    async run(bench) {
      const reply = await ask(bench, operation, status);
      const { error } = refusedWith(reply, status);
      assert.equal(error.code, status);
      assert.notEqual(error.message, "");
      // Retry-After is an addition.
      if (bench.additions && retried.includes(status))
        assert.match(reply.headers.get("retry-after") ?? "", /^\d+$/);
    },
  }),
);

/** Every error status that the interface lists, with its envelope. */
export const statusCases: readonly Case[] = [
  ...provokedCases,
  {
    title: "answers with every reply that the contract lists, where one may ask for it",
    clauses: ["7.error.code.equal"],
    async run(bench) {
      if (!bench.target.abilities.prefersStatus)
        throw new NotApplicable("Only a rehearsal answers as it is asked to.");
      for (const { id, responses } of Object.values(operations))
        for (const status of Object.keys(responses).map(Number).filter(Number.isInteger)) {
          const reply = await provoke(bench, id, status);
          if (status >= 400) refusedWith(reply, status);
          else assert.equal(reply.status, status);
        }
    },
  },
];
