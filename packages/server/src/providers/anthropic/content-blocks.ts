import type { ContentPart, RespondCall, SaidPart } from "@portico/core/model-call/respond-call";
import {
  type Attachment,
  type FilePart,
  fileAttachment,
  imageAttachment,
  textOfFile,
  unsupported,
} from "../conversation/attachment.ts";
import { argumentsOf } from "../conversation/conversation.ts";
import type { AssistantEntry, AssistantMessage, UserMessage } from "../conversation/messages.ts";
import { writtenPart } from "../conversation/messages.ts";
import { type Block, cacheControl, keepsLong } from "./cache-marks.ts";
import { blockOf } from "./thought-block.ts";

/** Writes the content blocks of one request. */
export class BlockWriter {
  readonly #keepsLong: boolean;

  constructor(call: RespondCall) {
    this.#keepsLong = keepsLong(call);
  }

  /** The content of a user, a tool or the operator. */
  content(content: readonly ContentPart[]): Block[] {
    return content
      .filter((part) => part.type !== "text" || part.text !== "")
      .map((part) => this.#part(part));
  }

  user(message: UserMessage): Block[] {
    const results = message.results.map((result) =>
      this.marked(
        {
          type: "tool_result",
          tool_use_id: result.callId,
          content: this.content(result.output),
          is_error: result.isError || undefined,
        },
        result,
      ),
    );
    return [...results, ...this.content(message.content)];
  }

  /** A started answer, which the model continues, must not end in white space. */
  assistant({ entries }: AssistantMessage, isStarted: boolean): Block[] {
    return entries.flatMap((entry, index) =>
      this.#entry(entry, isStarted && index === entries.length - 1),
    );
  }

  marked(block: Block, { cache }: { readonly cache?: Parameters<typeof cacheControl>[0] }): Block {
    const control = cacheControl(cache, this.#keepsLong);
    return control === undefined ? block : { ...block, cache_control: control };
  }

  /** Images and files cannot be repeated to the assistant. */
  #entry(entry: AssistantEntry, trimsEnd: boolean): Block[] {
    switch (entry.type) {
      case "thought": {
        const block = blockOf(entry);
        return block === undefined ? [] : [{ ...block }];
      }
      case "call": {
        const { callId: id, name } = entry;
        const input = argumentsOf(entry);
        return [this.marked({ type: "tool_use", id, name, input }, entry)];
      }
      case "foreign":
        return [{ ...entry.block }];
      case "text": {
        const text = trimsEnd ? entry.text.trimEnd() : entry.text;
        return text === ""
          ? []
          : [this.marked({ ...entry.cites?.block, type: "text", text }, entry)];
      }
      default:
        return [];
    }
  }

  #part(part: ContentPart): Block {
    return part.type === "foreign" ? { ...part.block } : writtenPart(part, () => this.#said(part));
  }

  #said(part: SaidPart): Block {
    switch (part.type) {
      case "text":
        return this.marked({ type: "text", text: part.text }, part);
      case "image": {
        const attachment = imageAttachment(part);
        const source = toSource(attachment, "image/");
        return this.marked({ type: "image", source }, part);
      }
      case "file":
        return this.marked(toDocument(part), part);
      default:
        return part satisfies never;
    }
  }
}

function toDocument(part: FilePart): Block {
  const attachment = fileAttachment(part);
  if (attachment.mediaType.startsWith("image/"))
    return { type: "image", source: toSource(attachment, "image/") };

  const text = textOfFile(attachment);
  return {
    type: "document",
    source:
      text === undefined
        ? toSource(attachment, "application/pdf")
        : { type: "text", media_type: "text/plain", data: text },
    title: part.filename || undefined,
  };
}

function toSource(attachment: Attachment, accepted: string): object {
  if (attachment.type === "url") {
    if (!attachment.url.startsWith("http"))
      throw unsupported("an address that is not an https URL");

    return { type: "url", url: attachment.url };
  }
  if (!attachment.mediaType.startsWith(accepted))
    throw unsupported(`files of the type ${attachment.mediaType}`);

  return { type: "base64", media_type: attachment.mediaType, data: attachment.base64 };
}
