import { isRecord } from "../is-record.ts";
import type { CallSoFar, Failure, Fold, Schema, Step } from "./fold.ts";

type ModelResponse = Schema<"Response">;
type OutputItem = Schema<"OutputItem">;
type StreamEvent = Schema<"StreamEvent">;

/**
 * Builds a response from the events of its stream. A gateway sends the whole response in its last events. A
 * service with only the events of the specified interface sends `response.done` with the usage, and the output is
 * built from its items.
 */
export class ResponseFold implements Fold<StreamEvent, ModelResponse> {
  text = "";
  thoughts = "";
  /** By the place of their item in the output. */
  readonly #calls = new Map<number, CallSoFar>();
  readonly #model: string;
  readonly #output: OutputItem[] = [];
  #begun: Partial<ModelResponse> = {};
  #finished: ModelResponse | null = null;
  /** Services with both vocabularies send each piece of text twice: only the vocabulary that came first counts. */
  #deltaType: StreamEvent["type"] | null = null;

  constructor(model: string) {
    this.#model = model;
  }

  /** The response, once the service has sent its completion. */
  get finished(): ModelResponse | null {
    return this.#finished;
  }

  get calls(): readonly CallSoFar[] {
    return [...this.#calls.values()];
  }

  take(data: unknown): Step<StreamEvent> {
    if (!isEvent(data)) return {};
    return { event: data, piece: this.#pieceOf(data), failure: failureIn(data) };
  }

  #pieceOf(event: StreamEvent): string | null {
    switch (event.type) {
      case "response.created":
        this.#begun = event.response;
        return null;
      case "response.output_text.delta":
      case "response.content_part.delta":
        return this.#addText(event);
      case "response.reasoning_summary_part.added":
        if (this.thoughts) this.thoughts += "\n\n";
        return null;
      case "response.reasoning_summary_text.delta":
        this.thoughts += event.delta;
        return null;
      case "response.output_item.added":
        this.#setCall(event.output_index, event.item);
        return null;
      case "response.function_call_arguments.delta":
      case "response.custom_tool_call_input.delta":
        this.#growCall(event.output_index, event.delta);
        return null;
      case "response.output_item.done":
        this.#setCall(event.output_index, event.item);
        this.#output[event.output_index] = event.item;
        return null;
      case "response.completed":
      case "response.incomplete":
        this.#finished = event.response;
        return null;
      case "response.done":
        this.#finished ??= this.#assemble(event.response);
        return null;
      default:
        return null;
    }
  }

  #addText({ type, delta }: { readonly type: StreamEvent["type"]; readonly delta: string }) {
    this.#deltaType ??= type;
    if (type !== this.#deltaType) return null;
    this.text += delta;
    return delta;
  }

  #setCall(index: number, item: AddedItem | OutputItem): void {
    if (item.type === "custom_tool_call") {
      const { call_id: id, name, input } = item;
      this.#calls.set(index, { id, name, arguments: input, isCustom: true });
    }
    if (item.type !== "function_call") return;
    // A service with only the specified fields sends neither `call_id` nor `arguments` when a call begins.
    const { id, call_id: callId = id, name, arguments: text = "" } = item;
    this.#calls.set(index, { id: callId, name, arguments: text });
  }

  #growCall(index: number, delta: string): void {
    const call = this.#calls.get(index);
    if (call) this.#calls.set(index, { ...call, arguments: call.arguments + delta });
  }

  #assemble(done: Pick<ModelResponse, "id" | "object" | "status" | "usage">): ModelResponse {
    const nowSeconds = Math.floor(Date.now() / 1000);
    return {
      ...absentAdditions,
      created_at: nowSeconds,
      model: this.#model,
      ...this.#begun,
      ...done,
      // An item that was never added leaves a hole in the array.
      output: this.#output.filter((item) => item !== undefined),
    };
  }
}

/** Events of unknown types are passed on too: a `switch` ignores them. */
function isEvent(data: unknown): data is StreamEvent {
  return isRecord(data) && typeof data["type"] === "string";
}

function failureIn(event: StreamEvent): Failure | null {
  if (event.type !== "response.failed") return null;
  return event.response.error ?? { message: "The response failed.", code: null };
}

/** The fields that a service without the additions does not send, with the contract's values for absence. */
const absentAdditions: Omit<ModelResponse, Specified> = {
  completed_at: null,
  error: null,
  incomplete_details: null,
  instructions: null,
  metadata: null,
  temperature: null,
  top_p: null,
  presence_penalty: null,
  frequency_penalty: null,
  parallel_tool_calls: true,
  tools: [],
  tool_choice: "auto",
};

type AddedItem = Schema<"AddedItem">;
type Specified = "id" | "object" | "created_at" | "model" | "output" | "usage" | "status";
