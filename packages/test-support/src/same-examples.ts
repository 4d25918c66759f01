import fc from "fast-check";
import { isProof } from "./proof.ts";

/**
 * A property is tried with the same examples in each run of `npm test` and `npm run test:slow`, so that a change is judged by
 * what it changed. A proof draws new ones each time, and finds what no test has asked yet.
 */
if (!isProof) fc.configureGlobal({ seed: 2611 });
