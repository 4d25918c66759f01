import type { JsonSchema } from "@portico/contract/facts";
import { failures } from "@portico/core/failures";
import { faults } from "../rehearsal.ts";

const text = { type: "string" } satisfies JsonSchema;
const milliseconds = { type: "integer", minimum: 0, maximum: 600_000 } satisfies JsonSchema;
const count = { type: "integer", minimum: 1 } satisfies JsonSchema;

const when = {
  type: "object",
  properties: {
    prompt: text,
    instructions: text,
    tool: text,
    called: text,
    result: text,
    turn: count,
    model: text,
    wire: { type: "string", enum: ["responses", "chat", "messages", "embeddings", "rerank"] },
    stream: { type: "boolean" },
    operation: text,
  },
} satisfies JsonSchema;

const call = {
  type: "object",
  properties: { name: text, arguments: { type: ["object", "string"] } },
  required: ["name"],
} satisfies JsonSchema;

const reply = {
  type: "object",
  properties: {
    text,
    json: {},
    thinks: text,
    calls: { type: "array", items: call },
    fault: { type: "string", enum: Object.keys(faults) },
    status: { type: "integer", minimum: 400, maximum: 599 },
    kind: { type: "string", enum: Object.values(failures).map(({ word }) => word) },
    message: text,
    example: text,
    headers: { type: "object", additionalProperties: text },
    latency: milliseconds,
    pace: milliseconds,
    times: count,
  },
} satisfies JsonSchema;

const rule = {
  type: "object",
  properties: {
    name: text,
    when,
    // One, or several in sequence.
    reply: {},
  },
  required: ["reply"],
} satisfies JsonSchema;

const script = {
  type: "object",
  properties: {
    rules: { type: "array", items: rule },
    else: { type: "string", enum: ["simulate", "refuse"] },
    models: { type: "array", items: text },
  },
  required: ["rules"],
} satisfies JsonSchema;

/** The parts of a script as JSON Schemas, by which the contract's own explanations say what is wrong. */
export const shapes = { when, call, reply, rule, script } as const;
