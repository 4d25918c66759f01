/** Something in a scenario that does not fit. */
export class Mistake extends Error {
  override readonly name = "Mistake";

  constructor(place: string, what: string) {
    super(`${place}: ${what}.`);
  }
}
