import type { BookingRules } from "../money/bookings.ts";
import type { AlertStore } from "../ports/alerts.ts";
import { pruneInSteps } from "../records/prune.ts";
import type { Database } from "../schema.ts";
import { createBlockingAlerts } from "./blocking-alerts.ts";
import { fanOut } from "./fan-out.ts";
import { listAlerts } from "./list-alerts.ts";
import { createOutages } from "./outages.ts";

export function createAlertStore(database: Database, rules: BookingRules): AlertStore {
  const { engine } = rules;
  return {
    fanOut: (noticesOf) => fanOut(database, engine, noticesOf),
    ...createBlockingAlerts(database, rules),
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
