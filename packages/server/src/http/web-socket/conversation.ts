import { tooLarge } from "../body/body-bytes.ts";

/** What a connection remembers: its last response, with the conversation that led to it. */
interface LastResponse {
  readonly id: string;
  readonly items: readonly unknown[];
  readonly bytes: number;
}

/** A request that may go on from the last response. */
interface Turn {
  readonly items: readonly unknown[];
  readonly bytes: number;
}

const terminal = /^\{"type":"response\.(?:completed|incomplete)"/;

/**
 * The memory of one connection. A request names the last response as `previous_response_id` and sends only what is new.
 * Nothing of it is stored, and it holds no more than one body may have.
 */
export class Conversation {
  readonly #maxBytes: number;
  #last: LastResponse | null = null;
  #turn: Turn | null = null;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get bytes(): number {
    return this.#last?.bytes ?? 0;
  }

  /** The body with the whole conversation. An id that is not the last response's stays in it, and is refused. */
  continued(body: Readonly<Record<string, unknown>>, sentBytes: number): object {
    const { previous_response_id: id, input, ...rest } = body;
    const items = itemsOf(input);
    const last = this.#last;
    this.#turn = items === null ? null : { items, bytes: sentBytes };
    if (items === null || last === null || last.id !== id) return body;
    // As at OpenAI: a request that fails ends the conversation, and its caller sends the whole of it.
    this.#last = null;
    const bytes = last.bytes + sentBytes;
    if (bytes > this.#maxBytes) throw tooLarge(this.#maxBytes);
    this.#turn = { items: [...last.items, ...items], bytes };
    return { ...rest, input: this.#turn.items };
  }

  /** Takes a response from its last event. */
  note(event: string): void {
    if (this.#turn === null || !terminal.test(event)) return;
    const { response } = JSON.parse(event) as { response: { id: string; output: unknown[] } };
    const bytes = this.#turn.bytes + Buffer.byteLength(event);
    this.#last =
      bytes > this.#maxBytes
        ? null
        : { id: response.id, items: [...this.#turn.items, ...response.output], bytes };
    this.#turn = null;
  }

  forget(): void {
    this.#last = null;
  }
}

/** Null for an input of another form, which the contract refuses. */
function itemsOf(input: unknown): readonly unknown[] | null {
  if (typeof input === "string") return [{ type: "message", role: "user", content: input }];
  if (input === undefined || input === null) return [];
  return Array.isArray(input) ? input : null;
}
