import { responsesWire } from "../../wires/responses/wire.ts";
import type { Operation } from "../operation.ts";
import { generate } from "./generate.ts";

export const createResponse: Operation<"createResponse"> = generate(responsesWire);
