import { argumentsAround, argumentsFor, argumentsPiece } from "@portico/core/model-call/freeform";
import { type HostedTrace, isHostedTrace } from "@portico/core/model-call/hosted";
import type { Part } from "@portico/core/model-call/parts";
import { type Fields, fieldsOf, isFields, listOf, textOf } from "../../../json/json-shape.ts";
import { UnreadKinds } from "../../wire/unread-kinds.ts";
import { carrierOfItem } from "./reasoning-item.ts";

/** What has been said of one item of the output. */
interface Item {
  isCall: boolean;
  hasText: boolean;
  hasArguments: boolean;
  /** Of a call of a custom tool: its text is complete. */
  isWhole?: boolean;
  hasCarrier: boolean;
  /** What belongs to no other part of the answer: the trace of a tool, or the annotations of a message. */
  hasExtras: boolean;
}

export interface WantedItems {
  /** The family of the carriers to read; undefined where the caller wants none. */
  readonly carriers?: string | undefined;
  /** Whether the caller reads what tools at the vendor leave, with the annotations of texts. */
  readonly hosted?: boolean;
}

/**
 * The items of a response as parts. An item may come in deltas, in its `done` event, in the last
 * event, or in all of these; each of its pieces becomes a part once.
 */
export class OutputItems {
  readonly unread = new UnreadKinds();
  readonly #items = new Map<number, Item>();
  readonly #paragraphs = new Paragraphs();
  readonly #carriers: string | undefined;
  readonly #hosted: boolean;

  constructor({ carriers, hosted = false }: WantedItems) {
    this.#carriers = carriers;
    this.#hosted = hosted;
  }

  text(event: Fields, parts: Part[]): void {
    const text = textOf(event["delta"]);
    if (text !== undefined) {
      this.#at(event["output_index"]).hasText = true;
      parts.push({ type: "text", text });
    }
  }

  reasoning(event: Fields, parts: Part[]): void {
    const text = textOf(event["delta"]);
    if (text === undefined) return;
    const place = event["output_index"];
    this.#at(place).hasText = true;
    const within = event["summary_index"] ?? event["content_index"];
    const isSummary = event["type"] === "response.reasoning_summary_text.delta";
    parts.push(this.#thought(text, isSummary, place, within));
  }

  #thought(text: string, isSummary: boolean, place: unknown, within: unknown): Part {
    const paragraph = this.#paragraphs.at(`${String(place)}.${isSummary}.${String(within)}`);
    return { type: "reasoning", text, ...(isSummary ? { isSummary } : {}), paragraph };
  }

  added({ output_index: place, item }: Fields, parts: Part[]): void {
    const fields = fieldsOf(item);
    if (isCall(fields)) this.#begin(place, fields, parts);
  }

  argumentsDelta({ output_index: place, delta }: Fields, parts: Part[]): void {
    const text = textOf(delta);
    const item = this.#at(place);
    if (text !== undefined && item.isCall) {
      item.hasArguments = true;
      parts.push({ type: "arguments", key: keyOf(place), delta: text });
    }
  }

  argumentsDone({ output_index: place, arguments: all }: Fields, parts: Part[]): void {
    const item = this.#at(place);
    if (item.isCall && !item.hasArguments) {
      item.hasArguments = true;
      parts.push({ type: "arguments", key: keyOf(place), delta: textOf(all) ?? "{}" });
    }
  }

  /** A piece of the text for a custom tool: a part of the arguments of the function that stands for it. */
  textDelta({ output_index: place, delta }: Fields, parts: Part[]): void {
    const text = textOf(delta);
    const item = this.#at(place);
    if (text === undefined || !item.isCall) return;
    const before = item.hasArguments ? "" : argumentsAround.before;
    item.hasArguments = true;
    parts.push({ type: "arguments", key: keyOf(place), delta: before + argumentsPiece(text) });
  }

  textDone({ output_index: place, input }: Fields, parts: Part[]): void {
    const item = this.#at(place);
    if (!item.isCall || item.isWhole) return;
    item.isWhole = true;
    const rest = item.hasArguments ? argumentsAround.after : argumentsFor(textOf(input) ?? "");
    parts.push({ type: "arguments", key: keyOf(place), delta: rest });
  }

  done(place: unknown, value: unknown, parts: Part[]): void {
    const fields = fieldsOf(value);
    switch (fields["type"]) {
      case "function_call":
        this.#begin(place, fields, parts);
        this.argumentsDone({ output_index: place, arguments: fields["arguments"] }, parts);
        break;
      case "custom_tool_call":
        this.#begin(place, fields, parts);
        this.textDone({ output_index: place, input: fields["input"] }, parts);
        break;
      case "message":
        this.#whole(place, listOf(fields["content"]), parts);
        if (this.#hosted) this.#annotations(place, listOf(fields["content"]), parts);
        break;
      case "reasoning":
        this.#wholeThought(place, fields, parts);
        this.#carrier(place, fields, parts);
        break;
      default:
        if (this.#hosted && isHostedTrace(fields)) this.#trace(place, fields, parts);
        else if (isFields(value)) this.unread.add(fields["type"]);
    }
  }

  #whole(place: unknown, content: readonly unknown[], parts: Part[]): void {
    const item = this.#at(place);
    if (item.hasText) return;

    for (const each of content) {
      const { text, refusal } = fieldsOf(each);
      const said = textOf(text) ?? textOf(refusal);
      if (said !== undefined) {
        item.hasText = true;
        parts.push({ type: "text", text: said });
      }
    }
  }

  #trace(place: unknown, trace: HostedTrace, parts: Part[]): void {
    const item = this.#at(place);
    if (item.hasExtras) return;
    item.hasExtras = true;
    parts.push({ type: "hosted", item: trace });
  }

  /** Of each part of a message, in a part that says where its text begins. */
  #annotations(place: unknown, content: readonly unknown[], parts: Part[]): void {
    const item = this.#at(place);
    if (item.hasExtras) return;
    item.hasExtras = true;
    const texts = content.map((each) => textOf(fieldsOf(each)["text"]) ?? "");
    for (const [index, each] of content.entries()) {
      const of = listOf(fieldsOf(each)["annotations"]).map(fieldsOf);
      const length = texts.slice(index).join("").length;
      if (of.length > 0) parts.push({ type: "annotations", of, length });
    }
  }

  #wholeThought(place: unknown, { content, summary }: Fields, parts: Part[]): void {
    const item = this.#at(place);
    if (item.hasText) return;
    for (const [texts, isSummary] of [[content, false] as const, [summary, true] as const])
      for (const [within, each] of listOf(texts).entries()) {
        const text = textOf(fieldsOf(each)["text"]);
        if (text !== undefined) {
          item.hasText = true;
          parts.push(this.#thought(text, isSummary, place, within));
        }
      }
  }

  /** An item comes again in the last event, encrypted in other bytes: the first ones stand before what follows it. */
  #carrier(place: unknown, fields: Fields, parts: Part[]): void {
    const item = this.#at(place);
    if (this.#carriers === undefined || item.hasCarrier) return;
    const carrier = carrierOfItem(this.#carriers, fields);
    if (carrier !== undefined) {
      item.hasCarrier = true;
      parts.push({ type: "carrier", carrier });
    }
  }

  #begin(place: unknown, fields: Fields, parts: Part[]): void {
    const item = this.#at(place);
    const name = textOf(fields["name"]);
    if (item.isCall || name === undefined) return;

    item.isCall = true;
    const callId = textOf(fields["call_id"]) ?? textOf(fields["id"]);
    parts.push({
      type: "call",
      key: keyOf(place),
      name,
      ...(callId === undefined ? {} : { callId }),
    });
  }

  #at(place: unknown): Item {
    const index = typeof place === "number" ? place : 0;
    let item = this.#items.get(index);
    if (item === undefined) {
      item = {
        isCall: false,
        hasText: false,
        hasArguments: false,
        hasCarrier: false,
        hasExtras: false,
      };
      this.#items.set(index, item);
    }
    return item;
  }
}

function isCall({ type }: Fields): boolean {
  return type === "function_call" || type === "custom_tool_call";
}

/** Numbers the paragraphs of an answer's thoughts, whichever item and part of it they come from. */
class Paragraphs {
  #current: string | undefined;
  #count = -1;

  at(place: string): number {
    if (place !== this.#current) {
      this.#current = place;
      this.#count += 1;
    }
    return this.#count;
  }
}

function keyOf(place: unknown): string {
  return String(typeof place === "number" ? place : 0);
}
