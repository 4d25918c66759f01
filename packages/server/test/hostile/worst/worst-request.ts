import { gzipSync } from "node:zlib";

/** A request that is made to cost more than it brings. Its body is made when it is sent: some have twenty megabytes. */
export interface WorstRequest {
  readonly name: string;
  readonly path: "/responses" | "/embeddings" | "/rerank";
  readonly isCompressed: boolean;
  body(): Buffer;
}

type Fields = Readonly<Record<string, unknown>>;

export function asResponse(name: string, fields: () => Fields): WorstRequest {
  return written(name, "/responses", () => JSON.stringify({ max_output_tokens: 64, ...fields() }));
}

export function asEmbeddings(name: string, fields: () => Fields): WorstRequest {
  return written(name, "/embeddings", () => JSON.stringify(fields()));
}

export function asRerank(name: string, fields: () => Fields): WorstRequest {
  return written(name, "/rerank", () => JSON.stringify(fields()));
}

/** As text, for what no serializer would write. */
export function written(
  name: string,
  path: WorstRequest["path"],
  text: () => string,
): WorstRequest {
  return { name, path, isCompressed: false, body: () => Buffer.from(text()) };
}

export function compressed(request: WorstRequest): WorstRequest {
  return {
    ...request,
    name: `${request.name}, gzip`,
    isCompressed: true,
    body: () => gzipSync(request.body()),
  };
}

export function times<Item>(count: number, make: (index: number) => Item): Item[] {
  return Array.from({ length: Math.max(1, Math.floor(count)) }, (_, index) => make(index));
}
