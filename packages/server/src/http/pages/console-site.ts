import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { type Request, type RequestHandler, Router } from "express";
import { GatewayError } from "../../errors.ts";
import { compressible, sendText, type Text } from "../reply/send-text.ts";
import { editionOf, isForPerson, isRead, keptTexts } from "./built-site.ts";

/**
 * The built console: a folder of files, and one page for all of its addresses. The folder may appear, or be replaced,
 * while the gateway runs; while it is not there, the handler that is mounted after this one answers.
 */
export function consoleSite(folder: string, basePath = "/api/v1"): RequestHandler {
  const router = Router({ strict: true });
  const texts = keptTexts(folder);
  const page = pageIn(folder, basePath);
  router.use(async (_, response, next) => {
    const edition = await editionOf(folder);
    if (edition === null) return next("router");
    texts.keepOnlyOf(edition);
    page.keepOnlyOf(edition);
    for (const [name, value] of Object.entries(protection)) response.setHeader(name, value);
    next();
  });
  router.use("/assets", (request, response, next) => {
    request.url = `/assets${request.url}`;
    return texts.handler(request, response, next);
  });
  router.use(async (request, response) => {
    if (!isForPage(request))
      throw new GatewayError("notFound", { message: "The console has no such file." });
    // Relative, because a proxy may have put a path in front.
    if (request.originalUrl.split("?")[0] === request.baseUrl) return response.redirect("console/");
    response.setHeader("cache-control", "no-cache");
    await sendText(request, response.type("html"), await page.at(depthOf(request)));
  });
  return router;
}

/** The page loads nothing from elsewhere, runs no script and no style that is not a file of its own, and is in no frame. */
const protection = {
  "content-security-policy": [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'self'",
    "frame-ancestors 'none'",
  ].join("; "),
  "x-frame-options": "DENY",
  // By plain http to another machine, it is all that says of a GET that a page of the gateway has sent it.
  "referrer-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=()",
} as const;

/** Programs that watch an address or follow links name no HTML. What looks like a file is the page for people alone. */
function isForPage(request: Request): boolean {
  if (request.path.startsWith("/assets/")) return false;
  return isForPerson(request) || (isRead(request) && extname(request.path) === "");
}

/** How many folders below the console's own an address is: `/console/keys` is in it, `/console/keys/1` one below. */
function depthOf({ path }: Request): number {
  return path.split("/").length - 2;
}

function pageIn(folder: string, basePath: string) {
  const kept = new Map<number, Promise<Text>>();
  let keptOf = "";
  const make = async (depth: number): Promise<Text> => {
    const html = await readFile(join(folder, "index.html"), "utf8");
    const up = depth === 0 ? "./" : "../".repeat(depth);
    return compressible(
      Buffer.from(
        html
          .replace('<base href="/" />', `<base href="${up}" />`)
          .replace("../api/v1", `..${basePath}`),
      ),
    );
  };
  return {
    /** Every depth asks for its files with as many steps up. Deeper addresses than the console has share one. */
    at(depth: number): Promise<Text> {
      const usual = Math.min(depth, deepest);
      const known = kept.get(usual);
      if (known !== undefined) return known;
      const text = make(usual);
      kept.set(usual, text);
      // The next visit reads it again.
      text.catch(() => {
        if (kept.get(usual) === text) kept.delete(usual);
      });
      return text;
    },
    keepOnlyOf(edition: string): void {
      if (edition !== keptOf) kept.clear();
      keptOf = edition;
    },
  };
}

const deepest = 8;
