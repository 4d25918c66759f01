import { World, type WorldData } from "./gateway/index.ts";
import { Journal, type ScriptState } from "./gateway/script/index.ts";

/** The name of the state that callers without a session share. */
const shared = "shared";

interface Session {
  world: World;
  readonly journal: Journal;
}

/** The states of the mock, one for each session, and what came in there. */
export class Sessions {
  readonly #sessions = new Map<string, Session>();
  readonly #first: () => WorldData;
  readonly #seed: number;
  /** States that were begun again. */
  #begun = 0;

  /** Each session begins with the first state. */
  constructor(first: () => WorldData, seed: number) {
    this.#first = first;
    this.#seed = seed;
  }

  /** The state that a request meets. */
  readonly of = (request: Request): World => this.#of(sessionIn(request)).world;

  /** What has come in at the session of a request. */
  readonly journalOf = (request: Request): Journal => this.#of(sessionIn(request)).journal;

  /** Begins the session of a request again, in this state. */
  enter(request: Request, world: World): void {
    this.#of(sessionIn(request)).world = world;
    this.#begun += 1;
  }

  /** All states by name, as plain JSON. */
  toJSON(): Record<string, WorldData> {
    return Object.fromEntries(
      [...this.#sessions].map(([name, { world }]) => [name, world.toJSON()]),
    );
  }

  /** Takes what `toJSON` gave; a script that is given stands in place of those that it had. */
  load(states: Readonly<Record<string, WorldData>>, script: ScriptState | undefined): void {
    for (const [name, data] of Object.entries(states))
      this.#of(name).world.load({ ...data, ...(script && { script }) });
  }

  /** Grows with each change of any state. */
  get changes(): number {
    return [...this.#sessions.values()].reduce(
      (sum, { world }) => sum + world.changes,
      this.#begun,
    );
  }

  #of(name: string): Session {
    const found = this.#sessions.get(name);
    if (found !== undefined) return found;
    const made = { world: new World(this.#first, this.#seed), journal: new Journal() };
    this.#sessions.set(name, made);
    return made;
  }
}

/** By a header, or else by the cookie of a browser that sends one. */
function sessionIn({ headers }: Request): string {
  const [, cookie] = /(?:^|;\s*)portico_session=([^;]+)/.exec(headers.get("cookie") ?? "") ?? [];
  return headers.get("portico-session") ?? cookie ?? shared;
}
