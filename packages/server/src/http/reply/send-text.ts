import { createHash } from "node:crypto";
import type { Request, Response } from "express";
import { acceptable, compressions } from "./reply.ts";

/** A text for many requests, compressed once. */
export interface Text {
  readonly plain: Buffer;
  /** The same on every node, independent of the time of installation. */
  readonly hash: string;
  readonly compressed: Map<keyof typeof compressions, Promise<Buffer>>;
}

export function compressible(plain: Buffer): Text {
  const hash = createHash("sha256").update(plain).digest("base64url").slice(0, 16);
  return { plain, hash, compressed: new Map() };
}

/** A client with a current copy gets 304 without a body. */
export async function sendText(request: Request, response: Response, text: Text): Promise<void> {
  const compression = acceptable(request);
  // Beside the name that `cors` has set.
  response.vary("Accept-Encoding");
  const tag = `"${text.hash}${compression === null ? "" : `-${compression}`}"`;
  response.setHeader("etag", tag);
  if (hasAlready(request, tag)) return void response.status(304).end();
  if (compression === null) return void response.end(text.plain);
  const making = text.compressed.get(compression) ?? compressions[compression](text.plain);
  text.compressed.set(compression, making);
  const body = await making;
  response.setHeader("content-encoding", compression);
  response.setHeader("content-length", body.length);
  response.end(body);
}

/** Not Express's `fresh`: `fetch` sends `no-cache` with the tag, which is meant for caches on the way. */
function hasAlready({ headers }: Request, tag: string): boolean {
  const known = headers["if-none-match"]?.split(",").map((name) => name.trim().replace(/^W\//, ""));
  return known?.some((name) => name === tag || name === "*") ?? false;
}
