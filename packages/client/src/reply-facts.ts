/**
 * What the headers of a reply say about it.
 *
 * @example
 * const log = ({ requestId, generationId, cost }: ReplyFacts) => console.log(requestId, generationId, cost);
 * log(await portico.responses.create({ model: "sandbox/text", input: "Hello" }).withResponse());
 */
export interface ReplyFacts {
  /** Finds the request in the gateway's logs: quote it when you report a problem. */
  readonly requestId: string | null;
  /** Of a call of a model: `portico.generations.get(id)` tells what it cost and who answered. */
  readonly generationId: string | null;
  /** In US dollars, as a decimal string, where the service names it: a stream's cost is known only at its end. */
  readonly cost: string | null;
}

export function replyFacts({ headers }: Response): ReplyFacts {
  return {
    requestId: headers.get("x-request-id"),
    generationId: headers.get("x-generation-id"),
    cost: headers.get("x-portico-cost"),
  };
}
