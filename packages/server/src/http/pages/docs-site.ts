import { constants, existsSync } from "node:fs";
import { copyFile, mkdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import express, { type RequestHandler, Router } from "express";
import { GatewayError } from "../../errors.ts";
import { askedOrigin } from "../sign-in/asked-origin.ts";
import { editionOf, isForPerson, keptTexts, sayHowLong } from "./built-site.ts";

/**
 * The built documentation: a folder of files, with texts compressed at their first request. The folder may appear,
 * or be replaced, while the gateway runs; while it is not there, the handler that is mounted after this one answers.
 */
export function docsSite(
  folder: string,
  kept: string,
  { basePath = "/api/v1", trustsForwarded = false } = {},
): RequestHandler {
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
  router.get("/sitemap.xml", siteMap(folder, trustsForwarded));
  router.use(texts.handler);
  router.use(express.static(folder, { setHeaders: sayHowLong }));
  router.use(notFound(folder));
  return router;
}

/** Search engines take whole addresses alone; the built site does not know at which one it is asked. */
function siteMap(folder: string, trustsForwarded: boolean): RequestHandler {
  return async (request, response) => {
    const pages = await readFile(join(folder, "sitemap.txt"), "utf8");
    const site = `${askedOrigin(request, trustsForwarded) ?? ""}${request.baseUrl}/`;
    const places = pages.trim().split("\n");
    response.setHeader("cache-control", "no-store");
    response
      .type("xml")
      .end(
        [
          '<?xml version="1.0" encoding="utf-8"?>',
          '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
          ...places.map((place) => `<url><loc>${site}${place}</loc></url>`),
          "</urlset>\n",
        ].join("\n"),
      );
  };
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

/** The name has the version and a fingerprint: no two archives share one. */
const archive = /^\/(portico-[a-z-]+-[\w.-]+\.[0-9a-f]{10}\.tgz)$/;

/**
 * The packages of the documentation. An archive that was handed out stays in `kept`: a lockfile names its address and its
 * hash, and the site of the next version no longer has it.
 */
export function handedOut(site: string, kept: string): RequestHandler {
  const router = Router();
  router.use(async ({ path }, _, next) => {
    const [, name] = archive.exec(path) ?? [];
    if (name === undefined) return next("router");
    // A full disk costs the copy, and not the reply.
    await keep(join(site, name), join(kept, name)).catch(() => {});
    next();
  });
  for (const folder of [kept, site]) router.use(express.static(folder, { setHeaders: sayHowLong }));
  return router;
}

async function keep(from: string, to: string): Promise<void> {
  if (existsSync(to)) return;
  const draft = `${to}.${process.pid}`;
  await mkdir(join(to, ".."), { recursive: true });
  try {
    await copyFile(from, draft, constants.COPYFILE_EXCL);
    await rename(draft, to);
  } finally {
    await rm(draft, { force: true });
  }
}
