import { readFileSync } from "node:fs";
import { dirname } from "node:path/posix";
import { fileURLToPath } from "node:url";
import type { Express, RequestHandler } from "express";
import { GatewayError } from "../../errors.ts";
import { mountBackChannel } from "../sign-in/back-channel.ts";
import { mountSignIn, type SignInParts } from "../sign-in/sign-in-pages.ts";
import { consoleSite } from "./console-site.ts";
import { docsSite } from "./docs-site.ts";
import { type DocumentParts, documentPage } from "./document-page.ts";
import { sitePending } from "./site-pending.ts";

export interface PagesParts extends DocumentParts, SignInParts {
  /** Answers as the gateway of its data folder; null where that has no management key to answer with. */
  readonly answer: (asked: { readonly question: string; readonly port: number }) => string | null;
  /** Where the packages stay that the documentation has handed out. */
  readonly handedOut: string;
}

/** The public pages beside the contract's operations: the document itself and its documentation. */
export function mountPages(app: Express, parts: PagesParts): void {
  app.get("/openapi.json", documentPage(parts));
  app.get("/identity", (request, response) => {
    const { question } = request.query;
    // Not the port of the Host header, which any program can write.
    const { localPort: port = 0 } = request.socket;
    const answer = typeof question === "string" ? parts.answer({ question, port }) : null;
    if (answer === null)
      throw new GatewayError("notFound", { message: "This question cannot be answered." });
    response.setHeader("cache-control", "no-store");
    response.json({ answer });
  });
  mountSignIn(app, parts);
  mountBackChannel(app, parts);
  app.get("/", (_, response) => response.redirect("/docs/"));
  mountDocs(app, parts);
  mountConsole(app, parts.basePath);
}

const inPackages = (path: string) => fileURLToPath(new URL(`../../../../${path}`, import.meta.url));
/** Written by the first start, which builds both sites: scripts/bootstrap/sites.mjs. */
const noteOf = (name: string) =>
  fileURLToPath(new URL(`../../../../../.portico/${name}-state`, import.meta.url));

/** Search engines may index the documentation; all other paths are for programs with a key. */
const robots = "User-agent: *\nAllow: /docs/\nDisallow: /\n";

function mountDocs(app: Express, parts: PagesParts): void {
  app.get("/robots.txt", (_, response) => void response.type("text/plain").end(robots));
  app.use(
    "/docs",
    docsSite(inPackages("docs/site"), parts.handedOut, parts),
    sitePending({
      name: "documentation",
      command: "npm run docs:build",
      note: noteOf("documentation"),
    }),
  );
}

function mountConsole(app: Express, basePath: string): void {
  app.use(
    "/console",
    consoleSite(inPackages("console/site"), basePath),
    sitePending({
      name: "console",
      command: "npm run console:build",
      note: noteOf("console"),
    }),
  );
}

export function readDocument(): string {
  return readFileSync(fileURLToPath(import.meta.resolve("@portico/contract/openapi.json")), "utf8");
}

/** Clients of `POST /messages` ask by HEAD whether anything answers at the address that they were given. */
export function mountDiscovery(app: Express, basePath: string): void {
  const answer: RequestHandler = (_, response) => void response.status(200).end();
  for (const path of new Set(["/", dirname(basePath)])) app.head(path, answer);
}
