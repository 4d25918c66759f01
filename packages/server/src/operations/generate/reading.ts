import type { Reading } from "../../answer/wire.ts";
import { readPicture } from "../../wires/reading/pictures/read-picture.ts";
import type { Context } from "../operation.ts";

export function readingOf(context: Pick<Context, "headersOf">): Reading {
  return { headersOf: (prefix) => context.headersOf(prefix), readPicture };
}
