import { messagesWire } from "../../wires/messages/wire.ts";
import type { Operation } from "../operation.ts";
import { generate } from "./generate.ts";

export const createMessage: Operation<"createMessage"> = generate(messagesWire);
