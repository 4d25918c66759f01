import type { Schema } from "@portico/contract/facts";
import type { StreamVocabulary } from "@portico/contract/stream-order";
import type { AnswerItem } from "../../answer/answer-item.ts";
import type { CallDraft, Draft } from "../../answer/draft.ts";
import {
  type AnswerEvents,
  type AnswerFrame,
  type EndedAnswer,
  EventText,
  type FailedAnswer,
} from "../../answer/wire.ts";
import { FreeformText } from "../../model-call/freeform.ts";
import { traceOf } from "../../model-call/hosted.ts";
import {
  beginningResponse,
  customCallId,
  endedResponse,
  failedResponse,
  itemId,
  type OutputItem,
  type ResponseFrame,
  toOutputItem,
  toTextPart,
} from "./reply.ts";

/** The line that ends every stream. */
export const doneLine = "data: [DONE]\n\n";

/**
 * Writes an answer as events, in the order of interface.md section 6 and in both vocabularies. `take` returns all
 * text since its last call, so that one read of the upstream becomes one write to the caller. Deltas are written
 * from prepared strings: only the text itself is escaped.
 */
export class ResponseEvents extends EventText implements AnswerEvents {
  readonly #frame: AnswerFrame<ResponseFrame>;
  readonly #both: boolean;
  #sequence = 0;
  /** The open item's delta events up to the text: in the vocabulary of client libraries, and in that of section 6. */
  #deltaStart = "";
  #partDeltaStart = "";
  #deltaEnd = "";
  /** Reads the text of the open call of a custom tool. */
  #freeform: FreeformText | undefined;
  /** The open thought's place, and which of its paragraphs is open: none before its first words. */
  #thoughtPlace = "";
  #paragraph = -1;

  constructor(frame: AnswerFrame<ResponseFrame>, vocabulary: StreamVocabulary) {
    super();
    this.#frame = frame;
    this.#both = vocabulary === "both";
  }

  begin(): void {
    const json = JSON.stringify(beginningResponse(this.#frame));
    this.#writeJson("response.created", `"response":${json}`);
    this.#writeJson("response.in_progress", `"response":${json}`);
  }

  itemAdded(draft: Draft, outputIndex: number): void {
    const isCustom = draft.type === "call" && this.#frame.asked.freeform.has(draft.name);
    const item = isCustom ? toAddedCustom(draft) : toAdded(draft);
    this.#write("response.output_item.added", {
      response_id: this.#frame.id,
      output_index: outputIndex,
      item,
    });
    const place = `"item_id":${JSON.stringify(item.id)},"output_index":${outputIndex}`;
    if (draft.type === "message") this.#messageAdded(place, outputIndex);
    else if (draft.type === "call") {
      this.#freeform = isCustom ? new FreeformText() : undefined;
      this.#setDelta(isCustom ? "custom_tool_call_input" : "function_call_arguments", place, "");
    } else {
      this.#thoughtPlace = place;
      this.#paragraph = -1;
    }
  }

  #messageAdded(place: string, outputIndex: number): void {
    const responsePlace = `"response_id":${JSON.stringify(this.#frame.id)},"output_index":${outputIndex},"content_index":0`;
    const [itemPlace] = place.split(",");
    this.#writeJson(
      "response.content_part.added",
      `${responsePlace},${itemPlace},"part":${JSON.stringify(toTextPart(""))}`,
    );
    this.#setDelta("output_text", `${place},"content_index":0`, ',"logprobs":[]');
    if (this.#both)
      this.#partDeltaStart = `data: {"type":"response.content_part.delta",${responsePlace},"delta":`;
  }

  #setDelta(of: string, place: string, extra: string): void {
    this.#deltaStart = `data: {"type":"response.${of}.delta",${place},"delta":`;
    this.#partDeltaStart = "";
    this.#deltaEnd = `${extra},"sequence_number":`;
  }

  paragraphAdded(draft: Draft): void {
    if (draft.type !== "thought" || this.#paragraph < 0) return;
    this.#endParagraph(draft.paragraphs[this.#paragraph]?.text.toString() ?? "");
    this.#beginParagraph();
  }

  delta(draft: Draft, _outputIndex: number, delta: string): void {
    if (draft.type === "thought") {
      if (!this.#frame.asked.showsSummaries) return;
      if (this.#paragraph < 0) this.#beginParagraph();
    }
    if (draft.type !== "call" || this.#freeform === undefined) this.#writeDelta(delta);
    else this.#writeDelta(this.#freeform.push(delta));
  }

  #writeDelta(delta: string): void {
    if (delta === "") return;
    const json = JSON.stringify(delta);
    this.written += `${this.#deltaStart}${json}${this.#deltaEnd}${this.#sequence++}}\n\n`;
    if (this.#partDeltaStart === "") return;
    this.written += `${this.#partDeltaStart}${json},"sequence_number":${this.#sequence++}}\n\n`;
  }

  itemDone(done: AnswerItem, outputIndex: number): void {
    const item = toOutputItem(done, this.#frame.asked);
    if (item.type === "message") this.#messageDone(item, outputIndex);
    else if (item.type === "function_call")
      this.#write("response.function_call_arguments.done", {
        item_id: item.id,
        output_index: outputIndex,
        name: item.name,
        arguments: item.arguments,
      });
    else if (item.type === "custom_tool_call") {
      this.#writeDelta(this.#freeform?.end() ?? "");
      const { id: item_id, input } = item;
      this.#write("response.custom_tool_call_input.done", {
        item_id,
        output_index: outputIndex,
        input,
      });
    } else if (item.type === "reasoning" && this.#paragraph >= 0)
      this.#endParagraph(item.summary.at(-1)?.text ?? "");
    this.#write("response.output_item.done", {
      response_id: this.#frame.id,
      output_index: outputIndex,
      item,
    });
  }

  end(ended: EndedAnswer): void {
    const response = endedResponse(this.#frame, ended);
    const { id, object, status, usage } = response;
    this.#write(`response.${status}`, { response });
    if (this.#both) this.#write("response.done", { response: { id, object, status, usage } });
    this.written += doneLine;
  }

  /** The one sequence that every client library sees as a failure. */
  fail(failed: FailedAnswer): void {
    const facts = { code: "server_error", message: failed.failure.message, param: null };
    this.#write("error", { ...facts, error: { type: "server_error", ...facts } });
    this.#write("response.failed", { response: failedResponse(this.#frame, failed) });
    this.written += doneLine;
  }

  #messageDone(item: Extract<OutputItem, { type: "message" }>, outputIndex: number): void {
    const place = { item_id: item.id, output_index: outputIndex, content_index: 0 };
    const part = item.content[0] ?? toTextPart("");
    this.#write("response.output_text.done", { ...place, text: part.text, logprobs: [] });
    this.#write("response.content_part.done", { ...place, part });
  }

  #beginParagraph(): void {
    this.#paragraph += 1;
    const place = this.#paragraphPlace;
    const part = '"part":{"type":"summary_text","text":""}';
    this.#writeJson("response.reasoning_summary_part.added", `${place},${part}`);
    this.#setDelta("reasoning_summary_text", place, "");
  }

  #endParagraph(text: string): void {
    const json = JSON.stringify(text);
    const place = this.#paragraphPlace;
    const part = `"part":{"type":"summary_text","text":${json}}`;
    this.#writeJson("response.reasoning_summary_text.done", `${place},"text":${json}`);
    this.#writeJson("response.reasoning_summary_part.done", `${place},${part}`);
  }

  get #paragraphPlace(): string {
    return `${this.#thoughtPlace},"summary_index":${this.#paragraph}`;
  }

  #write(type: string, fields: Readonly<Record<string, unknown>>): void {
    this.#writeJson(type, JSON.stringify(fields).slice(1, -1));
  }

  #writeJson(type: string, fields: string): void {
    this.written += `data: {"type":"${type}",${fields},"sequence_number":${this.#sequence++}}\n\n`;
  }
}

function toAdded(draft: Draft): Schema<"AddedItem"> {
  const status = "in_progress";
  if (draft.type === "hosted") {
    // A picture is too large to come twice.
    const { result, ...item } = traceOf(draft.item);
    return { ...item, ...(result !== undefined && { result: null }), status };
  }
  const id = itemId(draft);
  if (draft.type === "message")
    return { type: "message", id, role: "assistant", status, content: [] };
  if (draft.type === "thought") return { type: "reasoning", id, summary: [], status };
  const { callId, name } = draft;
  return { type: "function_call", id, call_id: callId, name, arguments: "", status };
}

function toAddedCustom(draft: CallDraft): Schema<"AddedItem"> {
  const { callId: call_id, name } = draft;
  const id = customCallId(draft);
  return { type: "custom_tool_call", id, call_id, name, input: "", status: "in_progress" };
}
