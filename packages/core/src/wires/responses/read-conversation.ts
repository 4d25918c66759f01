import type { Schema } from "@portico/contract/facts";
import type { ReadPicture, SentTurn } from "../../answer/wire.ts";
import { GatewayError } from "../../failures.ts";
import { argumentsFor } from "../../model-call/freeform.ts";
import type { ContentPart, Turn } from "../../model-call/respond-call.ts";
import { CallPairs } from "../reading/call-pairs.ts";
import { isCompaction, isTrace, turnOfTrace } from "./hosted-tools.ts";
import { refuseWithoutKept } from "./kept.ts";

type InputItem = Schema<"InputItem">;
type InputPart = Schema<"EasyContentPart">;
type Message = Schema<"UserMessage"> | Schema<"AssistantMessage"> | Schema<"EasyMessage">;

interface Conversation {
  readonly pairs: CallPairs;
  readonly readPicture: ReadPicture;
}

/** The `input` of a request as turns: a string is a user message, an array the conversation so far. */
export function readConversation(
  input: string | readonly InputItem[],
  readPicture: ReadPicture,
): SentTurn[] {
  if (typeof input === "string") return [message("user", [{ type: "text", text: input }])];
  const pairs = new CallPairs({ call: "function_call", id: "call_id", output: "output" });
  const conversation = { pairs, readPicture };
  return input.flatMap((item, index) => readItem(item, `input[${index}]`, conversation));
}

function readItem(item: InputItem, path: string, { pairs, readPicture }: Conversation): SentTurn[] {
  if (isTrace(item)) return [turnOfTrace(item, path)];
  if (isCompaction(item))
    return [{ type: "sealed", seal: item.encrypted_content, summaryAt: path }];
  switch (item.type) {
    case "function_call":
      pairs.call(item.call_id, item.arguments, {
        item: path,
        id: `${path}.call_id`,
        text: `${path}.arguments`,
      });
      // Upstreams that need an object parse the arguments; some clients send an empty text for no arguments.
      return [
        {
          type: "call",
          callId: item.call_id,
          name: item.name,
          arguments: item.arguments.trim() === "" ? "{}" : item.arguments,
        },
      ];
    case "custom_tool_call": {
      const text = argumentsFor(item.input);
      pairs.call(item.call_id, text, { item: path, id: `${path}.call_id`, text: `${path}.input` });
      const { call_id: callId, name } = item;
      return [{ type: "call", callId, name, arguments: text, isFreeform: true }];
    }
    case "function_call_output":
    case "custom_tool_call_output": {
      pairs.output(item.call_id, { item: path, id: `${path}.call_id` });
      const output = readContent(item.output, `${path}.output`, readPicture);
      return [{ type: "result", callId: item.call_id, output }];
    }
    case "local_shell_call":
    case "shell_call":
    case "apply_patch_call": {
      const text = JSON.stringify(item.action ?? item.operation ?? {});
      pairs.call(item.call_id, text, { item: path, id: `${path}.call_id`, text: path });
      const name = item.type.slice(0, -"_call".length);
      return [{ type: "call", callId: item.call_id, name, arguments: text }];
    }
    case "local_shell_call_output":
    case "shell_call_output":
    case "apply_patch_call_output": {
      pairs.output(item.call_id, { item: path, id: `${path}.call_id` });
      const { output } = item;
      const text =
        typeof output === "string" ? output : JSON.stringify(output ?? item.status ?? "");
      return [{ type: "result", callId: item.call_id, output: [{ type: "text", text }] }];
    }
    case "item_reference":
      return refuseWithoutKept(path, "is an item_reference");
    // Without its seal, a thought holds nothing that a provider could go on with.
    case "reasoning":
      return item.encrypted_content ? [{ type: "sealed", seal: item.encrypted_content }] : [];
    default:
      return readMessage(item, path, readPicture);
  }
}

function readMessage(item: Message, path: string, readPicture: ReadPicture): Turn[] {
  const content = readContent(item.content, `${path}.content`, readPicture);
  // Clients send an empty assistant message before calls; upstreams refuse it.
  const isEmpty = content.every((part) => part.type === "text" && part.text === "");
  return item.role === "assistant" && isEmpty ? [] : [message(item.role, content)];
}

function message(role: Message["role"], content: readonly ContentPart[]): Turn {
  return role === "assistant"
    ? { type: "message", role, content }
    : { type: "message", role, content };
}

function readContent(
  content: string | readonly InputPart[],
  path: string,
  readPicture: ReadPicture,
): ContentPart[] {
  if (typeof content === "string") return [{ type: "text", text: content }];
  return content.map((part, index) => readPart(part, `${path}[${index}]`, readPicture));
}

function readPart(part: InputPart, path: string, readPicture: ReadPicture): ContentPart {
  switch (part.type) {
    case "input_image":
      return {
        type: "image",
        ...readPicture(part.image_url, `${path}.image_url`),
        place: `${path}.image_url`,
        ...(typeof part.detail === "string" && { detail: part.detail }),
      };
    case "input_file":
      return readFile(part, path);
    default:
      return { type: "text", text: part.text };
  }
}

function readFile(part: Schema<"InputFile">, path: string): ContentPart {
  const { filename, file_data: data, file_url: url } = part;
  if (!data && !url)
    throw new GatewayError("badRequest", {
      message: `${path} needs file_data or file_url: files are not kept, so there is none to refer to.`,
      metadata: { field: path },
    });
  return {
    type: "file",
    ...(filename && { filename }),
    ...(data && { data }),
    ...(url && { url }),
    place: `${path}.${url ? "file_url" : "file_data"}`,
  };
}
