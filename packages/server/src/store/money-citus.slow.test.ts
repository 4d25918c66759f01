import { vi } from "vitest";
import { casesOnCitus } from "../../test/store/citus.ts";

/** The cases of the store with tables that are spread over the nodes of a cluster of Citus, where there is one. */
vi.mock("../../test/store/engines.ts", async (load) => {
  const { onCitusAlone } = await import("../../test/store/citus.ts");
  return onCitusAlone(load);
});

await casesOnCitus(async () => {
  await import("./money-attempts.test.ts");
  await import("./money-budgets.test.ts");
  await import("./money-credits.test.ts");
  await import("./money-gate.test.ts");
  await import("./money-periods.test.ts");
  await import("./money-rates.test.ts");
  await import("./money-recovery.test.ts");
  await import("./money-shares.test.ts");
  await import("./money-budget-properties.test.ts");
  await import("./money-tag-budgets.test.ts");
  await import("./money/money.test.ts");
  await import("./money-processes.slow.test.ts");
  await import("./money-share-processes.slow.test.ts");
  await import("./money/activity.test.ts");
  await import("./money/activity-hours.test.ts");
  await import("./money/agent-sessions.test.ts");
  await import("./money/generation-list.test.ts");
  await import("./money/ledger-facts.test.ts");
  await import("./money/tag-days.test.ts");
});
