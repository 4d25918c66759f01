/** The caller hung up while its request was read: there is nobody to answer. */
export class CallerGone extends Error {
  override readonly name = "CallerGone";

  constructor(options?: ErrorOptions) {
    super("The caller has left.", options);
  }
}
