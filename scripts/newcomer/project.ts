import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Terminal } from "./terminal.ts";

/** What a careful reader has switched on; the declarations of what is installed are checked as well. */
const strict = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: false,
  outDir: "out",
  rootDir: ".",
  types: ["node"],
  target: "es2022",
  lib: ["es2024", "dom", "dom.iterable", "dom.asynciterable"],
};

/** A project of the newcomer's own, with TypeScript and Node's types in the versions that the repository has. */
export class Project {
  readonly folder: string;
  readonly terminal: Terminal;
  readonly #wanted: string;
  #installed: Promise<string> | undefined;

  constructor(folder: string, environment: NodeJS.ProcessEnv, root: string) {
    mkdirSync(folder);
    writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }));
    this.folder = folder;
    this.terminal = new Terminal(folder, environment);
    // What samples are written for beside the client.
    const modules = join(root, "packages/docs/node_modules");
    const wanted = ["typescript", "@types/node", "openai"].map((name) => {
      const manifest = readFileSync(join(modules, name, "package.json"), "utf8");
      return `${name}@${JSON.parse(manifest).version}`;
    });
    this.#wanted = wanted.join(" ");
  }

  /** Checks a program's types, and makes JavaScript of it in out/. */
  async compile(
    file: string,
    source: string,
    options: Readonly<Record<string, unknown>>,
  ): Promise<void> {
    const install = `npm install --no-audit --no-fund --ignore-scripts ${this.#wanted}`;
    this.#installed ??= this.terminal.succeed(install);
    await this.#installed;
    writeFileSync(join(this.folder, file), source);
    const project = { compilerOptions: { ...strict, ...options }, files: [file] };
    writeFileSync(join(this.folder, "tsconfig.json"), JSON.stringify(project));
    await this.terminal.succeed("npx tsc -p .");
  }
}
