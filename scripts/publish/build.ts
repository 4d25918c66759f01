import { execFileSync } from "node:child_process";
import { copyFileSync, cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, join, relative, resolve } from "node:path";
import { dropUnreached } from "./drop-unreached.ts";
import { inlinePrivatePackages } from "./inline-private-packages.ts";
import {
  isInside,
  packagesFolder,
  projectFolder,
  readPackage,
  readWorkspace,
} from "./workspace.ts";

const compiler = join(
  createRequire(import.meta.url).resolve("typescript/package.json"),
  "../bin/tsc",
);

/** Both kinds of modules, for programs that import and for those that require; each has types of its own. */
const kinds = [
  { condition: "import", folder: "", type: "module", options: {} },
  {
    condition: "require",
    folder: "commonjs",
    type: "commonjs",
    options: { module: "commonjs", moduleResolution: "bundler", verbatimModuleSyntax: false },
  },
] as const;

export interface BuildOptions {
  /**
   * Whether the compiler looks for errors of type. Where only the packages of production are installed it cannot: the
   * packages that a user brings are not there.
   */
  readonly isChecked?: boolean;
}

/**
 * Emits plain modules and their types, which depend on nothing that is not published: what they use of private
 * packages lies beside them. Modules are not joined, so that a bundler drops those that are not used.
 * `publishConfig.exports` of the package says which modules it is entered by, and in which kinds.
 */
export function build(
  folderName: string,
  output: string,
  { isChecked = true }: BuildOptions = {},
): void {
  const { folder, manifest } = readPackage(folderName);
  const doors = Object.values(manifest.publishConfig?.exports ?? {});
  const commands = Object.values(manifest.publishConfig?.bin ?? {});
  rmSync(output, { recursive: true, force: true });
  for (const { condition, folder: below, type, options } of kinds) {
    const place = join(output, below);
    const entries = [
      ...doors.map((door) => door[condition]?.default),
      ...(condition === "import" ? commands : []),
    ]
      .filter((path) => path !== undefined)
      .map((path) => resolve(folder, "src", sourceOf(path, below)));
    if (entries.length === 0) continue;
    compile(folderName, entries, place, { ...options, noCheck: !isChecked });
    inlinePrivatePackages(folderName, place);
    dropUnreached(
      place,
      entries.map((entry) => relative(join(folder, "src"), entry).replace(/\.ts$/, "")),
    );
    // The package itself says "module"; below it, the nearest file of this name decides.
    keepContract(place);
    if (below !== "") writeFileSync(join(place, "package.json"), `${JSON.stringify({ type })}\n`);
  }
}

/** `./dist/commonjs/index.js` is made of `index.ts`. */
function sourceOf(path: string, below: string): string {
  return path.slice(join("dist", below).length + "./".length + 1).replace(/\.js$/, ".ts");
}

/** The document itself, for a package that serves it. */
function keepContract(place: string): void {
  const generated = join(place, "contract/generated");
  if (existsSync(join(place, "contract/index.js")))
    cpSync(
      join(packagesFolder, "contract/src/generated/openapi.json"),
      join(generated, "openapi.json"),
    );
}

/** Emits the entries and all sources of ours that they reach, each below the name of its package. */
function compile(
  folderName: string,
  entries: readonly string[],
  output: string,
  compilerOptions: Readonly<Record<string, unknown>>,
): void {
  const { folder, manifest } = readPackage(folderName);
  const project = `${output}.tsconfig.json`;
  mkdirSync(output, { recursive: true });
  writeFileSync(
    project,
    JSON.stringify({
      extends: join(folder, "tsconfig.json"),
      compilerOptions: {
        composite: false,
        emitDeclarationOnly: false,
        tsBuildInfoFile: null,
        removeComments: false,
        // What is published runs in browsers too, but for a command.
        types: manifest.publishConfig?.bin === undefined ? [] : ["node"],
        typeRoots: [join(folder, "node_modules/@types")],
        rootDir: packagesFolder,
        outDir: output,
        paths: doorsInside(folderName),
        ...compilerOptions,
      },
      files: entries,
      include: [],
      references: [],
    }),
  );
  try {
    execFileSync(process.execPath, [compiler, "-p", project], { cwd: folder, stdio: "inherit" });
  } finally {
    rmSync(project);
  }
}

/** The modules that travel inside by the names that they are imported by: where nothing links packages, too. */
function doorsInside(folderName: string): Record<string, string[]> {
  const published = readPackage(folderName).manifest;
  return Object.fromEntries(
    readWorkspace()
      .filter(({ manifest }) => manifest !== published && isInside(manifest, published))
      .flatMap(({ folder, manifest }) =>
        Object.entries(manifest.exports ?? {}).map(([door, path]) => [
          join(manifest.name, door),
          [join(folder, path)],
        ]),
      ),
  );
}

/** What a publisher packs: dist/ and the licence beside it. */
export function packDist(folder: string): void {
  build(basename(folder), join(folder, "dist"));
  copyFileSync(join(projectFolder, "LICENSE"), join(folder, "LICENSE"));
}

if (import.meta.main) packDist(process.cwd());
