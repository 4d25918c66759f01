import { messagesWire } from "@portico/core/wires/messages/wire";
import type { Operation } from "../operation.ts";
import { generate } from "./generate.ts";

export const createMessage: Operation<"createMessage"> = generate(messagesWire);
