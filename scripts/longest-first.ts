import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Vitest takes the packages by name, and in each the files by size until it has measured them. These take the longest: one
 * that begins last runs alone, with all other cores idle.
 */
export const longest: readonly string[] = [
  "packages/server/test/cluster/cluster.slow.test.ts",
  "packages/server/test/lost-master-key.slow.test.ts",
  "packages/server/test/deploy/service.slow.test.ts",
  "packages/server/test/deploy/image.slow.test.ts",
  "packages/server/test/readyz.slow.test.ts",
  "packages/console/test/playground.slow.test.ts",
  "packages/contract-tests/works-with/test/chat.slow.test.ts",
  "packages/console/test/requests.slow.test.ts",
  "packages/docs/test/browser.slow.test.ts",
  "packages/server/test/boot.slow.test.ts",
  "packages/server/test/lost-files.slow.test.ts",
  "packages/server/src/store/money-faults.slow.test.ts",
  "packages/server/src/store/money-share-processes.slow.test.ts",
  "packages/server/test/idempotency/killed.slow.test.ts",
  "packages/console/test/states.slow.test.ts",
  "packages/server/test/key-rotation.slow.test.ts",
  "packages/server/test/bundle.slow.test.ts",
  "packages/proof/test/survival.slow.test.ts",
  "packages/server/test/ended-at-stop.slow.test.ts",
  "packages/server/test/notifications/thresholds.slow.test.ts",
  "packages/console/test/workspaces.slow.test.ts",
  "packages/server/test/procedures.slow.test.ts",
  "packages/contract-tests/test/conformance-postgres.slow.test.ts",
  "packages/contract-tests/test/lying-server.slow.test.ts",
  "packages/server/test/rights/full-node.test.ts",
  "packages/server/test/rights/before-body.test.ts",
  "packages/contract-tests/test/equal/equal.test.ts",
  "packages/server/test/rerank/rerank.test.ts",
  "packages/server/test/recorded/gateway.test.ts",
  "packages/contract-tests/test/differential.test.ts",
  "packages/server/test/embeddings/cache.test.ts",
  "packages/server/test/embeddings/embeddings.test.ts",
  "packages/contract-tests/test/properties.test.ts",
  "packages/server/test/audit.test.ts",
  "packages/mock/test/mock.test.ts",
  "packages/server/test/exposed-keys.test.ts",
  "packages/server/test/tenancy/errors.test.ts",
  "packages/server/src/store/postgres/postgres-outage.test.ts",
  "packages/server/test/rights/fallen-key.test.ts",
];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) =>
      longest.some((path) => moduleId.endsWith(`/${path}`));
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
