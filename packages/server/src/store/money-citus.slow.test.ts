import { expect, it, vi } from "vitest";
import { casesOnCitus, citus } from "../../test/store/citus.ts";
import { admitRequest, firstTenant } from "../../test/store/records.ts";

/** The cases of the store with tables that are spread over the nodes of a cluster of Citus, where there is one. */
vi.mock("../../test/store/engines.ts", async (load) => {
  const { onCitusAlone } = await import("../../test/store/citus.ts");
  return onCitusAlone(load);
});

await casesOnCitus(async () => {
  await import("./money-attempts.test.ts");
  await import("./money-budgets.test.ts");
  await import("./money-gate.test.ts");
  await import("./money-periods.test.ts");
  await import("./money-rates.test.ts");
  await import("./money-recovery.test.ts");
  await import("./money-shares.test.ts");
  await import("./money-budget-properties.test.ts");
  await import("./money-tag-budgets.test.ts");
  await import("./money/money.test.ts");
  await import("./money-processes.slow.test.ts");
  await import("./money/activity.test.ts");
  await import("./money/activity-hours.test.ts");
  await import("./money/agent-sessions.test.ts");
  await import("./money/generation-list.test.ts");
  await import("./money/ledger-facts.test.ts");
  await import("./money/tag-days.test.ts");

  it("credits cannot be enforced", async () => {
    await using place = await citus.makePlace();
    const store = await place.open();
    const tenant = await firstTenant(store);
    const request = admitRequest(await tenant.key(), { usesCredits: true, enforceCredits: true });
    await expect(store.money.admit([request])).rejects.toThrow(/Credits cannot be enforced/);
  });
});
