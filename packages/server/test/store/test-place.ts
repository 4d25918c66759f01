import { openStore, type StoreOptions, type StorePlace } from "../../src/store/open-store.ts";
import type { Store } from "../../src/store/store.ts";

/** A place for a new store, removed at the end. */
export interface TestPlace extends AsyncDisposable {
  readonly place: StorePlace;
  /** The same database by its other nodes too: stores open in turn. */
  readonly ways: readonly StorePlace[];
  open(options?: StoreOptions): Promise<Store>;
}

export interface TestEngine {
  readonly engine: Store["engine"];
  /** Whether tables are spread over nodes. */
  readonly isSpread?: boolean;
  makePlace(): Promise<TestPlace>;
  /** Without the tables, which the first store to open makes. */
  makeEmptyPlace(): Promise<TestPlace>;
}

export function at(
  place: StorePlace,
  remove: () => Promise<void>,
  ways: readonly StorePlace[] = [place],
): TestPlace {
  const opened: Store[] = [];
  return {
    place,
    ways,
    async open(options) {
      const store = await openStore(ways[opened.length % ways.length] ?? place, options);
      opened.push(store);
      return store;
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(opened.map((store) => store.close().catch(() => {})));
      await remove();
    },
  };
}
