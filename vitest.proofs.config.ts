import { defineConfig } from "vitest/config";
import tests from "./vitest.config.ts";

// Read by packages/test-support/src/proof.ts.
process.env["PORTICO_PROVE"] = "1";

/** What is too slow for each change, and for `npm test`. */
export default defineConfig({ ...tests, test: { ...tests.test, include: ["**/*.proof.ts"] } });
