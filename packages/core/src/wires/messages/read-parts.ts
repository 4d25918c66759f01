import type { Schema } from "@portico/contract/facts";
import type { ReadPicture } from "../../answer/wire.ts";
import type { ContentPart, JsonObject } from "../../model-call/respond-call.ts";
import { cacheOf } from "../reading/cache-mark.ts";
import { type Block, isFound, isKnown, isPlain } from "./blocks.ts";
import { family } from "./pass-through.ts";

type Image = Schema<"MessagesImage">;
type Document = Schema<"MessagesDocument">;
type Source = Document["source"];
type KnownSource =
  | Schema<"MessagesBase64Source">
  | Schema<"MessagesTextSource">
  | Schema<"MessagesUrlSource">
  | Schema<"MessagesContentSource">;

/** A block of a message or of a result as parts. What has no neutral form goes on as it came. */
export function readPart(block: Block, place: string, readPicture: ReadPicture): ContentPart[] {
  if (!isKnown(block)) return [foreign(block, place)];
  switch (block.type) {
    case "text":
      return [{ type: "text", text: block.text, ...cacheOf(block), ...citesOf(block, place) }];
    case "image":
      return [readImage(block, place, readPicture)];
    case "document":
      return readDocument(block, place, readPicture);
    default:
      return [foreign(block, place)];
  }
}

function citesOf({ type, citations }: Schema<"MessagesText">, at: string) {
  if (citations == null || citations.length === 0) return {};
  const place = `${at}.citations`;
  const block = { type, citations };
  const found = isFound(block) && ({ isFound: true } as const);
  return { cites: { type: "foreign", family, block, place, ...found } } as const;
}

function foreign(block: Block & JsonObject, place: string): ContentPart {
  return {
    type: "foreign",
    family,
    block: { ...block },
    place,
    ...(isPlain(block) && { isPlain: true }),
    ...(isFound(block) && { isFound: true }),
    ...wordsOf(block),
  };
}

/** A search for tools, run by the caller, has found one of the request's own: models elsewhere see all of these. */
function wordsOf({ type, tool_name: name }: Block & JsonObject) {
  return type === "tool_reference" ? { words: `Tool found: ${String(name)}\n` } : {};
}

function readImage(block: Image, place: string, readPicture: ReadPicture): ContentPart {
  const { source } = block;
  if (!isPictureSource(source)) return foreign(block, place);
  const isUrl = source.type === "url";
  const field = isUrl ? `${place}.source.url` : `${place}.source.data`;
  return {
    type: "image",
    ...readPicture(isUrl ? source.url : dataUrl(source), field),
    place: field,
    ...cacheOf(block),
  };
}

/** Text is text for every model; a document of another kind is a file. */
function readDocument(block: Document, place: string, readPicture: ReadPicture): ContentPart[] {
  const { source, title, context } = block;
  if (!isKnownSource(source)) return [foreign(block, place)];
  const cache = cacheOf(block);
  const head = [title, context].filter(Boolean).join("\n\n");
  if (source.type === "text") {
    const text = [head, source.data].filter(Boolean).join("\n\n");
    return [{ type: "text", text, ...cache }];
  }
  if (source.type === "content")
    return readDocumentParts(source.content, { head, cache, place, readPicture });
  const named = { type: "file", ...(title && { filename: title }), ...cache } as const;
  const file: ContentPart =
    source.type === "url"
      ? { ...named, url: source.url, place: `${place}.source.url` }
      : { ...named, data: dataUrl(source), place: `${place}.source.data` };
  return context ? [{ type: "text", text: context }, file] : [file];
}

interface AroundParts {
  readonly head: string;
  readonly cache: ReturnType<typeof cacheOf>;
  readonly place: string;
  readonly readPicture: ReadPicture;
}

/** Each part is one of the message. The document's mark is that of the last one. */
function readDocumentParts(
  content: Schema<"MessagesContentSource">["content"],
  { head, cache, place, readPicture }: AroundParts,
): ContentPart[] {
  const parts: ContentPart[] =
    typeof content === "string"
      ? [{ type: "text", text: content }]
      : content.flatMap((part, index) =>
          readPart(part, `${place}.source.content[${index}]`, readPicture),
        );
  const all: ContentPart[] = head === "" ? parts : [{ type: "text", text: head }, ...parts];
  const last = all.at(-1);
  return last === undefined || last.type === "foreign"
    ? all
    : [...all.slice(0, -1), { ...last, ...cache }];
}

const knownSources: ReadonlySet<string> = new Set<KnownSource["type"]>([
  "base64",
  "text",
  "url",
  "content",
] as const);

function isPictureSource(
  source: Image["source"],
): source is Schema<"MessagesBase64Source"> | Schema<"MessagesUrlSource"> {
  return source.type === "base64" || source.type === "url";
}

function isKnownSource(source: Source): source is KnownSource {
  return knownSources.has(source.type);
}

function dataUrl({ media_type: mediaType, data }: Schema<"MessagesBase64Source">): string {
  return `data:${mediaType};base64,${data}`;
}
