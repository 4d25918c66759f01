import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Vitest takes the packages by name, and in each the files by size until it has measured them. These take half a minute:
 * one that begins last runs alone, with all other cores idle.
 */
export const longest: readonly string[] = [
  "packages/docs/test/browser.slow.test.ts",
  "packages/docs/test/try-it.slow.test.ts",
  "packages/contract-tests/test/conformance-postgres.slow.test.ts",
  "packages/server/test/readyz.slow.test.ts",
  "packages/server/test/cluster/cluster.slow.test.ts",
  "packages/server/test/boot.slow.test.ts",
  "packages/contract-tests/works-with/test/chat.slow.test.ts",
  "packages/proof/test/survival.slow.test.ts",
  "packages/contract-tests/test/lying-server.slow.test.ts",
  "packages/mock/test/mock.test.ts",
  "packages/server/test/audit.test.ts",
  "packages/contract-tests/test/equal/equal.test.ts",
  "packages/contract-tests/test/differential.test.ts",
  "packages/server/test/rights/before-body.test.ts",
  "packages/server/test/lost-master-key.slow.test.ts",
  "packages/server/test/notifications/thresholds.slow.test.ts",
];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) =>
      longest.some((path) => moduleId.endsWith(`/${path}`));
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
