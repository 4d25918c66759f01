import { readFile, stat } from "node:fs/promises";
import { extname, join, normalize, sep } from "node:path";
import express, { type Request, type RequestHandler, type Response, Router } from "express";
import { GatewayError } from "../errors.ts";
import { compressible, sendText, type Text } from "./send-text.ts";

const texts = new Set([".html", ".css", ".js", ".json", ".md", ".svg", ".txt", ".xml"]);

/** Names with a fingerprint of their content: the file under such a name never changes. */
const fingerprinted = /\.[0-9a-f]{10}\.[a-z]+$/;
const forever = "public, max-age=31536000, immutable";
/** Pages keep their names, so a browser asks after a minute whether its copy is still current. */
const briefly = "public, max-age=60, must-revalidate";

/**
 * The built documentation: a folder of files, with texts compressed at their first request. The folder may appear,
 * or be replaced, while the gateway runs; while it is not there, the handler that is mounted after this one answers.
 */
export function docsSite(folder: string, basePath = "/api/v1"): RequestHandler {
  const router = Router();
  const texts = keptTexts(folder);
  router.use(async (_, __, next) => {
    const edition = await editionOf(folder);
    if (edition === null) return next("router");
    texts.keepOnlyOf(edition);
    next();
  });
  router.use(protect(basePath));
  router.use(texts.handler);
  router.use(express.static(folder, { setHeaders: sayHowLong }));
  router.use(notFound(folder));
  return router;
}

/** Changes whenever a build replaces the folder as a whole. Null where there is no folder. */
async function editionOf(folder: string): Promise<string | null> {
  const found = await stat(folder).catch(() => null);
  return found?.isDirectory() ? `${found.ino} ${found.ctimeMs}` : null;
}

/** A page for a person; for a program, the usual error envelope. */
function notFound(folder: string): RequestHandler {
  return async (request, response) => {
    const page = isForPerson(request)
      ? await readFile(join(folder, "404.html")).catch(() => null)
      : null;
    if (page === null) throw new GatewayError("notFound", { message: "There is no such page." });
    response.setHeader("cache-control", "no-store");
    response.status(404).type("html").vary("Accept").end(page);
  };
}

/** Browsers name HTML in `Accept`; most programs send a wildcard. */
export function isForPerson(request: Request): boolean {
  const isRead = request.method === "GET" || request.method === "HEAD";
  return isRead && request.accepts(["json", "html"]) === "html";
}

/**
 * The headers that a `meta` element cannot replace. The policy inside the pages allows requests to an address that the
 * reader names; served from here, pages may ask this gateway alone, and `Link` says where its operations are. That address
 * is relative, because a proxy may have put a path in front.
 */
function protect(basePath: string): RequestHandler {
  return ({ originalUrl }, response, next) => {
    const depth = originalUrl.split("?")[0]?.split("/").length ?? 2;
    response.setHeader("content-security-policy", "frame-ancestors 'none'; connect-src 'self'");
    response.setHeader("referrer-policy", "no-referrer");
    response.setHeader("link", `<${"../".repeat(depth - 2)}${basePath.slice(1)}>; rel="service"`);
    next();
  };
}

function sayHowLong(response: Response, path: string): void {
  response.setHeader("cache-control", fingerprinted.test(path) ? forever : briefly);
}

function keptTexts(folder: string) {
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
    if (edition === keptOf) kept.set(file, text);
    return text;
  };
  const handler: RequestHandler = async (request, response, next) => {
    const file = fileOf(folder, request.path);
    const isRead = request.method === "GET" || request.method === "HEAD";
    const text = isRead && file !== null ? await find(file) : null;
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
  if (!texts.has(extname(name)) || name.includes("\0")) return null;
  const file = normalize(join(folder, decodeURIComponent(name)));
  return file.startsWith(normalize(folder) + sep) ? file : null;
}
