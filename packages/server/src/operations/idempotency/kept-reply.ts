import { replayedHeader } from "@portico/core/rules/idempotency";
import { Source, type Taker } from "../../source.ts";
import type { EventsReply, Headers, JsonReply, PiecesReply, Reply } from "../operation.ts";
import type { KeptReply } from "./idempotency.ts";

/** A reply says what remains of a key's minute now: the header of then would be wrong. */
const passing = /^x-ratelimit-/;

export function keptHeaders(reply: Reply<unknown>): Headers {
  const headers = reply.type === "events" ? reply.headers?.() : reply.headers;
  return Object.fromEntries(Object.entries(headers ?? {}).filter(([name]) => !passing.test(name)));
}

export function textOfWhole(reply: JsonReply<unknown> | PiecesReply): string {
  return reply.type === "json"
    ? JSON.stringify(reply.body)
    : Buffer.concat(reply.pieces).toString("utf8");
}

export function withHeaders<Body>(reply: Reply<Body>, more: Headers): Reply<Body> {
  if (reply.type === "events")
    return { ...reply, headers: () => ({ ...reply.headers?.(), ...more }) };
  return { ...reply, headers: { ...reply.headers, ...more } };
}

/** The reply of an earlier request: a stream comes at once, as it was. */
export function replayed(kept: KeptReply): PiecesReply | EventsReply {
  const headers = { ...kept.headers, [replayedHeader]: "true" };
  if (kept.type === "body") return { type: "pieces", pieces: [Buffer.from(kept.text)], headers };
  return { type: "events", events: new Replay(kept.text), headers: () => headers };
}

class Replay extends Source<string> {
  readonly #text: string;
  hasEnded = false;

  constructor(text: string) {
    super();
    this.#text = text;
  }

  pull(taker: Taker<string>): void {
    if (this.hasEnded) {
      taker.end();
      return;
    }
    this.hasEnded = true;
    taker.take(this.#text);
  }

  close(): void {}
}
