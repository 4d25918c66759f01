import { writeSync } from "node:fs";
import { citus, dropCitusTemplate } from "./citus.ts";

/**
 * A store that is spread over a cluster, for tests of other packages: says by which URL its workers alone are named, and
 * removes it when its input ends.
 */
const { ways, ...place } = await citus.makePlace();
writeSync(1, `${JSON.stringify(ways[0])}\n`);
process.stdin.resume().on("end", async () => {
  await place[Symbol.asyncDispose]();
  await dropCitusTemplate();
});
