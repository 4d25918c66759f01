import type { Carrier } from "@portico/core/model-call/carrier";
import type { Thought, Turn } from "@portico/core/model-call/respond-call";
import { type Fields, fieldsOf, jsonIn, listOf, textOf } from "../../../json/json-shape.ts";
import { carriedBy } from "../../conversation/messages.ts";
import { presetNameAt } from "../facts.ts";

/**
 * Whose encrypted thoughts a server of this dialect reads: its vendor's own, and those of OpenAI where the address
 * names no other vendor (Azure, proxies).
 */
export function responsesFamily(baseUrl: string, presetName?: string): string {
  return presetName ?? presetNameAt(baseUrl) ?? "openai";
}

/** The fields that a request may hold: OpenAI refuses a `status` there. */
const sentBack: ReadonlySet<string> = new Set([
  "type",
  "id",
  "summary",
  "content",
  "encrypted_content",
]);

/**
 * What is sent back of a reasoning item, as it came. Without its encrypted content an item that was not stored is
 * refused: https://developers.openai.com/api/docs/guides/reasoning#encrypted-reasoning-items
 */
export function carrierOfItem(family: string, item: Fields): Carrier | undefined {
  if (textOf(item["encrypted_content"]) === undefined) return undefined;
  const kept = Object.entries(item).filter(
    ([name, value]) => sentBack.has(name) && !isEmptyContent(name, value),
  );
  const summary = Array.isArray(item["summary"]) ? {} : { summary: [] };
  const fields = { ...Object.fromEntries(kept), ...summary };
  return { family, of: "thought", data: JSON.stringify(fields) };
}

function isEmptyContent(name: string, value: unknown): boolean {
  return value === null || (name === "content" && listOf(value).length === 0);
}

/** The item that a thought came from, where the vendor that is asked now made it. */
export function itemOfThought(thought: Thought, family: string): readonly Fields[] {
  const item = fieldsOf(jsonIn(carriedBy(thought, family, "thought")));
  return item["type"] === "reasoning" ? [item] : [];
}

/** The thoughts that led to something: OpenAI refuses the item of one without the item that followed it. */
export function thoughtsThatLed(conversation: readonly Turn[]): ReadonlySet<Turn> {
  const thoughts = new Set<Turn>();
  let leads = false;
  for (const turn of conversation.toReversed())
    if (turn.type !== "thought") leads = turn.type === "call" || isAnswer(turn);
    else if (leads) thoughts.add(turn);

  return thoughts;
}

function isAnswer(turn: Turn): boolean {
  return turn.type === "message" && turn.role === "assistant";
}
