import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { someOf } from "@portico/test-support/proof";
import { describe, expect, it } from "vitest";
import { compile } from "./stock/compile.ts";
import { folderWith, published } from "./stock/published.ts";
import { bin, runTool } from "./stock/run-tool.ts";
import { heyApiUse, kubbUse, openapiTypescriptUse, orvalUse } from "./stock/uses.ts";

interface Generator {
  /** A program on top of what it generates. */
  readonly use: string;
  generate(folder: string): Promise<void>;
}

const openapiTypescript = fileURLToPath(
  new URL("../../contract/node_modules/.bin/openapi-typescript", import.meta.url),
);

const kubb = fileURLToPath(new URL("./stock/kubb.mjs", import.meta.url));

/** Runs a command, which must succeed. */
async function succeed(folder: string, program: string, ...words: string[]): Promise<void> {
  const { code, output } = await runTool(folder, program, ...words);
  if (code !== 0) throw new Error(`${program} ended with ${code}:\n${output}`);
}

/** With their defaults, as far as that is possible. Exceptions stand in the guide to stock tools. */
const generators: Readonly<Record<string, Generator>> = {
  "openapi-typescript": {
    use: openapiTypescriptUse,
    generate: (folder) => succeed(folder, openapiTypescript, "openapi.json", "-o", "generated.ts"),
  },
  "hey-api": {
    use: heyApiUse,
    generate: (folder) =>
      succeed(folder, bin("openapi-ts"), "-i", "openapi.json", "-o", "generated"),
  },
  orval: {
    use: orvalUse,
    async generate(folder) {
      const output = {
        target: "generated/portico.ts",
        schemas: "generated/model",
        client: "fetch",
      };
      const config = { portico: { input: "openapi.json", output } };
      writeFileSync(join(folder, "orval.config.mjs"), `export default ${JSON.stringify(config)}`);
      await succeed(folder, bin("orval"), "--config", "orval.config.mjs");
    },
  },
  kubb: {
    use: kubbUse,
    generate: (folder) => succeed(folder, process.execPath, kubb),
  },
};

describe.each(Object.entries(generators))("what %s generates", (_name, { generate, use }) => {
  it.each(someOf(published, 2))("compiles under strict from %s", async (_, document) => {
    using folder = folderWith(document());
    await generate(folder.path);
    writeFileSync(join(folder.path, "use.ts"), use);
    expect(await compile(folder.path)).toBe("");
  });
});
