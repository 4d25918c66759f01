import { responsesWire } from "@portico/core/wires/responses/wire";
import type { Operation } from "../operation.ts";
import { generate } from "./generate.ts";

export const createResponse: Operation<"createResponse"> = generate(responsesWire);
