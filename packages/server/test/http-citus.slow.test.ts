import { vi } from "vitest";
import { casesOnCitus } from "./store/citus.ts";

/** The cases of the whole gateway with tables that are spread over the nodes of a cluster of Citus, where there is one. */
vi.mock("./store/engines.ts", async (load) => {
  const { onCitusAlone } = await import("./store/citus.ts");
  return onCitusAlone(load);
});

await casesOnCitus(async () => {
  await import("./alerts.test.ts");
  await import("./audit.test.ts");
  await import("./billing/unbilled.test.ts");
  await import("./books/ledger-api.test.ts");
  await import("./books/ledger.test.ts");
  await import("./configuration/versions.test.ts");
  await import("./console/sessions.test.ts");
  await import("./embeddings/cache.test.ts");
  await import("./endpoint-figures.test.ts");
  await import("./generations/agent-sessions.test.ts");
  await import("./generations/list.test.ts");
  await import("./generations/tags.test.ts");
  await import("./get-provider.test.ts");
  await import("./idempotency/answer-once.test.ts");
  await import("./money/bills.test.ts");
  await import("./money/hosted-tools.test.ts");
  await import("./money/on-both-engines.test.ts");
  await import("./money/session-budget.test.ts");
  await import("./notifications/blocking-limit.test.ts");
  await import("./notifications/killed-fan-out.slow.test.ts");
  await import("./notifications/killed-sender.slow.test.ts");
  await import("./notifications/thresholds.slow.test.ts");
  await import("./refusals.test.ts");
  await import("./responses/compact.test.ts");
  await import("./responses/kept-responses.test.ts");
  await import("./rights/before-body.test.ts");
  await import("./rights/byok-recovery.test.ts");
  await import("./rights/fallen-key.test.ts");
  await import("./rights/foreign-keys.test.ts");
  await import("./rights/key-rights.test.ts");
  await import("./rights/rotation.test.ts");
  await import("./routing/canary.test.ts");
  await import("./routing/credential-pool.test.ts");
});
