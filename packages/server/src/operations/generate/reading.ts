import type { Reading } from "@portico/core/answer/wire";
import { readPicture } from "../../wires/pictures/read-picture.ts";
import type { Context } from "../operation.ts";

export function readingOf(context: Pick<Context, "headersOf">): Reading {
  return { headersOf: (prefix) => context.headersOf(prefix), readPicture };
}
