import { BrokenReference } from "../json/references.ts";

/** The question is at fault. The message is for its sender. */
export class RefusedQuestion extends Error {
  override readonly name = "RefusedQuestion";
}

/** What is made from the schema at a place of the question. Throws RefusedQuestion for one that cannot be read. */
export function readAt<Made>(place: string, make: () => Made): Made {
  try {
    return make();
  } catch (cause) {
    throw cause instanceof BrokenReference
      ? new RefusedQuestion(`${place} has a $ref that cannot be read.`, { cause })
      : cause;
  }
}
