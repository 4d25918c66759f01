import { type ReplyFacts, replyFacts } from "./reply-facts.ts";

/** The body of a success, and the answer that carried it. */
export interface Received<Data> {
  readonly data: Data;
  readonly response: Response;
}

/**
 * What `withResponse()` gives: the body, the answer with its headers, and what they say.
 *
 * @example
 * const received: WithResponse<ModelResponse> = await portico.responses
 *   .create({ model: "sandbox/text", input: "Hello" })
 *   .withResponse();
 * console.log(received.response.headers.get("x-ratelimit-remaining"), outputText(received.data));
 */
export interface WithResponse<Data> extends Received<Data>, ReplyFacts {}

/**
 * A call that has been sent. Await it for the body of the reply; `withResponse()` gives the headers as well.
 *
 * @example
 * const pending = portico.keys.current();
 * const { data, requestId } = await pending.withResponse();
 * console.log(data.data.label, requestId);
 */
export class PendingCall<Data> extends Promise<Data> {
  readonly #received: Promise<Received<Data>>;

  /** `then` gives an ordinary promise. */
  static override get [Symbol.species](): PromiseConstructor {
    return Promise;
  }

  constructor(received: Promise<Received<Data>>) {
    super((resolve, reject) => {
      received.then(({ data }) => resolve(data), reject);
    });
    this.#received = received;
  }

  /** The body, the answer with its headers, and the ids and the cost in them. Throws what awaiting the call throws. */
  async withResponse(): Promise<WithResponse<Data>> {
    // This method throws the failure of the call. As a promise of its own, the call would report it once more.
    this.catch(() => undefined);
    const { data, response } = await this.#received;
    return { data, response, ...replyFacts(response) };
  }
}
