import { readFile } from "node:fs/promises";
import { join } from "node:path";
import express, { type RequestHandler, Router } from "express";
import { GatewayError } from "../../errors.ts";
import { editionOf, isForPerson, keptTexts, sayHowLong } from "./built-site.ts";
import { handedOut } from "./handed-out.ts";

/**
 * The built documentation: a folder of files, with texts compressed at their first request. The folder may appear,
 * or be replaced, while the gateway runs; while it is not there, the handler that is mounted after this one answers.
 */
export function docsSite(folder: string, kept: string, basePath = "/api/v1"): RequestHandler {
  const router = Router();
  router.use(handedOut(folder, kept));
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
