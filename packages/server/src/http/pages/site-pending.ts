import { readFile } from "node:fs/promises";
import type { RequestHandler } from "express";
import { GatewayError } from "../../errors.ts";
import { isForPerson } from "./built-site.ts";

type State = "building" | "failed" | "absent";

/** What is built, and how to build it by hand. */
interface Pending {
  readonly name: "documentation" | "console";
  readonly command: string;
  /** The file that holds the state of the build. */
  readonly note: string;
}

const texts: Readonly<Record<State, (pending: Pending) => string>> = {
  building: ({ name }) =>
    `The ${name} is being built. This takes some seconds, once; the page then appears by itself.`,
  failed: ({ name, command }) =>
    `The ${name} could not be built. Run <code>${command}</code> in the gateway's folder: it says what is wrong. This page then appears without a restart.`,
  absent: ({ name, command }) =>
    `The ${name} is not built here. Run <code>${command}</code> in the gateway's folder; this page then appears without a restart.`,
};

/** The page in place of the documentation or the console until that is built. */
export function sitePending(pending: Pending): RequestHandler {
  return async (request, response) => {
    const state = await stateOf(pending.note);
    const text = texts[state](pending);
    const isFrontPage = request.path === "/" || request.path === "";
    if (!(isFrontPage || isForPerson(request)))
      throw new GatewayError("notFound", { message: text.replaceAll(/<\/?code>/g, "`") });
    response.status(503).setHeader("retry-after", "2");
    response.setHeader("cache-control", "no-store");
    response.type("html").end(pageOf(state, text));
  };
}

async function stateOf(note: string): Promise<State> {
  try {
    const { state, pid }: { state: unknown; pid: unknown } = JSON.parse(
      await readFile(note, "utf8"),
    );
    if (state === "failed") return "failed";
    // The note of a killed start is still there.
    return state === "building" && typeof pid === "number" && isAlive(pid) ? "building" : "absent";
  } catch {
    return "absent";
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

function pageOf(state: State, text: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Portico</title>
<meta http-equiv="refresh" content="${state === "building" ? 1 : 5}">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<style>body { font: 1.1rem/1.5 system-ui, sans-serif; max-width: 36rem; margin: 15vh auto; padding: 0 1rem }</style>
<h1>Portico</h1>
<p>${text}</p>
<p>The interface itself: <a href="/openapi.json">openapi.json</a>.</p></html>
`;
}
