import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { rootBin, runTool } from "./run-tool.ts";

/** Compiles all of a folder under `strict`; returns the complaints of the compiler. */
export async function compile(folder: string): Promise<string> {
  const compilerOptions = {
    strict: true,
    noEmit: true,
    target: "es2022",
    module: "esnext",
    moduleResolution: "bundler",
    lib: ["es2022", "dom", "dom.iterable"],
    types: [],
    // As `tsc --init` has it; a declaration of Kubb's client does not compile.
    skipLibCheck: true,
    // Kubb's imports end in .ts.
    allowImportingTsExtensions: true,
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions }));
  const { code, output } = await runTool(folder, rootBin("tsc"), "--project", folder);
  return code === 0 ? "" : output || `The compiler ended with ${code}.`;
}
