import assert from "node:assert/strict";
import type { OperationId, Schema } from "@portico/contract";
import type { Bench, Reply } from "../suite/bench.ts";
import { type Case, requireAdditions } from "../suite/case.ts";
import { good, nanousd } from "./ask.ts";
import { provoke, rehearses, validRequest } from "./provoke.ts";

/** A usage of any wire. */
interface Usage {
  readonly cost?: number;
  readonly cost_details?: Schema<"CostDetails">;
}

const ways = [
  { operation: "createResponse", streams: true },
  { operation: "createChatCompletion", streams: true },
  { operation: "createMessage", streams: true },
  { operation: "createEmbeddings", streams: false },
  { operation: "createRerank", streams: false },
] as const;

type Way = (typeof ways)[number];

const withoutOutput: ReadonlySet<string> = new Set(["createEmbeddings", "createRerank"]);

export const costCases: readonly Case[] = [
  {
    title: "says what a model's answer cost in its usage, streamed or not",
    clauses: ["money.cost"],
    async run(bench) {
      for (const { name, usage, header } of await usages(bench)) {
        assert.equal(typeof usage.cost, "number", name);
        if (header !== null) assert.equal(usage.cost, Number(header), name);
      }
    },
  },
  {
    title: "divides a cost into parts that add up to it",
    clauses: ["money.parts"],
    async run(bench) {
      for (const { name, usage, hasNoOutput } of await usages(bench)) {
        const { cost = 0, cost_details: details } = usage;
        assert.ok(details, name);
        const cached = nanousd(details.cache_read_cost) + nanousd(details.cache_write_cost);
        const paid = nanousd(details.input_cost) + nanousd(details.output_cost) + cached;
        const sum = paid - nanousd(details.discount);
        assert.equal(sum, nanousd(cost) + nanousd(details.unbilled), name);
        if (hasNoOutput) assert.equal(paid, nanousd(details.input_cost), name);
      }
    },
  },
  {
    title: "names the generation in a header of every reply of a model, failures included",
    clauses: ["money.generation-id"],
    async run(bench) {
      requireAdditions(bench, "The id of a generation");
      const seen = new Set<string>();
      const expectId = ({ headers, status }: Reply, operation: OperationId) => {
        const id = headers.get("x-generation-id");
        assert.ok(id, `${operation} was answered ${status} without X-Generation-Id`);
        assert.ok(!seen.has(id), `${id} was given twice`);
        seen.add(id);
        return id;
      };
      for (const { operation } of ways) {
        const request = validRequest(bench, operation);
        const reply = await bench.send(operation, request);
        assert.equal(expectId(reply, operation), Object(good(reply)).id);
        expectId(await bench.send(operation, { ...request, key: "none" }), operation);
        expectId(await bench.send(operation, { ...request, body: {} }), operation);
        expectId(await bench.send(operation, { ...request, raw: "{" }), operation);
        if (!rehearses(bench)) continue;
        for (const status of [429, 500, 529])
          expectId(await provoke(bench, operation, status), operation);
      }
    },
  },
  {
    title: "answers a repeated request once, and refuses another one of the same name",
    clauses: ["money.once"],
    async run(bench) {
      requireAdditions(bench, "Idempotency-Key");
      for (const { operation, streams } of ways) {
        if (operation === "createRerank" && bench.target.rerankModel === null) continue;
        for (const stream of streams ? [false, true] : [false]) {
          const { body } = validRequest(bench, operation);
          const headers = { "Idempotency-Key": crypto.randomUUID() };
          const request = { body: { ...Object(body), ...(stream && { stream }) }, headers };
          const first = await bench.send(operation, request);
          const again = await bench.send(operation, request);
          assert.deepEqual(good(again), good(first));
          const marks = [first, again].map((reply) => reply.headers.get("idempotent-replayed"));
          assert.deepEqual(marks, ["false", "true"]);
          const ids = [first, again].map((reply) => reply.headers.get("x-generation-id"));
          assert.equal(ids[0], ids[1]);
          const other = { ...request, body: { ...request.body, user: "another" } };
          assert.equal((await bench.send(operation, other)).status, 409);
        }
      }
    },
  },
];

/** The usage of a reply of every kind. */
async function usages(bench: Bench) {
  requireAdditions(bench, "The cost and its details");
  const found = [];
  for (const way of ways) {
    if (way.operation === "createRerank" && bench.target.rerankModel === null) continue;
    found.push(await usageOf(bench, way, false));
    if (way.streams) found.push(await usageOf(bench, way, true));
  }
  return found;
}

async function usageOf(bench: Bench, { operation }: Way, stream: boolean) {
  const { body } = validRequest(bench, operation);
  const reply = await bench.send(operation, {
    body: { ...Object(body), ...(stream && { stream }) },
  });
  const last = [good(reply)]
    .flat()
    .map(usageIn)
    .findLast((usage) => usage !== null);
  const name = `${operation}${stream ? ", streamed" : ""}`;
  assert.ok(last, `${name} has no usage`);
  const header = reply.headers.get("x-portico-cost");
  return { name, usage: last, header, hasNoOutput: withoutOutput.has(operation) };
}

/** Of a body or an event; in the events of one wire it stands in the response. */
function usageIn(said: unknown): Usage | null {
  const { usage, response } = Object(said);
  return usage ?? Object(response).usage ?? null;
}
