/** What a vendor says that it used. */
export interface Told {
  readonly input: number;
  readonly output: number;
}

/** How one vendor says the same few things, an event of a stream as one string. */
export interface Dialect {
  readonly kind: string;
  /** Before anything else. */
  readonly head: string;
  /** A part of a thought that is marked as a summary, or is one without a mark. */
  readonly summary: string;
  /** A text of so many tokens, each in an event of its own. */
  words(count: number): string;
  /** Opens a call of `f` with these arguments. */
  call(json: string): string;
  end(told: Told | null): string;
  whole(words: number, told: Told | null): object;
  wholeCall(json: string, told: Told): object;
  /** Answers without any content that tell what was used: as bodies, and as the rest of a stream. */
  readonly empty: Readonly<Record<string, (told: Told) => object>>;
  readonly emptyStreams: Readonly<Record<string, (told: Told) => string>>;
}

export const data = (fields: object) => `data: ${JSON.stringify(fields)}\n\n`;
export const failure = { message: "It broke.", type: "server_error", code: "server_error" };
