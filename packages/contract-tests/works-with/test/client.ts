/** What every client is given, and nothing else: where the gateway is, and a key. */
export interface Connection {
  /** Ends in `/api/v1`. */
  readonly url: string;
  readonly key: string;
}

export interface ApiKey {
  readonly key: string;
  readonly hash: string;
}

export interface Asking extends Connection {
  readonly model: string;
  readonly prompt: string;
  /** Left out, the library tries as often as it does by itself. */
  readonly maxRetries?: 0;
  readonly signal?: AbortSignal;
}

/** A tool that every client offers: `get_weather`, of one string, `city`. */
export interface AskingWithTool extends Asking {
  readonly run: (city: string) => string;
  /** Whether the model's answers are read as streams. */
  readonly streams: boolean;
}

export const errorStatuses = [400, 401, 402, 404, 429, 529] as const;
export type ErrorStatus = (typeof errorStatuses)[number];

/** What a program can tell of an error that a library threw. */
export interface ToldError {
  /** The name of the library's own class of errors. */
  readonly kind: string;
  readonly status: number | undefined;
}

/** One library, unmodified, driven as its documentation says. */
export interface Client {
  /** The package's name, with a word more where one package is driven in several ways. */
  readonly name: string;
  readonly version: string;
  readonly wire: "chat" | "messages";
  text(asking: Asking): Promise<string>;
  /** The pieces as they come. Throws where the library shows a failure, in the way in which it shows it. */
  stream(asking: Asking): AsyncIterable<string>;
  /** The whole loop: asks, runs the tool for each call, sends the results and all that came with the calls, and reads the answer. */
  tools(asking: AskingWithTool): Promise<string>;
  /** An object of a schema: `city`, a string, and `degrees`, a number. */
  structured(asking: Asking): Promise<unknown>;
  told(error: unknown): ToldError;
  /** The names of the library's own errors. */
  readonly errors: Readonly<Record<ErrorStatus, string>>;
}
