import { csvOf, prefersCsv } from "@portico/contract/csv";
import { fieldsOf } from "@portico/core/json/shape";
import { type Answer, type Behaviour, type Call, type Direct, isStreamBody } from "./call.ts";
import { exampleFailure, type Failure, refusal, unknownExample } from "./failure.ts";
import { dataOf, framesOfText } from "./frames.ts";
import { examplesOf, type NamedExample, successStatus } from "./pack.ts";
import { faults } from "./rehearsal.ts";
import { rehearsed } from "./rehearsed-model.ts";
import type { SecondReader } from "./validate.ts";
import { checkRights, meter } from "./world/metering.ts";

/** Decides the reply to a request that the contract allows. Failures are thrown. */
export async function answer(
  sent: Call,
  behaviour: Behaviour | undefined,
  { second, direct }: Aids,
): Promise<Answered> {
  behaviour?.check?.(sent.body);
  refuseAsAsked(sent);
  const isModelCall = modelCalls.has(sent.pack.facts.id);
  if (isModelCall) checkRights(sent);
  const call = direct === undefined ? sent : await direct(sent, behaviour);
  if (!isModelCall) {
    if (call.fault === "fail") throw exampleFailure(call.pack, 500);
    return { decided: await decide(call, behaviour, second), served: call };
  }
  const { call: served, failure } = rehearsed(call);
  const decided = failure ? noAnswer : await decide(served, behaviour, second);
  const instead = failure ?? failureInstead(served);
  meter(served, decided, nameOf(call.requestId, instead ? undefined : decided), instead);
  if (instead !== null) throw instead;
  return { decided, served };
}

interface Aids {
  readonly second: SecondReader | undefined;
  readonly direct: Direct | undefined;
}

const noAnswer: Answer = { status: 200, json: {} };

/** A caller who waits for the whole answer gets none of one that breaks off. */
function failureInstead(served: Call): Failure | null {
  return served.fault === "fail" && !isStreamed(served) ? exampleFailure(served.pack, 529) : null;
}

interface Answered {
  readonly decided: Answer;
  /** The call as it was answered: with another model, where the first has failed. */
  readonly served: Call;
}

async function decide(
  call: Call,
  behaviour: Behaviour | undefined,
  second: SecondReader | undefined,
): Promise<Answer> {
  if (isStreamed(call)) return streamAnswer(call, behaviour);
  if (call.preference.dynamic) return asTable(call, await madeUp(call, second));
  const isExample = (call.preference.code ?? call.preference.example) !== undefined;
  return asTable(
    call,
    isExample || !behaviour ? exampleAnswer(call) : await behaviour.answer(call),
  );
}

/** Throws the error status that was asked for, by name or by a fault. */
function refuseAsAsked({ pack, preference, fault }: Call): void {
  const code = preference.code ?? (fault === null ? null : faults[fault]);
  if (code !== null && code >= 400) throw exampleFailure(pack, code, preference.example);
}

const streamType = "text/event-stream";

function isStreamed({ pack, body }: Call): boolean {
  return isStreamBody(body) && examplesOf(pack, 200, streamType).length > 0;
}

/** The stream that was asked for by name, or else the behaviour's, or else the contract's first. */
async function streamAnswer(call: Call, behaviour: Behaviour | undefined): Promise<Answer> {
  if (call.preference.example === undefined && behaviour) return behaviour.answer(call);
  const text = exampleValue(call, examplesOf(call.pack, 200, streamType));
  return { status: 200, frames: framesOfText(String(text)) };
}

/** The contract's example of a success: the one that was asked for, or else the first. */
function exampleAnswer(call: Call): Answer {
  const status = successStatus(call.pack, call.preference.code);
  return { status, json: exampleValue(call, examplesOf(call.pack, status)) ?? {} };
}

/** Of these, the one that was asked for by name, or else the first. */
function exampleValue({ pack, preference }: Call, examples: readonly NamedExample[]): unknown {
  const { example: name } = preference;
  const found = name === undefined ? examples[0] : examples.find((one) => one.name === name);
  if (found === undefined && name !== undefined) throw unknownExample(pack, name);
  return found?.value;
}

async function madeUp(call: Call, second: SecondReader | undefined): Promise<Answer> {
  if (second) return second.madeUp(call);
  throw refusal(
    400,
    "Prefer: dynamic works in a mock with Prism alone: npm install --save-dev @stoplight/prism-http pino.",
  );
}

/** A list as CSV, where the contract has that and the caller asks for it. */
function asTable({ pack, headers }: Call, decided: Answer): Answer {
  if (pack.columns === null || !("json" in decided)) return decided;
  if (!prefersCsv(headers.get("accept") ?? undefined)) return decided;
  const { data } = fieldsOf(decided.json);
  return Array.isArray(data) ? { status: decided.status, csv: csvOf(pack.columns, data) } : decided;
}

/** The header of every reply of an operation that calls a model: the id of its body, or one of its own. */
export function generationId(
  id: string,
  requestId: string,
  decided?: Answer,
): Record<string, string> {
  return modelCalls.has(id) ? { "X-Generation-Id": nameOf(requestId, decided) } : {};
}

function nameOf(requestId: string, decided?: Answer): string {
  const said = decided !== undefined && "frames" in decided ? dataOf(decided.frames[0]) : null;
  const body = fieldsOf(said ?? (decided !== undefined && "json" in decided ? decided.json : {}));
  const { id } = fieldsOf(body["message"] ?? body["response"] ?? body);
  return typeof id === "string" ? id : `gen-${requestId}`;
}

/** The operations that call a model. */
export const modelCalls: ReadonlySet<string> = new Set([
  "createChatCompletion",
  "createEmbeddings",
  "createMessage",
  "createRerank",
  "createResponse",
  "compactResponse",
]);
