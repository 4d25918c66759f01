import { vi } from "vitest";
import { casesOnCitus } from "../../test/store/citus.ts";

/** The cases of the store's records and alerts with tables that are spread over the nodes of a cluster of Citus, where there is one. */
vi.mock("../../test/store/engines.ts", async (load) => {
  const { onCitusAlone } = await import("../../test/store/citus.ts");
  return onCitusAlone(load);
});

await casesOnCitus(async () => {
  await import("../notifications/alerts.test.ts");
  await import("../notifications/dispatcher.test.ts");
  await import("../notifications/provider-watch.test.ts");
  await import("../process/retention.test.ts");
  await import("./alert-crossings.test.ts");
  await import("./alerts/alerts.test.ts");
  await import("./canary.test.ts");
  await import("./database-clock.test.ts");
  await import("./records/audit-log.test.ts");
  await import("./records/configuration.test.ts");
  await import("./records/credentials.test.ts");
  await import("./records/expose-keys.test.ts");
  await import("./records/io-log.test.ts");
  await import("./records/keys.test.ts");
  await import("./records/last-management-key.test.ts");
  await import("./records/list-keys.test.ts");
  await import("./records/outbox.test.ts");
  await import("./records/rotate-key.test.ts");
  await import("./records/vector-cache.test.ts");
  await import("./records/workspaces.test.ts");
});
