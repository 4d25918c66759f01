import { chatWire } from "@portico/core/wires/chat/wire";
import { speechOn } from "../answers/speech.ts";

export const createChatCompletion = speechOn(chatWire);
