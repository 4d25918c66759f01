import type {
  ContentPart,
  RespondCall,
  SaidPart,
  Turn,
} from "@portico/core/model-call/respond-call";
import type { Fields } from "../../../json/json-shape.ts";
import {
  type Attachment,
  type FilePart,
  fileAttachment,
  imageAttachment,
  textOfFile,
} from "../../conversation/attachment.ts";
import { isOthers, said, written } from "../../conversation/messages.ts";
import { cacheControl, markedText } from "./cache-marks.ts";
import type { ChatDialect, Message } from "./dialect.ts";
import { WrittenThoughts } from "./written-thoughts.ts";

/** The conversation as messages. Calls join the assistant message before them. */
export function toMessages(
  call: RespondCall,
  dialect: ChatDialect,
  notes: readonly string[],
): readonly Message[] {
  const thoughts = new WrittenThoughts(dialect.thoughts(call.model));
  const writer = new MessageWriter(dialect, thoughts);
  for (const text of [call.instructions ?? "", ...notes])
    if (text !== "") writer.messages.push({ role: "system", content: text });

  for (const turn of call.conversation) writer.add(turn);

  writer.flushAttachments();
  thoughts.giveTo(writer.messages.at(-1));
  thoughts.fill(writer.messages);
  return writer.messages;
}

class MessageWriter {
  readonly messages: Message[] = [];
  readonly #dialect: ChatDialect;
  readonly #thoughts: WrittenThoughts;
  /** Images and files of results: a tool's message holds text only, so a user's message follows. */
  #attachments: ContentPart[] = [];

  constructor(dialect: ChatDialect, thoughts: WrittenThoughts) {
    this.#dialect = dialect;
    this.#thoughts = thoughts;
  }

  add(turn: Turn): void {
    switch (turn.type) {
      case "thought":
        this.#thoughts.hold(turn);
        break;
      case "result":
        this.#thoughts.giveTo(this.messages.at(-1));
        this.#result(turn);
        break;
      case "call":
        this.flushAttachments();
        this.#call(turn);
        break;
      case "message":
        this.#message(turn);
    }
  }

  #message(turn: Extract<Turn, { type: "message" }>): void {
    if (isOthers(turn)) return;
    if (turn.role !== "assistant") this.#thoughts.giveTo(this.messages.at(-1));
    this.flushAttachments();
    if (turn.role === "user") {
      this.messages.push({ role: "user", content: this.#content(turn.content) });
      return;
    }
    const role = turn.role === "assistant" ? "assistant" : "system";
    const content = markedText(turn.content, this.#dialect.caching);
    const message: Message = { role, content };
    this.messages.push(message);
    this.#thoughts.giveTo(message, true);
  }

  flushAttachments(): void {
    if (this.#attachments.length > 0) {
      this.messages.push({ role: "user", content: this.#content(this.#attachments) });
      this.#attachments = [];
    }
  }

  #call(turn: Extract<Turn, { type: "call" }>): void {
    const call: Fields = {
      id: this.#dialect.callId(turn.callId),
      type: "function",
      function: { name: turn.name, arguments: turn.arguments === "" ? "{}" : turn.arguments },
    };
    const last = this.messages.at(-1);
    if (last?.role !== "assistant") {
      const message: Message = { role: "assistant", content: null, tool_calls: [call] };
      this.messages.push(message);
      this.#thoughts.giveTo(message, true);
      return;
    }
    this.#thoughts.giveTo(last);
    last.content = last.content === "" ? null : last.content;
    last.tool_calls ??= [];
    last.tool_calls.push(call);
  }

  #result(turn: Extract<Turn, { type: "result" }>): void {
    const output = said(turn.output);
    const others = output.filter((part) => part.type !== "text");
    const text = markedText(output, this.#dialect.caching, turn.cache);
    this.messages.push({
      role: "tool",
      tool_call_id: this.#dialect.callId(turn.callId),
      content: text === "" && others.length > 0 ? "The result is attached below." : text,
    });
    for (const part of others) this.#attachments.push(part);
  }

  #content(parts: readonly ContentPart[]): unknown {
    if (parts.every((part) => part.type === "text"))
      return markedText(parts, this.#dialect.caching);

    return written(parts, (part) => this.#part(part)).flat();
  }

  #part(part: SaidPart): readonly Fields[] {
    if (part.type === "text") {
      const mark = cacheControl(part.cache, this.#dialect.caching);
      return part.text === "" ? [] : [{ type: "text", text: part.text, ...mark }];
    }
    if (part.type === "image") {
      const attachment = imageAttachment(part);
      const url =
        attachment.type === "inline"
          ? `data:${attachment.mediaType};base64,${attachment.base64}`
          : attachment.url;
      const detail = part.detail === undefined ? {} : { detail: part.detail };
      return [{ type: "image_url", image_url: { url, ...detail } }];
    }
    return [filePart(part)];
  }
}

/** A file as a part of a message: as its text where it is one, else as it is, for which the operator vouches (`files: true`). */
function filePart(part: FilePart): Fields {
  const attachment = fileAttachment(part);
  const text = textOfFile(attachment);
  if (text !== undefined) {
    const title = part.filename === undefined ? "" : `${part.filename}:\n`;
    return { type: "text", text: `${title}${text}` };
  }
  if (attachment.type === "inline") return inlinePart(attachment, part.filename);
  return { type: "file", file: { filename: part.filename ?? "file", file_data: attachment.url } };
}

const sound = "audio/";

type Inline = Extract<Attachment, { readonly type: "inline" }>;

/** A sound has a form of its own: https://platform.openai.com/docs/guides/audio */
function inlinePart({ mediaType, base64 }: Inline, filename: string | undefined): Fields {
  if (mediaType.startsWith(sound)) {
    const format = mediaType.slice(sound.length).replace("mpeg", "mp3");
    return { type: "input_audio", input_audio: { data: base64, format } };
  }
  const name = filename ?? `file.${mediaType === "application/pdf" ? "pdf" : "bin"}`;
  const fileData = `data:${mediaType};base64,${base64}`;
  return { type: "file", file: { filename: name, file_data: fileData } };
}
