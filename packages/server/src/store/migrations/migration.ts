import type { Tx } from "../schema.ts";
import type { Store } from "../store.ts";

/** One step forward. Never changed once released: what it got wrong, the next one puts right. */
export interface Migration {
  readonly name: string;
  up(tx: Tx, engine: Store["engine"]): Promise<void>;
}
