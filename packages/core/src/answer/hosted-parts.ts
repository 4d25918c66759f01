import type { Annotated, Part } from "../model-call/parts.ts";
import type { JsonObject } from "../model-call/respond-call.ts";
import { checkHosted } from "./answer-limits.ts";
import { type Draft, type HostedDraft, type MessageDraft, newHosted } from "./draft.ts";

type HostedPart = Extract<Part, { type: "hosted" | "annotations" }>;

/** The items of an answer. */
interface Items {
  readonly lastOpen: Draft | undefined;
  add(draft: HostedDraft): void;
}

/** What tools that run at the vendor leave in an answer. */
export class HostedParts {
  readonly #items: Items;
  #characters = 0;

  constructor(items: Items) {
    this.#items = items;
  }

  push(part: HostedPart): void {
    this.#characters += JSON.stringify(part).length;
    checkHosted(this.#characters);
    if (part.type === "hosted") {
      this.#items.add(newHosted(part.item));
      return;
    }
    const last = this.#items.lastOpen;
    if (last?.type === "message") annotate(last, part);
  }
}

/** The vendor counts places from the beginning of its own text, which may be a part of the message. */
function annotate(draft: MessageDraft, { of, length }: Annotated): void {
  const start = draft.text.length + draft.heldBack.length - length;
  for (const each of of) draft.annotations.push(start === 0 ? each : moved(each, start));
}

function moved(annotation: JsonObject, by: number): JsonObject {
  const { start_index: start, end_index: end } = annotation;
  return {
    ...annotation,
    ...(typeof start === "number" && { start_index: start + by }),
    ...(typeof end === "number" && { end_index: end + by }),
  };
}
