import assert from "node:assert/strict";
import { type OperationId, operations } from "@portico/contract";
import type { Bench, Reply } from "../suite/bench.ts";
import type { Case } from "../suite/case.ts";
import { NotApplicable } from "../suite/case-errors.ts";
import { absentId, refusedWith } from "./ask.ts";
import { provoke, validRequest } from "./provoke.ts";

interface Row {
  readonly operation: OperationId;
  readonly status: number;
  readonly clauses: readonly string[];
  readonly ask?: (bench: Bench) => Promise<Reply>;
}

const withoutKey =
  (operation: OperationId) =>
  (bench: Bench): Promise<Reply> =>
    bench.send(operation, { ...validRequest(bench, operation), key: "none" });

const rows: readonly Row[] = [
  {
    operation: "getWorkspace",
    status: 401,
    clauses: ["4.1.401", "5.4"],
    ask: withoutKey("getWorkspace"),
  },
  {
    operation: "getWorkspace",
    status: 404,
    clauses: ["4.1.404", "7.404"],
    ask: (bench) =>
      bench.target.abilities.prefersStatus
        ? provoke(bench, "getWorkspace", 404)
        : bench.send("getWorkspace", { params: { id: absentId } }),
  },
  { operation: "getWorkspace", status: 500, clauses: ["4.1.500", "7.500"] },
  {
    operation: "deleteByokCredential",
    status: 401,
    clauses: ["4.2.401", "5.4"],
    ask: withoutKey("deleteByokCredential"),
  },
  {
    operation: "deleteByokCredential",
    status: 404,
    clauses: ["4.2.404", "7.404"],
    ask: (bench) =>
      bench.target.abilities.prefersStatus
        ? provoke(bench, "deleteByokCredential", 404)
        : bench.send("deleteByokCredential", { params: { id: absentId } }),
  },
  { operation: "deleteByokCredential", status: 500, clauses: ["4.2.500", "7.500"] },
  {
    operation: "createEmbeddings",
    status: 400,
    clauses: ["4.3.400", "7.400"],
    ask: (bench) =>
      bench.send("createEmbeddings", { body: { model: bench.target.embeddingModel } }),
  },
  {
    operation: "createEmbeddings",
    status: 401,
    clauses: ["4.3.401", "5.4", "7.401"],
    ask: withoutKey("createEmbeddings"),
  },
  { operation: "createEmbeddings", status: 402, clauses: ["4.3.402", "7.402", "8.credit-limit"] },
  {
    operation: "createEmbeddings",
    status: 404,
    clauses: ["4.3.404", "7.404"],
    ask: (bench) =>
      bench.target.abilities.prefersStatus
        ? provoke(bench, "createEmbeddings", 404)
        : bench.send("createEmbeddings", { body: { model: "no/such-model", input: "x" } }),
  },
  { operation: "createEmbeddings", status: 429, clauses: ["4.3.429", "7.429", "7.429.retry"] },
  { operation: "createEmbeddings", status: 500, clauses: ["7.500"] },
  { operation: "createEmbeddings", status: 529, clauses: ["4.3.529", "7.529"] },
  {
    operation: "listEmbeddingModels",
    status: 401,
    clauses: ["5.4"],
    ask: withoutKey("listEmbeddingModels"),
  },
  {
    operation: "createResponse",
    status: 401,
    clauses: ["5.4", "7.401"],
    ask: withoutKey("createResponse"),
  },
  {
    operation: "createResponse",
    status: 400,
    clauses: ["4.5.4", "7.400"],
    ask: (bench) => bench.send("createResponse", { body: { model: bench.target.textModel } }),
  },
  {
    operation: "createResponse",
    status: 404,
    clauses: ["4.5.4", "7.404"],
    ask: (bench) =>
      bench.target.abilities.prefersStatus
        ? provoke(bench, "createResponse", 404)
        : bench.send("createResponse", { body: { model: "no/such-model", input: "x" } }),
  },
  { operation: "createResponse", status: 402, clauses: ["4.5.4"] },
  { operation: "createResponse", status: 429, clauses: ["4.5.4", "7.429"] },
  { operation: "createResponse", status: 500, clauses: ["4.5.4", "7.500"] },
  { operation: "createResponse", status: 529, clauses: ["4.5.4", "7.529"] },
  {
    operation: "createChatCompletion",
    status: 404,
    clauses: ["chat.error_type", "7.404"],
    ask: (bench) =>
      bench.target.abilities.prefersStatus
        ? provoke(bench, "createChatCompletion", 404)
        : bench.send("createChatCompletion", {
            body: { model: "no/such-model", messages: [{ role: "user", content: "x" }] },
          }),
  },
  ...[402, 429, 500, 529].map((status) => ({
    operation: "createChatCompletion" as const,
    status,
    clauses: ["chat.error_type", `7.${status}`],
  })),
  ...(["createMessage", "countMessageTokens"] as const).map((operation) => ({
    operation,
    status: 404,
    clauses: ["messages.error-shape", "7.404"],
    ask: async (bench: Bench) => {
      if (bench.target.abilities.prefersStatus) return provoke(bench, operation, 404);
      const body = Object(validRequest(bench, operation).body);
      return bench.send(operation, {
        body: {
          ...body,
          model: "no/such-model",
        },
      });
    },
  })),
  ...[402, 429, 500, 529].map((status) => ({
    operation: "createMessage" as const,
    status,
    clauses: ["messages.error-shape", "messages.error-types", `7.${status}`],
  })),
];

/** The conditions of errors in a request to rerank are those of embeddings. */
const rerankRows: readonly Row[] = [
  {
    operation: "createRerank",
    status: 400,
    clauses: ["rerank.errors", "7.400"],
    ask: (bench) => bench.send("createRerank", { body: { query: "x" } }),
  },
  {
    operation: "createRerank",
    status: 401,
    clauses: ["rerank.errors", "7.401"],
    ask: withoutKey("createRerank"),
  },
  ...[402, 404, 429, 500, 529].map((status) => ({
    operation: "createRerank" as const,
    status,
    clauses: ["rerank.errors", `7.${status}`],
  })),
];

const retried: readonly number[] = [429, 529];

const provokedCases = [...rows, ...rerankRows].map(
  ({ operation, status, clauses, ask }): Case => ({
    title: `answers ${operation} with ${status} and the envelope`,
    clauses: [...clauses, "7.error", "7.error.code", "7.error.code.equal", "7.error.message"],
    async run(bench) {
      const reply = await (ask?.(bench) ?? provoke(bench, operation, status));
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
