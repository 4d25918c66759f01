import type { DoneGeneration } from "../operations/gateway.ts";
import { endUserFingerprint, type IoLogContent, type LogPlace } from "../secrets/io-log-seal.ts";
import type { SealedSecret } from "../store/ports/credentials.ts";
import type { IoLogEntry, IoLogStore } from "../store/ports/io-log.ts";
import type { WorkspaceSettings } from "../store/ports/workspaces.ts";

export interface IoLog {
  /** Returns at once; entries are written later, in batches. */
  generation(done: DoneGeneration): void;
  /** Writes the entries that are waiting. */
  close(): Promise<void>;
}

export interface IoLogOptions {
  readonly store: Pick<IoLogStore, "append">;
  readonly seal: (place: LogPlace, content: IoLogContent) => SealedSecret;
  readonly onDropped: (count: number, error?: unknown) => void;
}

/** Shares are counted in integer billionths, so that they add up exactly. */
const whole = 1_000_000_000;
const writeEveryMs = 200;
/** Memory limit for entries that wait for a slow store, those that it is asked to write included. */
const maxWaitingCharacters = 64 * 1024 * 1024;
/** Limit for one entry: enough for a request's text, but not for the largest batches of vectors. */
const maxCharacters = 1024 * 1024;

/**
 * Logs requests and answers of the workspaces that have it switched on: the sampled share of the requests of the chosen
 * keys. The share is exact, not random: of n requests, ⌊n × rate⌋ are logged.
 */
export function createIoLog({ store, seal, onDropped }: IoLogOptions): IoLog {
  const shares = new Map<string, number>();
  let waiting: ClearEntry[] = [];
  let waitingCharacters = 0;
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  const write = () => {
    timer = undefined;
    const batch = waiting;
    waiting = [];
    if (batch.length === 0) return;
    writing = writing
      .then(() => store.append(batch.map((entry) => sealed(entry, seal))))
      .catch((error: unknown) => onDropped(batch.length, error))
      .finally(() => {
        for (const entry of batch) waitingCharacters -= charactersOf(entry);
      });
  };
  const isSampled = (workspaceId: string, rate: number) => {
    const share = (shares.get(workspaceId) ?? 0) + Math.round(rate * whole);
    shares.set(workspaceId, share % whole);
    return share >= whole;
  };

  return {
    generation(done) {
      const { content, workspace, caller } = done;
      // People call no models.
      if (content === undefined || caller.keyId === null) return;
      if (!wants(workspace, caller.keyId)) return;
      if (!isSampled(workspace.id, workspace.ioLoggingSamplingRate)) return;
      const { request, reply, endUser } = content();
      const entry = {
        generationId: done.generationId,
        workspaceId: workspace.id,
        keyId: caller.keyId,
        endUser: endUser === null ? null : endUserFingerprint(workspace.id, endUser),
        request: bounded(request),
        reply: bounded(reply),
        createdAtMs: done.startedAtMs,
      };
      const characters = charactersOf(entry);
      if (waitingCharacters + characters > maxWaitingCharacters) {
        onDropped(1);
        return;
      }
      waiting.push(entry);
      waitingCharacters += characters;
      timer ??= setTimeout(write, writeEveryMs).unref();
    },
    async close() {
      clearTimeout(timer);
      write();
      await writing;
    },
  };
}

type ClearEntry = Omit<IoLogEntry, "content"> & IoLogContent;

function charactersOf({ request, reply }: IoLogContent): number {
  return request.length + reply.length;
}

function sealed({ request, reply, ...entry }: ClearEntry, seal: IoLogOptions["seal"]): IoLogEntry {
  return { ...entry, content: seal(entry, { request, reply }) };
}

function wants(workspace: WorkspaceSettings, keyId: number): boolean {
  if (!workspace.isObservabilityIoLoggingEnabled) return false;
  return workspace.ioLoggingApiKeyIds === null || workspace.ioLoggingApiKeyIds.includes(keyId);
}

function bounded(text: string): string {
  return text.length <= maxCharacters
    ? text
    : `${text.slice(0, maxCharacters)}… (${text.length - maxCharacters} characters more)`;
}
