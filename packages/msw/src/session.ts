import {
  type Behaviour,
  createSimulatedGateway,
  type OperationPack,
  type Rehearsal,
  type SimulatedGateway,
  seedOf,
  World,
} from "@portico/simulated-gateway";

/** One operation as its generated module gives it. */
export interface Made {
  readonly pack: OperationPack;
  /** What it does beyond its examples. */
  readonly behaviour?: Behaviour;
  /** Paths that fit its template and mean another operation. */
  readonly elsewhere?: readonly string[];
}

/**
 * A simulated gateway that knows the operations whose handlers were made, and no others: those would be in every
 * bundle. What one operation creates, the others of the same session list.
 */
export class Session {
  readonly #packs: OperationPack[] = [];
  readonly #behaviours: Record<string, Behaviour> = {};
  readonly #world = new World(() => seedOf(this.#packs));
  #gateway: SimulatedGateway = this.#create({});

  add({ pack, behaviour }: Made): void {
    if (this.#packs.includes(pack)) return;
    this.#packs.push(pack);
    if (behaviour) this.#behaviours[pack.facts.id] = behaviour;
  }

  rehearse(rehearsal: Partial<Rehearsal>): void {
    this.#gateway = this.#create(rehearsal);
  }

  handle(request: Request, own: Behaviour | undefined): Promise<Response> {
    return this.#gateway.handle(request, own);
  }

  #create(rehearsal: Partial<Rehearsal>): SimulatedGateway {
    return createSimulatedGateway({
      packs: this.#packs,
      behaviours: this.#behaviours,
      rehearsal,
      world: this.#world,
    });
  }
}

/** Of the handlers of a page or a test process. */
export const sharedSession: Session = /* @__PURE__ */ new Session();
