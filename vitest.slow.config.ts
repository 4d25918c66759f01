import { defineConfig } from "vitest/config";
import tests, { withNames } from "./vitest.config.ts";

/** `npm run test:slow`: what starts browsers, processes and programs of others. */
export default defineConfig(withNames(tests, "npm run test:slow", "**/*.slow.test.ts"));
