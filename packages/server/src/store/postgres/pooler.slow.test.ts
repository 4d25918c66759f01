import { hasPgBouncer, startPgBouncer } from "@portico/test-support/postgres/start-pgbouncer";
import { temporaryDatabase } from "@portico/test-support/postgres/temporary-database";
import { expect, it } from "vitest";
import { checkInvariants } from "../../../test/books/invariants.ts";
import { admitRequest, firstTenant, settlement } from "../../../test/store/records.ts";
import { openStore } from "../open-store.ts";

const turns = Array.from({ length: 40 }, (_, index) => index);

it.skipIf(!hasPgBouncer())(
  "several gateways book through a pooler that lends a connection for each transaction",
  async () => {
    await using database = await temporaryDatabase();
    await using pooler = await startPgBouncer(database.url);
    const stores = await Promise.all([1, 2, 3].map(() => openStore({ databaseUrl: pooler.url })));
    const [first] = stores;
    if (first === undefined) throw new Error("There is no store.");
    const tenant = await firstTenant(first);
    const keys = await Promise.all(stores.map(() => tenant.key({ limitNanousd: 100_000 })));
    await Promise.all(
      stores.flatMap(({ money }, index) =>
        turns.map(async (turn) => {
          const key = keys[(index + turn) % keys.length];
          if (key === undefined) return;
          const request = admitRequest(key);
          expect(await money.admit([request])).toMatchObject([{ outcome: "admitted" }]);
          await money.settle([settlement(tenant, request, { costNanousd: 7 })]);
        }),
      ),
    );
    const found = await Promise.all(
      keys.map(({ hash }) => first.keys.get(tenant.organisationId, hash)),
    );
    const used = found.reduce((sum, key) => sum + (key?.usageNanousd ?? 0), 0);
    expect(used).toBe(stores.length * turns.length * 7);
    expect(await checkInvariants({ databaseUrl: database.url })).toEqual([]);
    await Promise.all(stores.map((store) => store.close()));
  },
);
