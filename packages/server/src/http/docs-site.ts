import { readFile } from "node:fs/promises";
import { extname, join, normalize, sep } from "node:path";
import express, { type RequestHandler, Router } from "express";
import { GatewayError } from "../errors.ts";
import { acceptable, compressions } from "./reply.ts";

const texts = new Set([".html", ".css", ".js", ".json", ".md", ".svg", ".txt", ".xml"]);

/** The built documentation: a folder of files, its texts compressed when they are first asked for. */
export function docsSite(folder: string): RequestHandler {
  const router = Router();
  router.use(compressedTexts(folder));
  router.use(express.static(folder));
  router.use(() => {
    throw new GatewayError("notFound", { message: "There is no such page." });
  });
  return router;
}

function compressedTexts(folder: string): RequestHandler {
  const kept = new Map<string, Promise<Buffer>>();
  return async (request, response, next) => {
    const file = fileOf(folder, request.path);
    const compression = acceptable(request);
    if (request.method !== "GET" || file === null || compression === null) return next();
    const key = `${compression} ${file}`;
    const making = kept.get(key) ?? readFile(file).then(compressions[compression]);
    try {
      const body = await making;
      // Only what is there is kept: names that nobody has are made up without end.
      kept.set(key, making);
      response.setHeader("content-encoding", compression);
      response.setHeader("vary", "Accept-Encoding");
      response.type(extname(file)).end(body);
    } catch {
      next();
    }
  };
}

/** Null for what is no text, and for what would lead out of the folder. */
function fileOf(folder: string, path: string): string | null {
  const name = path.endsWith("/") ? `${path}index.html` : path;
  if (!texts.has(extname(name)) || name.includes("\0")) return null;
  const file = normalize(join(folder, decodeURIComponent(name)));
  return file.startsWith(normalize(folder) + sep) ? file : null;
}
