import { isProof } from "@portico/test-support/proof";
import fc from "fast-check";

/** `PORTICO_PROPERTY_RUNS=5000` tries more; `PORTICO_PROPERTY_SEED=…` repeats what a failure has printed. */
const runs = Number(process.env["PORTICO_PROPERTY_RUNS"] ?? (isProof ? 1000 : 12));
const seed = process.env["PORTICO_PROPERTY_SEED"];

/** Tries the property with as many values as the run wants; a failure prints its seed and the smallest case. */
export async function check<Value>(
  values: fc.Arbitrary<Value>,
  property: (value: Value) => Promise<void>,
  share = 1,
): Promise<void> {
  await fc.assert(fc.asyncProperty(values, property), {
    numRuns: Math.max(1, Math.round(runs * share)),
    plugins: [fc.interruptAfterTimeLimit(600_000)],
    ...(seed === undefined ? {} : { seed: Number(seed) }),
  });
}
