import {
  type Behaviour,
  type Call,
  createSimulatedGateway,
  type OperationPack,
  type Rehearsal,
  type SimulatedGateway,
  type SimulatedGatewayOptions,
  seedOf,
  World,
  type WorldData,
} from "@portico/mock/gateway";

interface Aids extends Pick<SimulatedGatewayOptions, "scenarios" | "direct" | "onReply"> {
  /** Requests wait for it. */
  readonly ready?: Promise<unknown>;
  readonly checkModels?: (call: Call) => void;
}

type Stage = Pick<SimulatedGatewayOptions, "packs" | "behaviours">;

/** One operation as its generated module gives it. */
export interface Made {
  readonly pack: OperationPack;
  /** What it does beyond its examples. */
  readonly behaviour?: Behaviour;
  /** Paths that fit its template and mean another operation. */
  readonly elsewhere?: readonly string[];
  /** Those whose examples show what this one finds. */
  readonly seeds?: readonly OperationPack[];
}

/**
 * A simulated gateway that knows the operations whose handlers were made, and no others: those would be in every
 * bundle. What one operation creates, the others of the same session list.
 */
export class Session {
  readonly #packs: OperationPack[] = [];
  readonly #behaviours: Record<string, Behaviour> = {};
  readonly #known = new Set<OperationPack>();
  readonly #world = new World(() => seedOf([...this.#known]));
  #aids: Aids = {};
  #isInUse = false;
  #gateway: SimulatedGateway = this.#create({});

  get gateway(): SimulatedGateway {
    return this.#gateway;
  }

  /** What scenarios run on. */
  get stage(): Stage {
    return { packs: this.#packs, behaviours: this.#behaviours };
  }

  /** Adds what not every bundle is to hold: scenarios by name, scripts, the journal. */
  offer(aids: Aids): void {
    this.#aids = { ...this.#aids, ...aids };
  }

  add({ pack, behaviour, seeds = [] }: Made): void {
    if (this.#packs.includes(pack)) return;
    this.#packs.push(pack);
    if (behaviour) this.#behaviours[pack.facts.id] = behaviour;
    const before = this.#known.size;
    for (const one of [pack, ...seeds]) this.#known.add(one);
    if (this.#isInUse && this.#known.size > before) this.#fill();
  }

  rehearse(rehearsal: Partial<Rehearsal>): void {
    this.#gateway = this.#create(rehearsal);
  }

  async handle(request: Request, own: Behaviour | undefined): Promise<Response> {
    this.#isInUse = true;
    await this.#aids.ready;
    return this.#gateway.handle(request, own);
  }

  load(state: WorldData): void {
    this.#isInUse = true;
    this.#world.load(state);
  }

  reset(): void {
    this.#world.reset();
  }

  /** An operation that joins a session in use brings what its examples show; what is there already stays. */
  #fill(): void {
    const kept = Object.entries(this.#world.toJSON()).filter(([, value]) => !isNothing(value));
    this.#world.load(Object.assign(seedOf([...this.#known]), Object.fromEntries(kept)));
  }

  #create(rehearsal: Partial<Rehearsal>): SimulatedGateway {
    return createSimulatedGateway({
      packs: this.#packs,
      behaviours: this.#behaviours,
      world: this.#world,
      remembersSignIn: typeof document !== "undefined",
      rehearsal,
      scenarios: async (request, world) => (await this.#aids.scenarios?.(request, world)) ?? world,
      direct: async (call, behaviour) => {
        this.#aids.checkModels?.(call);
        return (await this.#aids.direct?.(call, behaviour)) ?? call;
      },
      onReply: (line) => this.#aids.onReply?.(line),
    });
  }
}

/** A list without items, or a credit of which nothing was granted. */
function isNothing(value: unknown): boolean {
  return Array.isArray(value) ? value.length === 0 : Reflect.get(Object(value), "granted") === 0;
}

/** Of the handlers of a page or a test process. */
export const sharedSession: Session = /* @__PURE__ */ new Session();
