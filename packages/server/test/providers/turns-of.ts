import type { Part } from "@portico/core/model-call/parts";
import type { Turn } from "@portico/core/model-call/respond-call";

/** What a model said, as the turns with which a caller gives it back. */
export function turnsOf(parts: readonly Part[]): readonly Turn[] {
  const turns = new Turns();
  for (const part of parts) turns.add(part);
  return turns.all();
}

class Turns {
  readonly #turns: Turn[] = [];
  readonly #calls = new Map<
    string,
    { callId: string; name: string; place: number; text: string }
  >();
  #said = "";
  #thought = "";

  add(part: Part): void {
    if (part.type !== "text") this.#endText();
    switch (part.type) {
      case "text":
        this.#said += part.text;
        break;
      case "reasoning":
        this.#thought += part.text;
        break;
      case "carrier":
        this.#turns.push({ type: "thought", text: this.#thought, carrier: part.carrier });
        this.#thought = "";
        break;
      case "call":
        this.#begin(part.key, part.name, part.callId);
        break;
      case "arguments":
        this.#continue(part.key, part.delta);
        break;
      default:
    }
  }

  all(): readonly Turn[] {
    this.#endText();
    return this.#turns;
  }

  #begin(key: string, name: string, callId = key): void {
    this.#calls.set(key, { callId, name, place: this.#turns.length, text: "" });
    this.#turns.push({ type: "call", callId, name, arguments: "" });
  }

  #continue(key: string, delta: string): void {
    const call = this.#calls.get(key);
    if (call === undefined) return;
    call.text += delta;
    const { callId, name, place, text } = call;
    this.#turns[place] = { type: "call", callId, name, arguments: text };
  }

  #endText(): void {
    if (this.#said === "") return;
    const content = [{ type: "text", text: this.#said }] as const;
    this.#turns.push({ type: "message", role: "assistant", content });
    this.#said = "";
  }
}

/** A result for each call, so that the model goes on. */
export function resultsFor(turns: readonly Turn[]): readonly Turn[] {
  return turns
    .filter((turn) => turn.type === "call")
    .map(({ callId }) => ({ type: "result", callId, output: [{ type: "text", text: "42" }] }));
}
