import { isRecord, type PlannedRequest } from "@portico/try-it";
import type { WireName } from "../searches.ts";

/** What the form asks, the same for every wire. */
export interface Question {
  readonly model: string;
  readonly instructions: string;
  readonly prompt: string;
  readonly maxTokens: number | undefined;
  readonly temperature: number | undefined;
  readonly topP: number | undefined;
  readonly effort: string | undefined;
}

type Body = Readonly<Record<string, unknown>>;

interface Wire {
  readonly operationId: string;
  readonly path: string;
  /** The schema of its events. */
  readonly events: string;
  readonly bodyOf: (question: Question) => Body;
  /** The question that this body is the form's body of; null where the form cannot ask it. */
  readonly questionIn: (body: Body) => Partial<Record<keyof Question, unknown>>;
}

export const wireFacts: Readonly<Record<WireName, Wire>> = {
  responses: {
    operationId: "createResponse",
    path: "/responses",
    events: "StreamEvent",
    bodyOf: ({ model, instructions, prompt, effort, ...numbers }) => ({
      model,
      instructions: instructions || undefined,
      input: prompt,
      max_output_tokens: numbers.maxTokens,
      temperature: numbers.temperature,
      top_p: numbers.topP,
      reasoning: effort === undefined ? undefined : { effort, summary: "auto" },
    }),
    questionIn: (body) => ({
      ...sharedIn(body),
      prompt: body["input"],
      instructions: body["instructions"],
      maxTokens: body["max_output_tokens"],
      effort: partOf(body["reasoning"], "effort"),
    }),
  },
  chat: {
    operationId: "createChatCompletion",
    path: "/chat/completions",
    events: "ChatStreamEvent",
    bodyOf: ({ model, instructions, prompt, effort, ...numbers }) => ({
      model,
      messages: [
        ...(instructions === "" ? [] : [{ role: "system", content: instructions }]),
        { role: "user", content: prompt },
      ],
      max_completion_tokens: numbers.maxTokens,
      temperature: numbers.temperature,
      top_p: numbers.topP,
      reasoning: effort === undefined ? undefined : { effort },
    }),
    questionIn: (body) => ({
      ...sharedIn(body),
      ...messagesIn(body["messages"]),
      maxTokens: body["max_completion_tokens"] ?? body["max_tokens"],
      effort: partOf(body["reasoning"], "effort"),
    }),
  },
  messages: {
    operationId: "createMessage",
    path: "/messages",
    events: "MessageStreamEvent",
    bodyOf: ({ model, instructions, prompt, effort, ...numbers }) => ({
      model,
      system: instructions || undefined,
      messages: [{ role: "user", content: prompt }],
      // This wire demands a bound.
      max_tokens: numbers.maxTokens ?? 1024,
      temperature: numbers.temperature,
      top_p: numbers.topP,
      ...(effort === undefined
        ? {}
        : { thinking: { type: "adaptive" }, output_config: { effort } }),
    }),
    questionIn: (body) => ({
      ...sharedIn(body),
      ...messagesIn(body["messages"]),
      instructions: body["system"],
      maxTokens: body["max_tokens"],
      effort: partOf(body["output_config"], "effort"),
    }),
  },
};

export function textOf(body: Body): string {
  return JSON.stringify(body, null, 2);
}

/** The form's question for a body that was asked before; null where the body says more than the form can. */
export function questionOf(wire: WireName, text: string): Question | null {
  const body = parsed(text);
  if (body === null) return null;
  const { stream: _, stream_options: __, ...asked } = body;
  const found = wireFacts[wire].questionIn(asked);
  const question: Question = {
    model: stringOr(found.model, ""),
    instructions: stringOr(found.instructions, ""),
    prompt: stringOr(found.prompt, ""),
    maxTokens: numberIn(found.maxTokens),
    temperature: numberIn(found.temperature),
    topP: numberIn(found.topP),
    effort: typeof found.effort === "string" ? found.effort : undefined,
  };
  const again = JSON.stringify(sorted(wireFacts[wire].bodyOf(question)));
  return again === JSON.stringify(sorted(asked)) ? question : null;
}

/** The request as it is sent, for the code that does the same. */
export function planOf(wire: WireName, body: string, baseUrl: string): PlannedRequest {
  const { operationId, path } = wireFacts[wire];
  const fields = parsed(body);
  return {
    operationId,
    path,
    baseUrl,
    method: "POST",
    key: "ordinary",
    parameters: [],
    body:
      fields === null
        ? body
        : textOf({
            ...fields,
            stream: true,
          }),
    extraHeaders: {},
    wantsCsv: false,
  };
}

/** Null for a text that is no JSON object. */
export function parsed(text: string): Body | null {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

function sharedIn(body: Body) {
  return { model: body["model"], temperature: body["temperature"], topP: body["top_p"] };
}

/** One question, with instructions in front or without. */
function messagesIn(messages: unknown) {
  const list: readonly unknown[] = Array.isArray(messages) ? messages : [];
  const contentOf = (role: string) =>
    partOf(
      list.find((message) => partOf(message, "role") === role),
      "content",
    );
  return { instructions: contentOf("system"), prompt: contentOf("user") };
}

function partOf(value: unknown, name: string): unknown {
  return isRecord(value) ? value[name] : undefined;
}

function stringOr(value: unknown, other: string): string {
  return typeof value === "string" ? value : other;
}

function numberIn(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined;
}

/** Without fields that are not set, in one order. */
function sorted(body: Body): object {
  const set = Object.entries(body).filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(set.toSorted(([a], [b]) => a.localeCompare(b)));
}
