import { LineSplitter } from "./lines.ts";
import { parseUpstreamJson, unread } from "./read-reply.ts";
import type { EventParser } from "./sse.ts";
import { UpstreamError } from "./upstream-error.ts";

const maxLineLength = 4 * 1024 * 1024;

/** The JSON values of a reply that has one on each line. */
export class JsonLines implements EventParser<unknown> {
  readonly #lines = new LineSplitter(maxLineLength);
  #isFirst = true;

  push(chunk: Uint8Array, values: unknown[]): void {
    const lines = this.#lines.push(chunk);
    if (lines === undefined)
      throw new UpstreamError("malformed", "The provider sent a line that is too long.");
    for (const line of lines) this.#add(line, "malformed", values);
  }

  end(values: unknown[]): void {
    const last = this.#lines.end();
    if (last !== undefined) this.#add(last, "cut", values);
  }

  #add(line: string, failure: "malformed" | "cut", values: unknown[]): void {
    const text = line.trim();
    if (text === "") return;
    try {
      values.push(parseUpstreamJson(text));
      this.#isFirst = false;
    } catch (cause) {
      const message = "The provider sent a line that is not JSON.";
      const error = new UpstreamError(failure, message, { cause });
      throw this.#isFirst && failure === "cut" ? unread(error, [Buffer.from(text)]) : error;
    }
  }
}
