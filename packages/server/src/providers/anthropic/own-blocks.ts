import { isHostedBlock } from "@portico/core/model-call/hosted";
import type { Part } from "@portico/core/model-call/parts";
import type { RespondCall } from "@portico/core/model-call/respond-call";
import { type Fields, fieldsOf, isFields, jsonIn, listOf, textOf } from "../../json/json-shape.ts";
import { mostCarried } from "../conversation/messages.ts";
import { malformed } from "../wire/answer-parts.ts";
import { claudeFamily } from "./thought-block.ts";

/** Whether the caller reads blocks of this vendor's wire. */
export function isOfOwnWire({ passThrough }: RespondCall): boolean {
  return passThrough?.family === claudeFamily;
}

interface OpenBlock {
  readonly block: Fields;
  /** The input of a call, which comes in pieces. */
  json: string;
  /** The characters of a text. */
  length: number;
  readonly citations: Fields[];
}

/** What an answer holds for callers of the vendor's own wire alone: blocks of tools that ran at the vendor, and citations. */
export class OwnBlocks {
  readonly #open = new Map<unknown, OpenBlock>();

  begin(index: unknown, block: Fields): void {
    if (block["type"] !== "text" && !isHostedBlock(block)) return;
    const citations = listOf(block["citations"]).map(fieldsOf);
    this.#open.set(index, { block, json: "", length: 0, citations });
  }

  add(index: unknown, delta: Fields): void {
    const open = this.#open.get(index);
    if (open === undefined) return;
    if (delta["type"] === "citations_delta") open.citations.push(fieldsOf(delta["citation"]));
    open.json += textOf(delta["partial_json"]) ?? "";
    if (open.json.length > mostCarried) throw malformed("The input of a hosted tool is too long.");
  }

  /** A part of the text of a block, apart from the text of the block before it. */
  text(index: unknown, text: unknown, parts: Part[]): void {
    if (typeof text !== "string" || text === "") return;
    const open = this.#open.get(index);
    const isFirst = open?.length === 0;
    if (open !== undefined) open.length += text.length;
    parts.push({ type: "text", text, ...(isFirst && { isApart: true }) });
  }

  close(index: unknown, parts: Part[]): void {
    const open = this.#open.get(index);
    this.#open.delete(index);
    if (open === undefined) return;
    const { block, json, length, citations } = open;
    if (isHostedBlock(block)) parts.push({ type: "hosted", item: withInput(block, json) });
    else if (citations.length > 0 && length > 0)
      parts.push({ type: "annotations", of: citations, length });
  }
}

function withInput<Block extends Fields>(block: Block, json: string): Block {
  const input = jsonIn(json);
  return isFields(input) ? { ...block, input } : block;
}
