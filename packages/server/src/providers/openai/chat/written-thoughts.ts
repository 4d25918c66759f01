import type { Thought } from "@portico/core/model-call/respond-call";
import { type Fields, fieldsOf, isFields, jsonIn, listOf } from "../../../json/json-shape.ts";
import { carriedBy } from "../../conversation/messages.ts";
import type { Message } from "./dialect.ts";
import { plainFamily, type ThoughtForm, tagged } from "./thought-form.ts";

/** Puts the thoughts of earlier turns into the assistant messages that they led to, in the vendor's form. */
export class WrittenThoughts {
  readonly #form: ThoughtForm | undefined;
  #held: Thought[] = [];

  constructor(form: ThoughtForm | undefined) {
    this.#form = form;
  }

  /** A thought waits for what it led to. */
  hold(thought: Thought): void {
    if (this.#form !== undefined) this.#held.push(thought);
  }

  /** Gives the thoughts that wait to an assistant's message: before its content where it is new, else after it. */
  giveTo(message: Message | undefined, isNew = false): void {
    const thoughts = this.#held;
    const form = this.#form;
    if (form === undefined || thoughts.length === 0) return;
    this.#held = [];
    if (message?.role !== "assistant") return;
    switch (form.type) {
      case "field":
        addText(message, form.name, thoughts.map(plainTextOf).join(""));
        break;
      case "echo":
        echo(message, thoughts);
        break;
      case "details":
        addDetails(message, thoughts, form.family);
        break;
      case "chunks":
        addChunks(message, thoughts, form.family, isNew);
        break;
    }
  }

  /** Some vendors refuse a message without thoughts in a conversation with calls: an empty thought stands for one. */
  fill(messages: readonly Message[]): void {
    const form = this.#form;
    if (form?.type !== "field" || form.absent === undefined) return;
    if (!messages.some((message) => message.tool_calls !== undefined)) return;
    for (const message of messages)
      if (message.role === "assistant") message[form.name] ??= form.absent;
  }
}

/** A plain thought, of a vendor of the family or of a caller who has kept nothing but the text. */
export function plainTextOf(thought: Thought): string {
  const isPlain = thought.carrier === undefined || whereStood(thought) !== undefined;
  return isPlain ? thought.text : "";
}

function whereStood(thought: Thought): string | undefined {
  return carriedBy(thought, plainFamily, "thought");
}

function addText(message: Message, name: "reasoning_content" | "reasoning", text: string): void {
  if (text !== "") message[name] = (message[name] ?? "") + text;
}

function echo(message: Message, thoughts: readonly Thought[]): void {
  for (const thought of thoughts) {
    const place = whereStood(thought);
    if (place === "reasoning_content" || place === "reasoning")
      addText(message, place, thought.text);
    else if (place?.startsWith(tagged) === true) {
      const content = typeof message.content === "string" ? message.content : "";
      const space = content === "" ? "" : place.slice(tagged.length);
      message.content = `<think>${thought.text}</think>${space}${content}`;
    }
  }
}

function addDetails(message: Message, thoughts: readonly Thought[], family: string): void {
  const carried = thoughts.map((thought) => carriedBy(thought, family, "thought"));
  const details = carried.flatMap((data) => listOf(jsonIn(data)).filter(isFields));
  if (details.length > 0)
    message.reasoning_details = [...(message.reasoning_details ?? []), ...details];

  const unsigned = thoughts.filter((thought) => thought.carrier === undefined);
  addText(message, "reasoning", unsigned.map((thought) => thought.text).join(""));
}

function addChunks(
  message: Message,
  thoughts: readonly Thought[],
  family: string,
  isNew: boolean,
): void {
  const chunks = thoughts.flatMap((thought) => chunkOf(thought, family));
  if (chunks.length === 0) return;
  const { content } = message;
  const texts =
    typeof content === "string" && content !== "" ? [{ type: "text", text: content }] : [];
  const others = Array.isArray(content) ? listOf(content) : texts;
  message.content = isNew ? [...chunks, ...others] : [...others, ...chunks];
}

function chunkOf(thought: Thought, family: string): readonly Fields[] {
  const data = carriedBy(thought, family, "thought");
  if (thought.text === "" || (thought.carrier !== undefined && data === undefined)) return [];
  const thinking = [{ type: "text", text: thought.text }];
  return [{ type: "thinking", thinking, ...fieldsOf(jsonIn(data)) }];
}
