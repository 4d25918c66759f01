import assert from "node:assert/strict";
import type { OperationId, Output, Schema, StreamEvent } from "@portico/contract";
import { streamEnd } from "@portico/contract/stream-order";
import type { Bench, Reply } from "../suite/bench.ts";
import type { Sending } from "../suite/request-to.ts";

/** The requests that cases consist of. Each throws unless the status is 200. */

export async function embed(
  bench: Bench,
  input: unknown,
  more: Readonly<Record<string, unknown>> = {},
): Promise<Output<"createEmbeddings">> {
  const body = { model: bench.target.embeddingModel, input, ...more };
  return good(await bench.send("createEmbeddings", { body })) as Output<"createEmbeddings">;
}

export async function respond(
  bench: Bench,
  input: unknown,
  more: Readonly<Record<string, unknown>> = {},
): Promise<Schema<"Response">> {
  const body = { model: bench.target.textModel, input, ...more };
  return good(await bench.send("createResponse", { body })) as Schema<"Response">;
}

/** The events without `[DONE]`, whose place the bench checks. */
export async function stream(
  bench: Bench,
  input: unknown,
  more: Readonly<Record<string, unknown>> = {},
): Promise<readonly StreamEvent[]> {
  const body = { model: bench.target.textModel, input, stream: true, ...more };
  const reply = await bench.send("createResponse", { body });
  const events = good(reply) as readonly (StreamEvent | typeof streamEnd)[];
  return events.filter((event): event is StreamEvent => event !== streamEnd);
}

export async function workspace(bench: Bench): Promise<Schema<"Workspace">> {
  return (await read(bench, "getWorkspace", { params: { id: bench.target.workspace } })).data;
}

/** The reply of an operation that succeeds. */
export async function read<Id extends OperationId>(
  bench: Bench,
  operation: Id,
  sending: Sending = {},
): Promise<Output<Id>> {
  return good(await bench.send(operation, sending)) as Output<Id>;
}

/** The reply of an operation that makes something. */
export async function made<Id extends OperationId>(
  bench: Bench,
  operation: Id,
  sending: Sending,
): Promise<Output<Id>> {
  return answeredWith(await bench.send(operation, sending), 201) as Output<Id>;
}

/** Sends what has to be refused with a status. */
export async function refused(
  bench: Bench,
  status: number,
  operation: OperationId,
  sending: Sending = {},
): Promise<Schema<"ErrorEnvelope">> {
  return refusedWith(await bench.send(operation, sending), status);
}

export function good(reply: Reply): unknown {
  return answeredWith(reply, 200);
}

export function refusedWith(reply: Reply, status: number): Schema<"ErrorEnvelope"> {
  return answeredWith(reply, status) as Schema<"ErrorEnvelope">;
}

function answeredWith(reply: Reply, status: number): unknown {
  assert.equal(
    reply.status,
    status,
    `It was to be ${status}, and is ${reply.status}: ${reply.text.slice(0, 300)}`,
  );
  return reply.body;
}

export const textOf = ({ output }: Schema<"Response">): string =>
  output
    .flatMap((item) => (item.type === "message" ? item.content : []))
    .map(({ text }) => text)
    .join("");

export const callsOf = ({ output }: Schema<"Response">) =>
  output.filter((item) => item.type === "function_call");

export const weatherTool = {
  type: "function",
  name: "get_weather",
  description: "The weather in a city",
  strict: null,
  parameters: {
    type: "object",
    properties: { city: { type: "string", description: "The name of a city" } },
    required: ["city"],
  },
} as const;

export const timeTool = { ...weatherTool, name: "get_time", description: "The time in a city" };

export const weatherQuestion = "What is the weather in Paris and in Rome?";
export const absentId = "00000000-0000-4000-8000-000000000000";
/** An image of one pixel. */
export const image =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** An item of a conversation: what the user says. */
export const userItem = (text: string) => ({
  type: "message",
  role: "user",
  content: [{ type: "input_text", text }],
});

/** Ids are new each time. */
export const withoutIds = (content: object): unknown =>
  JSON.parse(JSON.stringify(content, (name, value) => (name === "id" ? "once" : value)));

/** A form that an answer may be asked for, and the question for it. */
export const trip = {
  question: "Name a city and a number of days, as JSON.",
  schema: {
    type: "object",
    properties: { city: { type: "string" }, days: { type: "integer", maximum: 7 } },
    required: ["city", "days"],
    additionalProperties: false,
  },
} as const;

export function assertTrip(answer: string): void {
  const value = JSON.parse(answer);
  assert.deepEqual(Object.keys(value).sort(), ["city", "days"]);
  assert.ok(typeof value.city === "string" && value.days <= 7);
}

/** Sums of fractions are not exact, and amounts are whole nanodollars. */
export const nanousd = (usd: number) => Math.round(usd * 1e9);
