import { World, type WorldData } from "./gateway/index.ts";

/** The name of the state that callers without a session share. */
const shared = "shared";

/** The states of the mock, one for each session. */
export class Sessions {
  readonly #worlds = new Map<string, World>();
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
  readonly of = ({ headers }: Request): World => {
    const name = sessionIn(headers);
    const world = this.#worlds.get(name) ?? new World(this.#first, this.#seed);
    this.#worlds.set(name, world);
    return world;
  };

  /** Begins the session of a request again, in this state. */
  enter({ headers }: Request, world: World): void {
    this.#worlds.set(sessionIn(headers), world);
    this.#begun += 1;
  }

  /** All states by name, as plain JSON. */
  toJSON(): Record<string, WorldData> {
    return Object.fromEntries([...this.#worlds].map(([name, world]) => [name, world.toJSON()]));
  }

  /** Takes what `toJSON` gave. */
  load(states: Readonly<Record<string, WorldData>>): void {
    for (const [name, data] of Object.entries(states)) {
      const world = new World(this.#first, this.#seed);
      world.load(data);
      this.#worlds.set(name, world);
    }
  }

  /** Grows with each change of any state. */
  get changes(): number {
    return [...this.#worlds.values()].reduce((sum, world) => sum + world.changes, this.#begun);
  }
}

/** By a header, or else by the cookie of a browser that sends one. */
function sessionIn(headers: Headers): string {
  const [, cookie] = /(?:^|;\s*)portico_session=([^;]+)/.exec(headers.get("cookie") ?? "") ?? [];
  return headers.get("portico-session") ?? cookie ?? shared;
}
