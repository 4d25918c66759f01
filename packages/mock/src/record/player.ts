import { existsSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { prefersCsv } from "@portico/contract/csv";
import { parse } from "@portico/contract/judge/read-events";
import { corsHeaders } from "../cors.ts";
import { basePath } from "../gateway/address.ts";
import {
  goneSignal,
  type Listening,
  type ListenOptions,
  listen,
  refuse,
  requestOf,
  writeReply,
} from "../socket.ts";
import { type Address, addressOf } from "./address.ts";
import {
  type NamedExchange,
  type RecordedReply,
  type RecordedRequest,
  readExchanges,
} from "./exchange.ts";
import { standsFor } from "./secrets.ts";
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
function explained({ method, address }: ExchangeRequest, found: Found): string {
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

/** What a caller asks for, in the form of the recordings. */
interface ExchangeRequest {
  readonly method: string;
  readonly address: Address;
  readonly accept: string | undefined;
  /** JSON as a value, any other text as it is; undefined for none. */
  readonly body: unknown;
}

type Found =
  | { readonly kind: "found"; readonly exchanges: readonly NamedExchange[] }
  /** `differs` are the places in which the nearest recording differs. */
  | { readonly kind: "nearest"; readonly name: string; readonly differs: readonly string[] }
  | { readonly kind: "none" };

/** The recordings of a request, in their order; placeholders and the order of keys do not count. */
function findExchanges(recorded: readonly NamedExchange[], asked: ExchangeRequest): Found {
  const { operation } = asked.address;
  const candidates = recorded
    .filter(({ exchange }) => exchange.operation === (operation?.id ?? null))
    .filter(({ exchange }) => exchange.request.method === asked.method)
    .map((named) => ({ named, differs: differences(named.exchange.request, asked) }));
  const same = candidates.filter(({ differs }) => differs.length === 0);
  if (same.length > 0) return { kind: "found", exchanges: same.map(({ named }) => named) };
  const [nearest] = candidates.toSorted((one, other) => one.differs.length - other.differs.length);
  if (nearest === undefined) return { kind: "none" };
  return { kind: "nearest", name: nearest.named.name, differs: nearest.differs };
}

function differences(
  recorded: RecordedRequest,
  { address, accept, body }: ExchangeRequest,
): string[] {
  const query = Object.fromEntries(address.query);
  const isTable = prefersCsv(recorded.headers["accept"]);
  return [
    ...(standsFor(recorded.path, address.path) ? [] : ["the path"]),
    ...placesOf(recorded.query ?? {}, query, "query"),
    ...(isTable === prefersCsv(accept) ? [] : ["the header Accept"]),
    // What was too large to keep is not compared.
    ...(recorded.left_out ? [] : placesOf(recorded.body ?? recorded.text, body, "body")),
  ];
}

/** The places in which a value is not the recorded one: `body.input[0].role`. */
function placesOf(recorded: unknown, given: unknown, at: string): string[] {
  if (typeof recorded === "string" && typeof given === "string")
    return standsFor(recorded, given) ? [] : [at];
  if (Array.isArray(recorded) && Array.isArray(given) && recorded.length === given.length)
    return recorded.flatMap((item, index) => placesOf(item, given[index], `${at}[${index}]`));
  if (isMap(recorded) && isMap(given)) {
    const names = new Set([...Object.keys(recorded), ...Object.keys(given)]);
    return [...names].flatMap((name) => placesOf(recorded[name], given[name], `${at}.${name}`));
  }
  return Object.is(recorded, given) ? [] : [at];
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
