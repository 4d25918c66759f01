import { responsesWire } from "@portico/core/wires/responses/wire";
import { speechOn } from "../answers/speech.ts";

export const createResponse = speechOn(responsesWire);
