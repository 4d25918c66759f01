import { existsSync } from "node:fs";
import { join } from "node:path";
import { runStep } from "./child.mjs";
import { root, stateFolder } from "./environment.mjs";
import { filesBelow, fingerprint, stamp } from "./stamp.mjs";

/** The modules of the request handlers. Git does not hold them: no gateway runs on them. */
export const handlers = join("packages", "msw", "src", "generated");
const maker = "packages/mock/generator/handlers/make-handlers.ts";

const madeFor = stamp(join(stateFolder, "handlers-for"), () =>
  fingerprint(
    ["contract/src", "core/src", "mock/src/gateway", "mock/generator/handlers"].flatMap((folder) =>
      filesBelow(`packages/${folder}`),
    ),
  ),
);

export function areHandlersMade() {
  if (!existsSync(join(root, maker))) return true;
  return existsSync(join(root, handlers, "operations.ts")) && madeFor.isCurrent();
}

/** @param {{ node: string, nodeFolder: string }} found */
export async function makeHandlers({ node, nodeFolder }) {
  const input = madeFor.input();
  await runStep("Making the request handlers", node, [maker], { nodeFolder });
  madeFor.write(input);
}
