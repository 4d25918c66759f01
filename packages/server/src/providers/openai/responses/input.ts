import { textOfArguments } from "@portico/core/model-call/freeform";
import type {
  ContentPart,
  ForeignPart,
  SaidPart,
  Turn,
} from "@portico/core/model-call/respond-call";
import type { Fields } from "../../../json/json-shape.ts";
import { fileAttachment, imageAttachment } from "../../conversation/attachment.ts";
import { plainText } from "../../conversation/conversation.ts";
import { written } from "../../conversation/messages.ts";
import { shortCallId } from "../chat/vendor-quirks.ts";
import { itemOfThought } from "./reasoning-item.ts";

/**
 * A turn as items of the input. Of thoughts, those of the family alone; none of any where it is undefined. `custom` has the ids of
 * calls that are written as calls of custom tools.
 */
export function toInputItems(
  turn: Turn,
  family: string | undefined,
  custom: ReadonlySet<string>,
  takes: (part: ForeignPart) => boolean = () => false,
): readonly Fields[] {
  switch (turn.type) {
    case "thought":
      return family === undefined ? [] : itemOfThought(turn, family);
    case "call": {
      const called = { call_id: shortCallId(turn.callId), name: turn.name };
      return custom.has(turn.callId)
        ? [{ type: "custom_tool_call", ...called, input: textOfArguments(turn.arguments) }]
        : [{ type: "function_call", ...called, arguments: turn.arguments || "{}" }];
    }
    case "result":
      return [
        {
          type: custom.has(turn.callId) ? "custom_tool_call_output" : "function_call_output",
          call_id: shortCallId(turn.callId),
          output: toContent(turn.output),
        },
      ];
    case "message":
      return turn.role === "assistant"
        ? ofAssistant(turn.content, takes)
        : [{ role: turn.role, content: toContent(turn.content) }];
  }
}

/** The traces of the vendor's tools as they came, or what was said. */
function ofAssistant(
  content: readonly ContentPart[],
  takes: (part: ForeignPart) => boolean,
): readonly Fields[] {
  const traces = content.filter((part) => part.type === "foreign");
  if (traces.length === content.length && traces.length > 0)
    return traces.filter(takes).map(({ block }) => block);
  return [{ role: "assistant", content: plainText(content) }];
}

/** Text alone as a string, which every server of this dialect takes. */
function toContent(parts: readonly ContentPart[]): unknown {
  return parts.every((part) => part.type === "text")
    ? plainText(parts)
    : written(parts, (part) => toPart(part));
}

function toPart(part: SaidPart): Fields {
  if (part.type === "text") return { type: "input_text", text: part.text };

  if (part.type === "image") {
    const image = imageAttachment(part);
    const url =
      image.type === "inline" ? `data:${image.mediaType};base64,${image.base64}` : image.url;
    return { type: "input_image", image_url: url, detail: part.detail ?? "auto" };
  }
  const file = fileAttachment(part);
  const filename = part.filename === undefined ? {} : { filename: part.filename };
  return file.type === "url"
    ? { type: "input_file", file_url: file.url }
    : {
        type: "input_file",
        filename: "file.pdf",
        ...filename,
        file_data: `data:${file.mediaType};base64,${file.base64}`,
      };
}
