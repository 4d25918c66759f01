import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const schema = join(root, "../contract/src/generated/schema.ts");

interface BuildOptions {
  readonly output?: string;
  /** Where TypeScript is found from: by default this package, which has it for development only. */
  readonly compilerOf?: string;
}

/** Both kinds of modules, for programs that import and for those that require; each has types of its own. */
const kinds = [
  { folder: "", type: "module", options: {} },
  {
    folder: "commonjs",
    type: "commonjs",
    options: { module: "commonjs", moduleResolution: "bundler", verbatimModuleSyntax: false },
  },
] as const;

/** Emits plain modules and their types, which depend on nothing that is not published. */
export function build(options: BuildOptions = {}): void {
  const { output = join(root, "dist"), compilerOf = import.meta.url } = options;
  const compiler = join(createRequire(compilerOf).resolve("typescript/package.json"), "../bin/tsc");
  rmSync(output, { recursive: true, force: true });
  for (const { folder, type, options: compilerOptions } of kinds) {
    const place = join(output, folder);
    mkdirSync(place, { recursive: true });
    copyFileSync(schema, join(place, "schema.d.ts"));
    compile(place, compiler, compilerOptions);
    inlineContract(place);
    // The package itself says "module"; below it, the nearest file of this name decides.
    if (folder !== "") writeFileSync(join(place, "package.json"), `${JSON.stringify({ type })}\n`);
  }
}

function compile(
  output: string,
  compiler: string,
  compilerOptions: Readonly<Record<string, unknown>>,
): void {
  const project = `${output}.tsconfig.json`;
  writeFileSync(
    project,
    JSON.stringify({
      extends: join(root, "tsconfig.build.json"),
      compilerOptions: {
        rootDir: join(root, "src"),
        outDir: output,
        paths: { "@portico/contract/schema": [join(output, "schema.d.ts")] },
        ...compilerOptions,
      },
      include: [join(root, "src/**/*.ts")],
      exclude: [join(root, "src/**/*.test.ts")],
    }),
  );
  try {
    execFileSync(process.execPath, [compiler, "-p", project], { cwd: root, stdio: "inherit" });
  } finally {
    rmSync(project);
  }
}

/** The contract package is not published: its types travel inside. */
function inlineContract(output: string): void {
  for (const name of readdirSync(output)) {
    const path = join(output, name);
    if (name === "schema.d.ts" || !/\.(js|ts)$/.test(name)) continue;
    const text = readFileSync(path, "utf8");
    if (text.includes("@portico/contract"))
      writeFileSync(path, text.replaceAll('"@portico/contract/schema"', '"./schema.js"'));
  }
}

/** What a publisher packs: dist/ and the licence beside it. */
export function packDist(): void {
  build();
  copyFileSync(join(root, "../../LICENSE"), join(root, "LICENSE"));
}

if (import.meta.main) packDist();
