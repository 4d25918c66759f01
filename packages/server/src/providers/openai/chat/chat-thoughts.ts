import type { Part } from "@portico/core/model-call/parts";
import { type Fields, fieldsOf, listOf, textOf } from "../../../json/json-shape.ts";
import { HeardThoughts } from "../../wire/heard-thoughts.ts";
import { areSummaries, ReasoningDetails } from "./reasoning-details.ts";
import { plainFamily, type ThoughtForm } from "./thought-form.ts";

/** The thoughts of a chat completion, and, with a form, what is sent back of them. */
export class ChatThoughts {
  readonly #plain: HeardThoughts;
  readonly #details: ReasoningDetails | undefined;
  readonly #family: string;
  /** Of a part of the content: what it has beside its words. */
  #chunk: Fields = {};
  #hasCalls = false;

  constructor(form: ThoughtForm | undefined) {
    const hasDetails = form?.type === "details";
    this.#family = form !== undefined && "family" in form ? form.family : plainFamily;
    this.#plain = new HeardThoughts(form === undefined || hasDetails ? undefined : this.#family);
    this.#details = hasDetails ? new ReasoningDetails() : undefined;
  }

  /** Thoughts in a field of a message or a delta. */
  inMessage(message: Fields, isDelta: boolean, parts: Part[]): void {
    const details = message["reasoning_details"];
    this.#details?.add(listOf(details), isDelta);
    const name = textOf(message["reasoning_content"]) ? "reasoning_content" : "reasoning";
    const text = textOf(message[name]);
    if (text !== undefined)
      this.#plain.said(name, text, parts, areSummaries(details) ? { isSummary: true } : {});
  }

  /** Thoughts in a part of the content, as Mistral writes them. */
  inChunk({ type: _type, thinking, text: _text, ...rest }: Fields, parts: Part[]): void {
    const words = listOf(thinking).map((each) => textOf(fieldsOf(each)["text"]) ?? "");
    const text = words.join("");
    if (text !== "" && !this.#plain.isOpen) this.#chunk = {};
    this.#chunk = { ...this.#chunk, ...rest };
    if (text !== "") parts.push({ type: "reasoning", text });
    if (text !== "" || this.#plain.isOpen) this.#plain.goesOn(JSON.stringify(this.#chunk));
  }

  /** A piece of a call comes now. A carrier amid calls, without words, may belong to any of them: it waits. */
  settleBeforeCall(parts: Part[]): void {
    if (!this.#hasCalls || this.#plain.isOpen) this.settle(parts);
    this.#hasCalls = true;
  }

  /** Something else comes now: what is to be sent back belongs to the thoughts before it. */
  settle(parts: Part[]): void {
    this.#plain.settle(parts);
    const data = this.#details?.take();
    if (data !== undefined)
      parts.push({ type: "carrier", carrier: { family: this.#family, of: "thought", data } });
  }
}
