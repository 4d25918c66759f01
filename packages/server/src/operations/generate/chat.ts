import { chatWire } from "../../wires/chat/wire.ts";
import type { Operation } from "../operation.ts";
import { generate } from "./generate.ts";

export const createChatCompletion: Operation<"createChatCompletion"> = generate(chatWire);
