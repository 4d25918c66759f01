export interface Beat {
  readonly id: string;
  /** Null for a process that has holds but has sent no heartbeat. */
  readonly beats: number | null;
}

interface Sighting {
  beats: number | null;
  silentMs: number;
}

export interface Liveness {
  /** The processes that are dead. */
  silentAmong(beats: readonly Beat[]): readonly string[];
  /** As of the last look; null for a process that it did not see. */
  silenceOf(id: string): number | null;
}

/** The least number of looks before a process counts as dead, even if the watcher itself was stopped in between. */
const looks = 3;

/**
 * Finds dead processes: those whose heartbeat count has not changed for so long, by this process's own steady
 * clock. Clocks of other machines and adjustable clocks are not used. A watcher that was itself stopped for
 * an hour has seen one interval of silence, not an hour's.
 */
export function createLiveness(
  silenceMs: number,
  steadyNowMs: () => number = () => performance.now(),
): Liveness {
  let sightings = new Map<string, Sighting>();
  let lookedAtMs = steadyNowMs();
  const silentAmong = (beats: readonly Beat[]) => {
    const nowMs = steadyNowMs();
    const sinceMs = Math.min(nowMs - lookedAtMs, silenceMs / looks);
    lookedAtMs = nowMs;
    const before = sightings;
    sightings = new Map(
      beats.map(({ id, beats: count }) => {
        const known = before.get(id);
        const isStill = known !== undefined && known.beats === count;
        return [id, { beats: count, silentMs: isStill ? known.silentMs + sinceMs : 0 }];
      }),
    );
    return beats
      .filter(({ id }) => (sightings.get(id)?.silentMs ?? 0) >= silenceMs)
      .map(({ id }) => id);
  };
  return { silentAmong, silenceOf: (id) => sightings.get(id)?.silentMs ?? null };
}
