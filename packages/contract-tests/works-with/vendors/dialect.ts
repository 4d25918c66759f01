import type { Fields } from "@portico/core/json/shape";

/** What a scripted model says in one answer. */
export interface Said {
  readonly thought?: string;
  readonly text?: string;
  readonly call?: SaidCall;
  /** What the vendor's own search is asked for, where it is offered. */
  readonly search?: string;
  /** The input tokens that the vendor counts. */
  readonly inputTokens?: number;
}

export interface SaidCall {
  readonly name: string;
  /** A text is what a freeform tool takes. */
  readonly arguments: Fields | string;
}

/** What a vendor reads in a request. */
export interface Heard {
  readonly tools: readonly string[];
  /** Whether the vendor's own search is offered. */
  readonly offersSearch: boolean;
  readonly calls: readonly string[];
  /** The calls whose results are there, and the texts of the results after the model's last answer. */
  readonly answered: readonly string[];
  readonly results: readonly string[];
  /** The marks of thoughts that came back. */
  readonly marks: readonly string[];
  /** The pictures, in base64. */
  readonly pictures: readonly string[];
  /** The whole conversation, with the system's words. */
  readonly words: string;
}

/** How one vendor's API is read and written; independent of the gateway's own readers and writers. */
export interface Dialect {
  /** Providers as the gateway's configuration names them. */
  readonly provider: Fields;
  /** Whether a path is that of a request for an answer. */
  isAnswered(path: string): boolean;
  hear(body: Fields): Heard;
  /** The stream of an answer. The mark is what the vendor wants back with the thought. */
  say(said: Said, answer: { readonly id: string; readonly mark: string }): string;
}

export const usualInputTokens = 100;
export const outputTokens = 20;

export function events(
  list: readonly (readonly [name: string | undefined, data: object])[],
): string {
  return list
    .map(([name, data]) => `${name ? `event: ${name}\n` : ""}data: ${JSON.stringify(data)}\n\n`)
    .join("");
}

/** Events that say in their data too which they are. */
export function named(list: readonly (Fields & { readonly type: string })[]): string {
  return events(list.map((event) => [event.type, event]));
}

/** To a vendor without freeform tools such a tool is a function of one text. */
export function argumentsOf(given: Fields | string): Fields {
  return typeof given === "string" ? { input: given } : given;
}

/** The base64 of a data URL. */
export function dataOf(url: string | undefined): string[] {
  const data = url?.split(";base64,")[1];
  return data === undefined ? [] : [data];
}
