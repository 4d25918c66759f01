import type { AlertStore } from "../ports/alerts.ts";
import { pruneInSteps } from "../records/prune.ts";
import type { Database } from "../schema.ts";
import type { Store } from "../store.ts";
import { fanOut } from "./fan-out.ts";
import { listAlerts } from "./list-alerts.ts";
import { createOutages } from "./outages.ts";

export function createAlertStore(database: Database, engine: Store["engine"]): AlertStore {
  return {
    fanOut: (noticesOf) => fanOut(database, engine, noticesOf),
    ...createOutages(database, engine),
    list: (organisationId, query) => listAlerts(database, organisationId, query),
    prune: (beforeMs) =>
      pruneInSteps((step) =>
        database
          .deleteFrom("alerts")
          .where("id", "in", (eb) =>
            eb
              .selectFrom("alerts")
              .select("id")
              .where("created_at_ms", "<", beforeMs)
              .orderBy("created_at_ms")
              .limit(step),
          )
          .executeTakeFirst(),
      ),
  };
}
