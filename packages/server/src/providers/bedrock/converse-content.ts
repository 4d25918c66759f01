import type { ContentPart, SaidPart } from "@portico/core/model-call/respond-call";
import {
  type Attachment,
  fileAttachment,
  imageAttachment,
  subtype,
  unsupported,
} from "../conversation/attachment.ts";
import { written } from "../conversation/messages.ts";
import type { CachePoints } from "./cache-points.ts";

const imageFormats: ReadonlySet<string> = new Set(["png", "jpeg", "gif", "webp"]);

const documentFormats: Readonly<Record<string, string>> = {
  "application/pdf": "pdf",
  "text/csv": "csv",
  "text/html": "html",
  "text/plain": "txt",
  "text/markdown": "md",
  "application/json": "txt",
  "application/xml": "txt",
  "application/msword": "doc",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "docx",
  "application/vnd.ms-excel": "xls",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "xlsx",
};

/** Content blocks of one request: its documents need names, each of them once. */
export class ConverseContent {
  readonly #points: CachePoints;
  /** How often each name has been used. */
  readonly #names = new Map<string, number>();

  constructor(points: CachePoints) {
    this.#points = points;
  }

  blocks(content: readonly ContentPart[]): object[] {
    return written(content, (part) => this.#points.after(this.#block(part), part.cache)).flat();
  }

  unmarkedBlocks(content: readonly ContentPart[]): object[] {
    return written(content, (part) => this.#block(part));
  }

  #block(part: SaidPart): object {
    switch (part.type) {
      case "text":
        return { text: part.text };
      case "image":
        return this.#image(imageAttachment(part));
      case "file":
        return this.#file(fileAttachment(part), part.filename);
      default:
        return part satisfies never;
    }
  }

  #image(attachment: Attachment): object {
    const format = subtype(attachment.mediaType);
    if (!imageFormats.has(format)) throw unsupported(`images of the type ${attachment.mediaType}`);

    return { image: { format, source: this.#source(attachment) } };
  }

  #file(attachment: Attachment, filename: string | undefined): object {
    if (attachment.mediaType.startsWith("image/")) return this.#image(attachment);

    const format = documentFormats[attachment.mediaType];
    if (format === undefined) throw unsupported(`files of the type ${attachment.mediaType}`);

    return {
      document: { format, name: this.#nameFor(filename), source: this.#source(attachment) },
    };
  }

  #source(attachment: Attachment): object {
    if (attachment.type === "inline") return { bytes: attachment.base64 };

    if (attachment.url.startsWith("s3://")) return { s3Location: { uri: attachment.url } };

    throw unsupported("images and files by their URL; send a data URL instead");
  }

  /** Letters, digits, single spaces, hyphens, parentheses and brackets, says the dialect. */
  #nameFor(filename: string | undefined): string {
    const plain = (filename ?? "")
      .replace(/\.[a-z0-9]+$/i, "")
      .replace(/[^A-Za-z0-9()[\]-]+/g, " ")
      .trim()
      .slice(0, 100);
    const base = plain || "document";
    let count = this.#names.get(base) ?? 0;
    let name: string;
    do {
      count += 1;
      name = count === 1 ? base : `${base} ${count}`;
    } while (count > 1 && this.#names.has(name));
    this.#names.set(base, count);
    if (count > 1) this.#names.set(name, 1);

    return name;
  }
}
