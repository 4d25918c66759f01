import { linkSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
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

const isRecording = (name: string): boolean => /^\d+-\w+\.ya?ml$/.test(name);
const numberOf = (name: string): number => Number.parseInt(name, 10);

export interface NamedExchange {
  readonly name: string;
  readonly exchange: Exchange;
}

/** The exchanges of a folder, in the order in which they were recorded. */
export function readExchanges(folder: string): NamedExchange[] {
  return readdirSync(folder)
    .filter(isRecording)
    .toSorted((one, other) => numberOf(one) - numberOf(other))
    .map((name) => ({
      name,
      exchange: exchangeFromText(readFileSync(join(folder, name), "utf8"), join(folder, name)),
    }));
}

/**
 * Writes exchanges as `0007-createResponse.yaml`. A file gets its name when it is complete, so a process that is killed
 * leaves only whole ones, and two recorders of one folder take different numbers.
 */
export class ExchangeWriter {
  readonly #folder: string;
  #number: number;

  constructor(folder: string) {
    mkdirSync(folder, { recursive: true });
    this.#folder = folder;
    this.#number = Math.max(0, ...readdirSync(folder).filter(isRecording).map(numberOf));
  }

  /** Returns the file's name. */
  write(exchange: Exchange): string {
    const part = join(this.#folder, `.${process.pid}.part`);
    writeFileSync(part, exchangeToText(exchange));
    try {
      for (;;) {
        this.#number += 1;
        const name = `${String(this.#number).padStart(4, "0")}-${exchange.operation ?? "unknown"}.yaml`;
        if (this.#isFree() && linked(part, join(this.#folder, name))) return name;
      }
    } finally {
      rmSync(part);
    }
  }

  /** Whether no other recorder has taken the number for another operation. */
  #isFree(): boolean {
    return !readdirSync(this.#folder).some(
      (name) => isRecording(name) && numberOf(name) === this.#number,
    );
  }
}

/** Gives a complete file its name; false if the name is taken. */
function linked(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}
