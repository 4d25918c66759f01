import { isDeepStrictEqual } from "node:util";
import type { ListedModel, Provider } from "../../providers/provider.ts";
import { type Repeated, repeat } from "../../repeat.ts";

/** The models that providers list themselves, as they were last read. */
export interface ModelLists extends Pick<Repeated, "now" | "close"> {
  /** By provider. Of one whose list was never read there is none. */
  current(): ReadonlyMap<string, readonly ListedModel[]>;
}

interface ListsParts {
  /** Those whose lists are wanted, as configured now. */
  readonly providers: () => readonly Provider[];
  /** Called where a list has changed. */
  readonly onChange: (provider: string, models: number) => void;
  /** Called where a list cannot be read, once for each time that it could before. */
  readonly onProblem: (provider: string, error: unknown) => void;
  readonly nowMs?: () => number;
}

interface Read {
  readonly provider: Provider;
  readonly models: readonly ListedModel[];
  readonly nextMs: number;
  readonly isTroubled: boolean;
}

/** How often it is looked which list is due. */
export const lookMs = 15_000;
/** A server of one's own gets new models by hand; a vendor's list changes now and then. */
const againMs = 5 * 60_000;
const timeoutMs = 20_000;

/**
 * Reads lists beside the traffic, from the start on: no request waits for one. A list that cannot be read stays as it was,
 * and is tried again at the next look. A provider that another configuration has too keeps its list.
 */
export function startModelLists(parts: ListsParts): ModelLists {
  const { providers, onChange, onProblem, nowMs = Date.now } = parts;
  const closing = new AbortController();
  let known = new Map<string, Read>();

  const read = async (provider: Provider, before: Read | undefined): Promise<Read> => {
    const kept = before?.models ?? none;
    const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(timeoutMs)]);
    try {
      const listed = (await provider.list?.(signal)) ?? none;
      const models = isDeepStrictEqual(listed, kept) ? kept : listed;
      return { provider, models, nextMs: nowMs() + againMs, isTroubled: false };
    } catch (error) {
      const isNew = before?.isTroubled !== true && !closing.signal.aborted;
      if (isNew) onProblem(provider.name, error);
      return { provider, models: kept, nextMs: nowMs(), isTroubled: true };
    }
  };
  /** Where its settings are others, the models stay until the new list is there. */
  const readDue = async (provider: Provider): Promise<Read> => {
    const before = known.get(provider.name);
    const isFresh = before?.provider === provider && nowMs() < before.nextMs;
    return isFresh ? before : read(provider, before);
  };
  const look = async () => {
    const before = known;
    const lists = await Promise.all(providers().map(readDue));
    known = new Map(lists.map((one) => [one.provider.name, one]));
    for (const { provider, models } of lists)
      if (models !== (before.get(provider.name)?.models ?? none))
        onChange(provider.name, models.length);
  };
  const repeated = repeat(look, { everyMs: lookMs, onProblem: (error) => onProblem("", error) });
  return {
    now: repeated.now,
    async close() {
      closing.abort();
      await repeated.close();
    },
    current: () => new Map([...known].map(([name, { models }]) => [name, models])),
  };
}

const none: readonly ListedModel[] = [];
