/** What the upstream sent is no answer: arguments that are no JSON, or parts that do not belong together. */
export class MalformedAnswer extends Error {
  override readonly name = "MalformedAnswer";
}
