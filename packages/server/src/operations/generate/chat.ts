import { chatWire } from "@portico/core/wires/chat/wire";
import type { Operation } from "../operation.ts";
import { generate } from "./generate.ts";

export const createChatCompletion: Operation<"createChatCompletion"> = generate(chatWire);
