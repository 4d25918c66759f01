import type { Part } from "@portico/core/model-call/parts";
import { type Fields, fieldsOf, textOf } from "../../../json/json-shape.ts";
import { malformed } from "../../wire/answer-parts.ts";

/** More is no answer. */
const mostCalls = 1_024;
const mostHeld = 1024 * 1024;

interface Open {
  readonly key: string;
  id: string | undefined;
  /** As far as it has come: some vendors send it in pieces, some again with each fragment. */
  name: string;
  announced: boolean;
  /** Arguments that came before the call was announced. */
  held: string;
  hasArguments: boolean;
}

/**
 * Puts calls together from fragments. Vendors agree on little: some leave out the index, some give
 * every call the index 0, some repeat the id and the name, some send an empty id, some objects.
 */
export class ToolCalls {
  readonly #open: Open[] = [];
  readonly #byIndex = new Map<number, Open>();

  /** A call is announced with its first arguments: until then its name may still grow. */
  add(fragment: unknown, parts: Part[]): void {
    const fields = fieldsOf(fragment);
    const called = fieldsOf(fields["function"]);
    const name = textOf(called["name"]);
    const call = this.#find(fields, name, parts);
    const delta = argumentsText(called["arguments"]);
    if (call.announced) {
      if (delta !== "") {
        call.hasArguments = true;
        parts.push({ type: "arguments", key: call.key, delta });
      }
      return;
    }
    call.name = grown(call.name, name);
    call.held += delta;
    if (this.#open.length > mostCalls || call.held.length + call.name.length > mostHeld)
      throw malformed("The provider sent too many calls, or one without a name.");
    if (call.name !== "" && call.held !== "") this.#announce(call, parts);
  }

  /** Announces what is named and waits for its arguments, because something else comes now. */
  settle(parts: Part[]): void {
    const last = this.#open.at(-1);
    if (last !== undefined && !last.announced && last.name !== "") this.#announce(last, parts);
  }

  /** A call without arguments has the arguments {}. */
  end(parts: Part[]): void {
    for (const call of this.#open) {
      // Arguments without a function are passed on too, so that the call is refused.
      if (!call.announced && (call.name !== "" || call.held !== "")) this.#announce(call, parts);

      if (call.announced && !call.hasArguments)
        parts.push({ type: "arguments", key: call.key, delta: "{}" });
    }
  }

  #find(fields: Fields, name: string | undefined, parts: Part[]): Open {
    const id = textOf(fields["id"]);
    const index = typeof fields["index"] === "number" ? fields["index"] : undefined;
    const known = index === undefined ? this.#open.at(-1) : this.#byIndex.get(index);
    if (known !== undefined && !begins(known, id, name, index)) {
      known.id ??= id;
      return known;
    }
    this.settle(parts);
    const call: Open = {
      key: String(this.#open.length),
      id,
      name: "",
      announced: false,
      held: "",
      hasArguments: false,
    };
    this.#open.push(call);
    if (index !== undefined) this.#byIndex.set(index, call);

    return call;
  }

  #announce(call: Open, parts: Part[]): void {
    call.announced = true;
    const callId = call.id === undefined ? {} : { callId: call.id };
    parts.push({ type: "call", key: call.key, name: call.name, ...callId });
    if (call.held !== "") {
      call.hasArguments = true;
      parts.push({ type: "arguments", key: call.key, delta: call.held });
    }
  }
}

/** Whether a fragment with a name is another call than the one that its place names. */
function begins(
  known: Open,
  id: string | undefined,
  name: string | undefined,
  index: number | undefined,
): boolean {
  if (name === undefined || known.name === "") return false;

  if (id === undefined || (known.id === undefined && !known.announced)) return index === undefined;

  return known.id !== id;
}

/** A name with one more piece of it, which may be the whole name once more. */
function grown(name: string, piece: string | undefined): string {
  if (piece === undefined || piece === name) return name;

  return piece.startsWith(name) ? piece : name + piece;
}

function argumentsText(value: unknown): string {
  if (typeof value === "string") return value;

  return value === undefined || value === null ? "" : JSON.stringify(value);
}
