import { existsSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { parse } from "@portico/contract/judge/read-events";
import { corsHeaders } from "../cors.ts";
import { type Listening, type ListenOptions, listen } from "../listen.ts";
import { goneSignal, requestOf, writeReply } from "../socket.ts";
import { addressOf, basePath } from "./address.ts";
import type { RecordedReply } from "./exchange.ts";
import { type NamedExchange, readExchanges } from "./exchange-folder.ts";
import { type Asked, type Found, findExchanges } from "./find-exchange.ts";
import { refuse } from "./refuse.ts";
import { framesOf } from "./timed-text.ts";

export interface PlayerOptions extends ListenOptions {
  readonly folder: string;
  /** Between two events of a stream; left out, the recorded times. */
  readonly paceMs?: number;
  /** Answers what was not recorded. Left out, that is a 404 that names the nearest recording. */
  readonly otherwise?: (request: Request) => Promise<Response>;
  /** A line for each request. */
  readonly onLine?: (line: string) => void;
}

export interface Player extends Listening {
  /** Including the base path. */
  readonly url: string;
}

/** Answers from recordings. The same request again gets the next recording of it; the last one stays. */
export async function startPlayer(options: PlayerOptions): Promise<Player> {
  if (!existsSync(options.folder)) throw new Error(`There is no folder ${options.folder}.`);
  const recorded = readExchanges(options.folder);
  const played = new Map<string, number>();
  const next = (exchanges: readonly NamedExchange[]): NamedExchange | undefined => {
    const key = exchanges.map(({ name }) => name).join();
    const times = played.get(key) ?? 0;
    played.set(key, times + 1);
    return exchanges[Math.min(times, exchanges.length - 1)];
  };
  const listening = await listen((incoming, outgoing) => {
    const cors = corsHeaders(incoming);
    if (incoming.method === "OPTIONS") return void outgoing.writeHead(204, cors).end();
    play({ ...options, recorded, next }, incoming, outgoing, cors).catch(() => outgoing.destroy());
  }, options);
  return { ...listening, url: `${listening.origin}${basePath}` };
}

interface Playing extends PlayerOptions {
  readonly recorded: readonly NamedExchange[];
  next(exchanges: readonly NamedExchange[]): NamedExchange | undefined;
}

async function play(
  playing: Playing,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  cors: Readonly<Record<string, string>>,
): Promise<void> {
  const { method = "GET", url = "/" } = incoming;
  const sent = await buffer(incoming);
  const address = addressOf(method, url);
  if (address === null)
    return refuse(outgoing, 404, `Only what is below ${basePath} is played.`, cors);
  const text = sent.toString();
  const body = text === "" ? undefined : (parse(text) ?? text);
  const asked = { method, address, accept: incoming.headers.accept, body };
  const found = findExchanges(playing.recorded, asked);
  const named = found.kind === "found" ? playing.next(found.exchanges) : undefined;
  playing.onLine?.(`${method} ${url} <- ${named?.name ?? "no recording"}`);
  if (named !== undefined) return writeRecorded(named, { outgoing, cors, paceMs: playing.paceMs });
  if (playing.otherwise === undefined) return refuse(outgoing, 404, explained(asked, found), cors);
  const gone = goneSignal(outgoing);
  const request = requestOf(incoming, gone, new Uint8Array(sent));
  await writeReply(await playing.otherwise(request), cors, outgoing, gone);
}

/** Why nothing is played, with what to change. */
function explained({ method, address }: Asked, found: Found): string {
  const asked = `${method} ${address.path}`;
  if (found.kind !== "nearest") return `No recording is of ${asked}.`;
  const [first = "", ...others] = found.differs;
  const more = others.length === 0 ? "" : ` and ${others.length} more`;
  const verb = others.length === 0 ? "differs" : "differ";
  return `No recording fits this ${asked}. The nearest is ${found.name}: ${first}${more} ${verb}.`;
}

interface Stage {
  readonly outgoing: ServerResponse;
  readonly cors: Readonly<Record<string, string>>;
  readonly paceMs: number | undefined;
}

async function writeRecorded(
  { name, exchange: { reply } }: NamedExchange,
  { outgoing, cors, paceMs }: Stage,
): Promise<void> {
  outgoing.writeHead(reply.status, { ...reply.headers, ...cors, "Portico-Replay": name });
  outgoing.flushHeaders();
  for (const [index, piece] of piecesOf(reply).entries()) {
    const recordedMs = reply.waits_ms?.[index] ?? 0;
    const waitMs = reply.waits_ms === undefined ? 0 : (paceMs ?? recordedMs);
    if (waitMs > 0) await delay(waitMs);
    if (outgoing.destroyed) return;
    outgoing.write(piece);
  }
  if (reply.ended === undefined) return void outgoing.end();
  // What is there must have been sent before the connection breaks off.
  await delay(5);
  outgoing.destroy();
}

function piecesOf({ body, text, waits_ms }: RecordedReply): string[] {
  if (text === undefined) return body === undefined ? [] : [JSON.stringify(body)];
  return waits_ms === undefined ? [text] : framesOf(text);
}
