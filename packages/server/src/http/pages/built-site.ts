import { readFile, stat } from "node:fs/promises";
import { extname, join, normalize, sep } from "node:path";
import type { Request, RequestHandler, Response } from "express";
import { compressible, sendText, type Text } from "../reply/send-text.ts";

const textEndings = new Set([".html", ".css", ".js", ".json", ".md", ".svg", ".txt", ".xml"]);

/** Names with a fingerprint of their content: the file under such a name never changes. */
const fingerprinted = /\.[0-9a-f]{10}\.[a-z]+$/;
const forever = "public, max-age=31536000, immutable";
/** Pages keep their names, so a browser asks after a minute whether its copy is still current. */
const briefly = "public, max-age=60, must-revalidate";

/** Changes whenever a build replaces the folder as a whole. Null where there is no folder. */
export async function editionOf(folder: string): Promise<string | null> {
  const found = await stat(folder).catch(() => null);
  return found?.isDirectory() ? `${found.ino} ${found.ctimeMs}` : null;
}

export function isRead({ method }: Request): boolean {
  return method === "GET" || method === "HEAD";
}

/** Browsers name HTML in `Accept`; most programs send a wildcard. */
export function isForPerson(request: Request): boolean {
  return isRead(request) && request.accepts(["json", "html"]) === "html";
}

export function sayHowLong(response: Response, path: string): void {
  response.setHeader("cache-control", fingerprinted.test(path) ? forever : briefly);
}

/** The texts of a folder, each compressed at its first request. What is no text is left to the next handler. */
export function keptTexts(folder: string): {
  readonly handler: RequestHandler;
  readonly keepOnlyOf: (edition: string) => void;
} {
  const kept = new Map<string, Text>();
  let keptOf = "";
  const find = async (file: string): Promise<Text | null> => {
    const known = kept.get(file);
    if (known !== undefined) return known;
    const edition = keptOf;
    const plain = await readFile(file).catch(() => null);
    // Only existing files are cached: callers could make up missing names without end.
    if (plain === null) return null;
    const text = compressible(plain);
    // A build has time to compress better than a request has.
    const compressed = await readFile(`${file}.br`).catch(() => null);
    if (compressed !== null) text.compressed.set("br", Promise.resolve(compressed));
    if (edition === keptOf) kept.set(file, text);
    return text;
  };
  const handler: RequestHandler = async (request, response, next) => {
    const file = fileOf(folder, request.path);
    const text = isRead(request) && file !== null ? await find(file) : null;
    if (file === null || text === null) return next();
    sayHowLong(response, file);
    await sendText(request, response.type(extname(file)), text);
  };
  const keepOnlyOf = (edition: string): void => {
    if (edition !== keptOf) kept.clear();
    keptOf = edition;
  };
  return { handler, keepOnlyOf };
}

/** Null for a file that is not text, and for a path that leads out of the folder. */
function fileOf(folder: string, path: string): string | null {
  const name = path.endsWith("/") ? `${path}index.html` : path;
  if (!textEndings.has(extname(name)) || name.includes("\0")) return null;
  const file = normalize(join(folder, decodeURIComponent(name)));
  return file.startsWith(normalize(folder) + sep) ? file : null;
}
