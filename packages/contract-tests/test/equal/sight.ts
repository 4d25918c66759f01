import { loadDocument, type OperationId, operations, type ResponseObject } from "@portico/contract";
import { mediaTypeOf } from "@portico/contract/judge/judge";
import { readStream } from "@portico/contract/judge/judge-stream";
import { parse } from "@portico/contract/judge/read-events";
import { References } from "@portico/core/json/references";
import type { Reply } from "../../src/suite/bench.ts";
import type { Sending } from "../../src/suite/request-to.ts";
import type { Side } from "./side.ts";

/** What a caller sees of one exchange. */
export interface Sight {
  /** Null where there was no reply. */
  readonly status: number | null;
  readonly mediaType: string;
  /** The headers that the contract lists for this reply, and those that callers and caches act on. */
  readonly headers: readonly string[];
  /** Parsed; for a stream its events. */
  readonly body: unknown;
  readonly end: "whole" | "cut" | "stalled" | "refused";
}

const refused: Sight = { status: null, mediaType: "", headers: [], body: null, end: "refused" };

/** A reply that brings nothing for so long has stalled: both sides answer at once in these tests. */
const patienceMs = 400;

export async function look(side: Side, id: OperationId, sending: Sending): Promise<Sight> {
  const leave = new AbortController();
  const reply = await side.ask(id, { ...sending, signal: leave.signal }).catch(() => null);
  if (reply === null) return refused;
  const { text, end } = await readAll(reply);
  leave.abort();
  const mediaType = mediaTypeOf(reply.headers);
  const body =
    mediaType === "text/event-stream" ? readStream(id, text).events : (parse(text) ?? "no JSON");
  const headers = seenHeaders(id, reply);
  return { status: reply.status, mediaType, headers, body, end };
}

/** What was seen of a reply that the bench has read. */
export function sightOf(id: OperationId, { status, headers, mediaType, body }: Reply): Sight {
  return { status, mediaType, headers: seenHeaders(id, { status, headers }), body, end: "whole" };
}

async function readAll({ body }: Response): Promise<Pick<Sight, "end"> & { text: string }> {
  if (body === null) return { text: "", end: "whole" };
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const step = await Promise.race([reader.read().catch(() => "cut" as const), silence()]);
    if (typeof step === "string") return { text, end: step };
    if (step.done) return { text, end: "whole" };
    text += step.value;
  }
}

function silence(): Promise<"stalled"> {
  return new Promise((resolve) => setTimeout(() => resolve("stalled"), patienceMs).unref());
}

/** Callers and caches act on these; their values are part of what is said. */
const spoken = ["content-type", "cache-control", "allow"];

const document = loadDocument();
const references = new References({ ...document });

function seenHeaders(id: OperationId, reply: Pick<Response, "status" | "headers">): string[] {
  return [
    ...spoken.map((name) => `${name}: ${reply.headers.get(name)}`),
    ...listedHeaders(id, reply.status).filter((name) => reply.headers.has(name)),
  ].toSorted();
}

function listedHeaders(id: OperationId, status: number): string[] {
  const { path, method } = operations[id];
  const responses = document.paths[path]?.[method]?.responses ?? {};
  const listed: ResponseObject = responses[status] ?? responses["default"] ?? {};
  const { headers = {} } = listed.$ref === undefined ? listed : Object(references.at(listed.$ref));
  return Object.keys(headers);
}
