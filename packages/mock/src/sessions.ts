import { World, type WorldData } from "@portico/simulated-gateway";

export interface Session {
  readonly world: World;
  /** The scenario that it began with. */
  readonly scenario: string | null;
}

/** The name of the state that callers without a session share. */
export const shared = "shared";

/** The states of the mock: one for each session, and one for each scenario that a session asks for by a header. */
export class Sessions {
  readonly #sessions = new Map<string, Promise<Session>>();
  readonly #begin: (scenario: string | null) => Promise<World>;
  readonly #usual: string | null;

  /** `begin` makes a state, in the one of a scenario if it is named; `usual` is the scenario of the whole run. */
  constructor(begin: (scenario: string | null) => Promise<World>, usual: string | null) {
    this.#begin = begin;
    this.#usual = usual;
  }

  /** The state that a request meets. */
  of({ headers }: Request): Promise<Session> {
    const asked = headers.get("portico-scenario");
    const name = sessionIn(headers);
    return this.#at(asked === null ? name : `${name} ${asked}`, asked ?? this.#usual);
  }

  #at(name: string, scenario: string | null): Promise<Session> {
    const known = this.#sessions.get(name);
    if (known !== undefined) return known;
    const begun = this.#begin(scenario).then((world) => ({ world, scenario }));
    this.#sessions.set(name, begun);
    begun.catch(() => this.#sessions.delete(name));
    return begun;
  }

  /** Begins a session again, in the state of a scenario if one is named. */
  async enter({ headers }: Request, scenario: string | null): Promise<Session> {
    const name = sessionIn(headers);
    const world = await this.#begin(scenario);
    const session = { world, scenario };
    this.#sessions.set(name, Promise.resolve(session));
    return session;
  }

  /** All states by name, as plain JSON. */
  async toJSON(): Promise<Record<string, WorldData>> {
    const all = [...this.#sessions].map(async ([name, session]) => [
      name,
      (await session).world.toJSON(),
    ]);
    return Object.fromEntries(await Promise.all(all));
  }

  /** Takes what `toJSON` gave. */
  load(states: Readonly<Record<string, WorldData>>): void {
    for (const [name, data] of Object.entries(states)) {
      const world = new World(() => data);
      this.#sessions.set(name, Promise.resolve({ world, scenario: null }));
    }
  }

  /** Grows with each change of any state. */
  async changes(): Promise<number> {
    const all = await Promise.all(this.#sessions.values());
    return all.reduce((sum, { world }) => sum + world.changes, all.length);
  }
}

/** By a header, or else by the cookie of a browser that sends one. */
function sessionIn(headers: Headers): string {
  const [, cookie] = /(?:^|;\s*)portico_session=([^;]+)/.exec(headers.get("cookie") ?? "") ?? [];
  return headers.get("portico-session") ?? cookie ?? shared;
}
