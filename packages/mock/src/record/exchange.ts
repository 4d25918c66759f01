import type { OperationId } from "@portico/contract";
import { parse, stringify } from "yaml";

/** A request and its reply, as a file that people read and edit. */
export interface Exchange {
  /** Null for a path that the contract does not have. */
  readonly operation: OperationId | null;
  readonly request: RecordedRequest;
  readonly reply: RecordedReply;
  /** What breaks the contract, one sentence each. */
  readonly violations?: readonly string[];
}

/** JSON as values, any other text as it is. `left_out` stands for a body that was too large to keep. */
export interface RecordedBody {
  readonly body?: unknown;
  readonly text?: string;
  readonly left_out?: true;
}

export interface RecordedRequest extends RecordedBody {
  readonly method: string;
  /** Below the base path. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
}

export interface RecordedReply extends RecordedBody {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Of a stream: how long each of its events came after the one before, or after the head of the reply. */
  readonly waits_ms?: readonly number[];
  /** Present where the reply is not whole: the gateway broke off, or its caller left. */
  readonly ended?: "cut" | "left";
}

export function exchangeToText(exchange: Exchange): string {
  // Lines are not folded, so that a stream stands there as it was sent.
  return stringify(exchange, { lineWidth: 0, aliasDuplicateObjects: false });
}

/** Reads a file; `name` is for the message where it is not an exchange. */
export function exchangeFromText(text: string, name: string): Exchange {
  const read: unknown = parse(text);
  if (!isExchange(read)) throw new Error(`${name} is not a recorded exchange.`);
  return read;
}

function isExchange(value: unknown): value is Exchange {
  const request: unknown = Reflect.get(Object(value), "request");
  const reply: unknown = Reflect.get(Object(value), "reply");
  return (
    typeof Reflect.get(Object(request), "method") === "string" &&
    typeof Reflect.get(Object(request), "path") === "string" &&
    typeof Reflect.get(Object(reply), "status") === "number" &&
    typeof Reflect.get(Object(reply), "headers") === "object"
  );
}
