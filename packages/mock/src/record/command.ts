import type { OpenApiDocument } from "@portico/contract";
import type { Listening, ListenOptions } from "../socket.ts";
import { startPlayer } from "./player.ts";
import { startRecorder } from "./recorder.ts";

/** The flags of the command line about recordings. */
export interface RecordFlags {
  readonly record?: string;
  readonly into: string;
  readonly replay?: string;
  readonly else: string;
}

export interface RecordSettings extends ListenOptions {
  readonly document: OpenApiDocument;
  /** Given on the command line. */
  readonly paceMs: number | undefined;
  readonly onLine: (line: string) => void;
  /** What the mock without recordings answers. */
  readonly simulate: () => Promise<(request: Request) => Promise<Response>>;
}

/** Starts what the flags ask for; null if they ask for no recordings. Returns also what to say about it. */
export async function startRecordings(
  { record, into, replay, else: otherwise }: RecordFlags,
  { document, paceMs, onLine, simulate, ...place }: RecordSettings,
): Promise<(Listening & { readonly greeting: string }) | null> {
  if (record !== undefined && replay !== undefined)
    throw new Error("--record and --replay exclude each other.");
  if (otherwise !== "refuse" && otherwise !== "simulate")
    throw new Error(`--else takes refuse or simulate, not "${otherwise}".`);
  if (record !== undefined) {
    if (!/^https?:\/\/./.test(record) || !URL.canParse(record))
      throw new Error(`--record takes an http or https address, not "${record}".`);
    const recorder = await startRecorder({
      ...place,
      document,
      upstream: record,
      folder: into,
      onLine,
    });
    return {
      ...recorder,
      greeting: `The mock passes requests from ${recorder.url} on to ${record}, and keeps them in ${into}.`,
    };
  }
  if (replay === undefined) return null;
  const player = await startPlayer({
    ...place,
    folder: replay,
    onLine,
    ...(paceMs !== undefined && { paceMs }),
    ...(otherwise === "simulate" && { otherwise: await simulate() }),
  });
  return { ...player, greeting: `The mock plays the recordings of ${replay} at ${player.url}.` };
}
