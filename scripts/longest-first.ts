import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Vitest takes the packages by name, and in each the files by size until it has measured them. These take the longest: one
 * that begins last runs alone, with all other cores idle. In the quick ones a file that waits stands between two that
 * compute.
 */
export const longest: readonly string[] = [
  "scripts/installed/installed.slow.test.ts",
  "packages/contract-tests/test/conformance-postgres.slow.test.ts",
  "packages/contract-tests/test/lying-server.slow.test.ts",
  "packages/docs/test/browser.slow.test.ts",
  "packages/console/test/configuration.slow.test.ts",
  "packages/server/test/deploy/image.slow.test.ts",
  "packages/server/test/lost-master-key.slow.test.ts",
  "packages/server/test/cluster/cluster.slow.test.ts",
  "packages/console/test/states.slow.test.ts",
  "packages/console/test/playground.slow.test.ts",
  "packages/server/src/store/money-faults.slow.test.ts",
  "packages/proof/test/survival.slow.test.ts",
  "packages/console/test/overview.slow.test.ts",
  "packages/console/test/requests.slow.test.ts",
  "packages/server/src/store/money-processes.slow.test.ts",
  "packages/server/test/readyz.slow.test.ts",
  "packages/console/test/loading.slow.test.ts",
  "packages/docs/test/try-it.slow.test.ts",
  "packages/server/test/deploy/service.slow.test.ts",
  "packages/console/test/saved-views.slow.test.ts",
  "packages/console/test/keyboard.slow.test.ts",
  "packages/server/src/cli/operator.slow.test.ts",
  "packages/server/test/idempotency/killed.slow.test.ts",
  "packages/contract-tests/works-with/test/chat.slow.test.ts",
  "packages/contract-tests/test/properties.test.ts",
  "packages/server/src/store/postgres/postgres-outage.test.ts",
  "packages/contract-tests/test/differential.test.ts",
  "packages/server/test/notifications/blocking-limit.test.ts",
  "packages/mock/test/mock.test.ts",
  "packages/server/test/exposed-keys.test.ts",
  "packages/contract-tests/test/equal/equal.test.ts",
  "packages/server/src/notifications/provider-watch.test.ts",
  "packages/server/test/same-call/recordings.test.ts",
  "packages/server/test/alerts.test.ts",
  "packages/msw/test/every-reply.test.ts",
  "packages/server/test/notifications/provider-down.test.ts",
  "packages/contract-tests/test/conformance-sqlite.test.ts",
  "packages/server/test/rights/fallen-key.test.ts",
  "packages/contract-tests/test/conformance-mock.test.ts",
  "packages/server/src/store/sqlite/sqlite-store.test.ts",
  "packages/contract-tests/test/conformance-handlers.test.ts",
  "packages/server/src/http/body/unread-body.test.ts",
  "packages/contract-tests/test/exact.test.ts",
  "packages/server/test/routing/canary.test.ts",
  "packages/console/test/palette.test.ts",
  "packages/server/test/recorded/gateway.test.ts",
  "packages/docs/test/site.test.ts",
];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const placeOf = ({ moduleId }: TestSpecification) =>
      longest.findIndex((path) => moduleId.endsWith(`/${path}`));
    const isLong = (file: TestSpecification) => placeOf(file) !== -1;
    return [
      ...sorted.filter(isLong).toSorted((one, other) => placeOf(one) - placeOf(other)),
      ...sorted.filter((file) => !isLong(file)),
    ];
  }
}
