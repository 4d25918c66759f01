import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Vitest takes the packages by name, and in each the files by size until it has measured them. These take half a minute:
 * one that begins last runs alone, with all other cores idle.
 */
export const longest: readonly string[] = [
  "packages/docs/test/browser.test.ts",
  "packages/docs/test/try-it.test.ts",
  "packages/contract-tests/test/conformance-postgres.test.ts",
  "packages/server/test/readyz.test.ts",
  "packages/server/test/cluster/cluster.test.ts",
  "packages/server/test/boot.test.ts",
  "packages/works-with/test/chat.test.ts",
  "packages/proof/test/survival.test.ts",
  "packages/contract-tests/test/lying-server.test.ts",
  "packages/mock/test/mock.test.ts",
  "packages/server/test/lost-master-key.test.ts",
  "packages/server/test/notifications/thresholds.test.ts",
];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) =>
      longest.some((path) => moduleId.endsWith(`/${path}`));
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
