/** The upstream's parts are not a valid answer: arguments that are not JSON, or parts that do not fit together. */
export class MalformedAnswer extends Error {
  override readonly name = "MalformedAnswer";
}
