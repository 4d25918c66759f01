import type { Database, Tx } from "../schema.ts";
import type { Store } from "../store.ts";

/** One step forward. Never changed once released: what it got wrong, the next one puts right. */
export interface Migration {
  readonly name: string;
  /** In one short transaction, beside the requests of nodes of before: nothing here reads a table that grows. */
  up(tx: Tx, engine: Store["engine"]): Promise<void>;
  /**
   * What takes long on PostgreSQL where tables are large. Nodes of both versions serve meanwhile, so both do without it.
   * On SQLite, which has one writer, `up` does all.
   */
  readonly longWork?: readonly LongWork[];
}

/** What is done is read from the tables themselves: begun again, it goes on where a killed process has left it. */
export interface LongWork {
  /** For people: "the index ledger_key". */
  readonly name: string;
  isDone(database: Database): Promise<boolean>;
  /** In statements that do not lock out bookings, each a transaction of its own. One process at a time. */
  run(database: Database): Promise<void>;
  /** How far it is, for people; null where PostgreSQL does not say. */
  progress(database: Database): Promise<string | null>;
}
