import type { Source } from "../source.ts";
import type { UpstreamReply } from "./request.ts";

const openBrace = 0x7b;
const openBracket = 0x5b;

/** Whether bytes begin like JSON. The first byte is more reliable than the content type. */
export function opensJson(pieces: readonly Uint8Array[]): boolean {
  const first = pieces.map(firstOf).find((byte) => byte !== undefined);
  return first === openBrace || first === openBracket;
}

/** The first byte that is neither space nor part of a byte order mark. */
function firstOf(bytes: Uint8Array): number | undefined {
  return bytes.find((byte) => byte > 0x20 && byte < 0x80);
}

/** What a reply begins like, and the pieces that were read of its body to see that. */
export interface Opening {
  readonly isJson: boolean;
  readonly head: readonly Uint8Array[];
}

export function openingOf(
  reply: UpstreamReply,
  body: Source<Uint8Array>,
): Opening | Promise<Opening> {
  const arrived = reply.arrived();
  return arrived === undefined ? openingOnArrival(body) : { isJson: opensJson(arrived), head: [] };
}

/** The most reads without space and without ASCII: a byte order mark in three reads, or a body that is no answer. */
const mostBeforeFirst = 16;

async function openingOnArrival(body: Source<Uint8Array>): Promise<Opening> {
  const head: Uint8Array[] = [];
  let first: number | undefined;
  while (first === undefined && head.length <= mostBeforeFirst) {
    const { done, value } = await body.next();
    if (done === true) break;
    first = firstOf(value);
    // Some upstreams send spaces to keep the connection open until they have content.
    if (first !== undefined || !isSpace(value)) head.push(value);
  }
  return { isJson: opensJson(head), head };
}

function isSpace(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09);
}
