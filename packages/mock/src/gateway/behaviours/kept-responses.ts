import { keepsNoResponses } from "@portico/core/rules/kept-responses";
import type { Behaviour } from "../call.ts";

/** Like a gateway whose operator has not asked for it, the mock keeps none. */
const none: Behaviour = {
  answer() {
    throw keepsNoResponses();
  },
};

export const getResponse = none;
export const deleteResponse = none;
