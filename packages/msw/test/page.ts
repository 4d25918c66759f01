import { setupWorker } from "msw/browser";
import * as kit from "../src/index.ts";

/** The script of the page in which the browser's test runs: everything that it needs, by one name. */
Object.assign(globalThis, { kit, setupWorker });
