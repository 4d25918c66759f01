import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadDocument } from "@portico/contract";
import { type Exchange, exchangeFromText } from "../../src/record/exchange.ts";
import { type Player, type PlayerOptions, startPlayer } from "../../src/record/player.ts";
import { type Recorder, type RecorderOptions, startRecorder } from "../../src/record/recorder.ts";

/** A folder for recordings, and what a test does with it. */
export interface Setting extends AsyncDisposable {
  readonly folder: string;
  /** What the recorder and the player have said. */
  readonly lines: string[];
  record(upstream: string, more?: Partial<RecorderOptions>): Promise<Recorder>;
  replay(more?: Partial<PlayerOptions>): Promise<Player>;
  exchanges(): Exchange[];
  /** All that is written there. */
  text(): string;
}

export function newSetting(): Setting {
  const folder = mkdtempSync(join(tmpdir(), "portico-recordings-"));
  const stack = new AsyncDisposableStack();
  stack.defer(() => rmSync(folder, { recursive: true, force: true }));
  const lines: string[] = [];
  const onLine = (line: string): void => void lines.push(line);
  const files = () => readdirSync(folder).toSorted();
  const read = (name: string): string => readFileSync(join(folder, name), "utf8");
  return {
    folder,
    lines,
    record: async (upstream, more) =>
      stack.use(
        await startRecorder({ upstream, folder, document: loadDocument(), onLine, ...more }),
      ),
    replay: async (more) => stack.use(await startPlayer({ folder, onLine, ...more })),
    exchanges: () => files().map((name) => exchangeFromText(read(name), name)),
    text: () => files().map(read).join("\n"),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

export interface Sent {
  readonly method?: string;
  readonly key?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

export function send(url: string, path: string, sent: Sent = {}): Promise<Response> {
  const { method, key = "ptc_any", body, headers, signal } = sent;
  return fetch(`${url}${path}`, {
    method: method ?? (body === undefined ? "GET" : "POST"),
    headers: {
      Authorization: `Bearer ${key}`,
      ...(body !== undefined && { "Content-Type": "application/json" }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  });
}
