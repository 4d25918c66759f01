import type { Input, OpenApiDocument, OperationFacts, OperationId } from "@portico/contract";
import { csvColumns, csvOf, prefersCsv } from "@portico/contract/csv";
import { explain, explainQuery, resolveIn, told } from "@portico/contract/explain";
import { fieldsOf } from "@portico/json/shape";
import { RefusedQuestion } from "@portico/simulated-model";
import { checkTurns } from "./answers/check-turns.ts";
import { answerEmbeddings } from "./answers/embeddings.ts";
import type { MessageConversation } from "./answers/message-question.ts";
import { countMessage } from "./answers/message-reply.ts";
import { answerRerank } from "./answers/rerank.ts";
import { type Speech, type Spoken, speeches } from "./answers/speeches.ts";
import { examplesOf } from "./contract-facts.ts";
import { exampleFailure, type Failure, refusal, unknownExample } from "./failure.ts";
import { dataOf, framesOfText } from "./frames.ts";
import type { Prism, PrismRequest } from "./prism.ts";
import { faults, type Plan, type Preference } from "./rehearsal.ts";

export interface Exchange {
  readonly document: OpenApiDocument;
  readonly prism: Prism;
  readonly operation: OperationFacts;
  readonly request: PrismRequest;
  readonly preference: Preference;
  readonly plan: Plan;
  readonly seed: number;
  readonly requestId: string;
}

export type Answer =
  | { readonly status: number; readonly json: unknown }
  | { readonly status: number; readonly csv: string }
  | { readonly status: number; readonly frames: readonly string[] };

/** Decides the reply. Failures are thrown. */
export async function answer(exchange: Exchange): Promise<Answer> {
  const { document, operation, preference, plan } = exchange;
  const prism = await validated(exchange);
  const fault = plan.fault === null ? null : faults[plan.fault];
  const code = preference.code ?? fault?.status ?? undefined;
  const speech = speeches[operation.id];
  speech?.check(exchange.request.body);
  if (code !== undefined && code >= 400)
    throw exampleFailure(document, operation, code, preference.example);
  if (speech && isStreamBody(exchange.request.body))
    return { status: 200, frames: framesFor(exchange, speech) };
  if (plan.fault === "fail") throw exampleFailure(document, operation, 500);
  const isOwn = preference.example === undefined && !preference.dynamic;
  return asTable(exchange, (isOwn ? own(exchange) : null) ?? prism);
}

/** A list as CSV, where the contract has that and the caller asks for it. */
function asTable({ document, operation, request }: Exchange, decided: Answer): Answer {
  if (!("json" in decided) || !prefersCsv(request.headers["accept"])) return decided;
  const columns = csvColumns(document, operation.id);
  const { data } = fieldsOf(decided.json);
  if (columns === null || !Array.isArray(data)) return decided;
  return { status: decided.status, csv: csvOf(columns, data) };
}

/** Prism's reply to a valid request. */
async function validated(exchange: Exchange): Promise<Answer> {
  const { prism, request, preference, seed } = exchange;
  const { dynamic = false, example, code } = preference;
  const reply = await prism
    .answer(asksForJson(request), {
      dynamic,
      seed: String(seed),
      ...(example === undefined || (code ?? 200) >= 400 || isStreamBody(request.body)
        ? {}
        : { example }),
    })
    .catch((error: unknown) => {
      if (example === undefined) throw error;
      throw unknownExample(exchange.document, exchange.operation, example);
    });
  const [violation] = reply.violations;
  if (violation === undefined) return { status: reply.status, json: reply.body };
  // An invalid text in a path names nothing, so it is not found.
  if (violation.path.startsWith("path")) throw refusal(404, "The resource does not exist.");
  const found = explained(exchange);
  if (found !== null) throw found;
  const path = violation.path.replace(/^(body|query|path|header)\.?/, "");
  const { message, metadata } = told({ path, expectation: violation.message });
  throw refusal(400, message, {}, metadata && { ...metadata });
}

/** A table is made of the JSON. */
function asksForJson(request: PrismRequest): PrismRequest {
  return prefersCsv(request.headers["accept"])
    ? { ...request, headers: { ...request.headers, accept: "application/json" } }
    : request;
}

/** Explained like the gateway, which names the place in a body: `input[1].id is required.` */
function explained({ document, operation, request }: Exchange): Failure | null {
  const { requestBody, parameters = [] } = document.paths[operation.path]?.[operation.method] ?? {};
  const schema = requestBody?.content["application/json"]?.schema;
  const query = Object.fromEntries(new URL(request.target, "http://mock").searchParams);
  const problem =
    explainQuery(document, parameters, query) ??
    (schema && explain(schema, request.body, resolveIn(document)));
  if (!problem) return null;
  const { message, metadata } = told(problem);
  return refusal(400, message, {}, metadata && { ...metadata });
}

/** A reply that is made from the request, so that echo, order and counts are right. */
function own(exchange: Exchange): Answer | null {
  const { operation, request, requestId } = exchange;
  if (operation.id === "createEmbeddings") {
    const body = request.body as Input<"createEmbeddings">["body"];
    return { status: 200, json: answerEmbeddings(body, requestId) };
  }
  if (operation.id === "createRerank") {
    const body = request.body as Input<"createRerank">["body"];
    return { status: 200, json: answerRerank(body, requestId) };
  }
  if (operation.id === "countMessageTokens") {
    const body = request.body as MessageConversation;
    checkTurns(body);
    return { status: 200, json: countMessage(body) };
  }
  const speech = speeches[operation.id];
  return speech ? { status: 200, json: spoken(exchange, speech).reply } : null;
}

/** What the simulated model says. Its refusals are the request's fault, in its words. */
function spoken({ request, plan, requestId }: Exchange, speech: Speech): Spoken {
  const { headers, body } = request;
  try {
    return speech.speak(body, { headers, requestId, isCutInHalf: plan.fault === "incomplete" });
  } catch (cause) {
    throw cause instanceof RefusedQuestion ? refusal(400, cause.message) : cause;
  }
}

function isStreamBody(body: unknown): boolean {
  return typeof body === "object" && body !== null && "stream" in body && body.stream === true;
}

function framesFor(exchange: Exchange, speech: Speech): string[] {
  const { document, operation, preference, plan } = exchange;
  if (preference.example !== undefined) {
    const examples = examplesOf(document, operation, 200, "text/event-stream");
    const example = examples.find(({ name }) => name === preference.example);
    if (typeof example?.value === "string") return framesOfText(example.value);
    throw unknownExample(document, operation, preference.example);
  }
  const answered = spoken(exchange, speech);
  return speech.framesOf(plan.fault === "fail" ? answered.failingEvents() : answered.events());
}

/** The header of every reply of an operation that calls a model: the id of its body, or one of its own. */
export function generationId(
  { id }: OperationFacts,
  requestId: string,
  decided?: Answer,
): Record<string, string> {
  if (!modelCalls.has(id)) return {};
  const said = decided !== undefined && "frames" in decided ? dataOf(decided.frames[0]) : null;
  const body = fieldsOf(said ?? (decided !== undefined && "json" in decided ? decided.json : {}));
  const { id: generation } = fieldsOf(body["message"] ?? body["response"] ?? body);
  const isNamed = typeof generation === "string";
  return { "X-Generation-Id": isNamed ? generation : `gen-${requestId}` };
}

const modelCalls: ReadonlySet<OperationId> = new Set<OperationId>([
  "createChatCompletion",
  "createEmbeddings",
  "createMessage",
  "createRerank",
  "createResponse",
]);
