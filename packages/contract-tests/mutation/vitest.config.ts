import { defineConfig } from "vitest/config";

const support = `${import.meta.dirname}/../../test-support/src`;

/** The tests that must notice a defect in the judge of money: one engine at a time, until the first failure. */
export default defineConfig({
  test: {
    root: `${import.meta.dirname}/../../server`,
    include: [
      "src/store/money-*.test.ts",
      "src/store/money/money.test.ts",
      "src/store/money/activity-hours.test.ts",
      "src/store/alert-crossings.test.ts",
    ],
    exclude: ["**/*.slow.test.ts"],
    isolate: false,
    bail: 1,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    globalSetup: [`${support}/postgres/global-setup.ts`, `${support}/run-folder.ts`],
  },
});
