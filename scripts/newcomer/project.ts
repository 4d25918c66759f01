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

type CompilerOptions = Readonly<Record<string, unknown>>;

/** A project of the newcomer's own, with TypeScript and Node's types in the versions that the repository has. */
export class Project {
  readonly folder: string;
  readonly terminal: Terminal;
  readonly #root: string;
  #isReady = false;

  constructor(folder: string, environment: NodeJS.ProcessEnv, root: string) {
    mkdirSync(folder);
    writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }));
    this.folder = folder;
    this.terminal = new Terminal(folder, environment);
    this.#root = root;
  }

  /** Installs what samples are written for beside the client. */
  async prepare(): Promise<void> {
    if (this.#isReady) return;
    const names = ["typescript", "@types/node", "openai"];
    const wanted = names.map((name) => `${name}@${this.#versionOf(name)}`).join(" ");
    await this.terminal.succeed(`npm install --no-audit --no-fund --ignore-scripts ${wanted}`);
    this.#isReady = true;
  }

  /** Checks a program's types, and makes JavaScript of it in out/. */
  async compile(file: string, source: string, options: CompilerOptions): Promise<void> {
    await this.prepare();
    writeFileSync(join(this.folder, file), source);
    const project = { compilerOptions: { ...strict, ...options }, files: [file] };
    writeFileSync(join(this.folder, "tsconfig.json"), JSON.stringify(project));
    await this.terminal.succeed("npx tsc -p .");
  }

  close(): void {
    this.terminal.close();
  }

  #versionOf(name: string): string {
    const file = join(this.#root, "packages/docs/node_modules", name, "package.json");
    return (JSON.parse(readFileSync(file, "utf8")) as { version: string }).version;
  }
}
