import { defineConfig } from "vitest/config";
import tests, { withNames } from "./vitest.config.ts";

// Read by packages/test-support/src/proof.ts.
process.env["PORTICO_PROVE"] = "1";

/** `npm run prove`: what is too slow for each change. */
export default defineConfig(withNames(tests, "npm run prove", "**/*.proof.ts"));
