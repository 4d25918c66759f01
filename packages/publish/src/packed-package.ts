import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { build } from "./build.ts";
import { tarball } from "./tarball.ts";

export { tarball } from "./tarball.ts";

const root = join(import.meta.dirname, "..");

interface Manifest {
  readonly publishConfig: Readonly<Record<string, unknown>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies?: unknown;
  readonly scripts?: unknown;
}

/**
 * The client as any project installs it, made without a package manager: a gateway in production has none.
 * `compilerOf` is the module whose package brings TypeScript.
 */
export function clientPackage(compilerOf: string): Uint8Array {
  const folder = mkdtempSync(join(tmpdir(), "portico-client-"));
  try {
    const output = join(folder, "dist");
    build({ output, compilerOf });
    const emitted = readdirSync(output, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => relative(output, join(parentPath, name)))
      .toSorted();
    return tarball(
      new Map([
        ["package/package.json", Buffer.from(`${JSON.stringify(manifest(), null, 2)}\n`)],
        ["package/README.md", readFileSync(join(root, "README.md"))],
        ["package/LICENSE", readFileSync(join(root, "../../LICENSE"))],
        ...emitted.map(
          (name) => [`package/dist/${name}`, readFileSync(join(output, name))] as const,
        ),
      ]),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What a publisher makes of it: `publishConfig` laid over the rest, versions in place of the catalog's names. */
function manifest(): Readonly<Record<string, unknown>> {
  const whole = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as Manifest;
  const { publishConfig, devDependencies: _, scripts: __, ...rest } = whole;
  const { exports, types } = publishConfig;
  const require = createRequire(import.meta.url);
  const dependencies = Object.fromEntries(
    Object.keys(whole.dependencies).map((name) => {
      const { version } = require(`${name}/package.json`) as { version: string };
      return [name, version];
    }),
  );
  return {
    ...rest,
    exports,
    types,
    dependencies,
    publishConfig: { access: publishConfig["access"] },
  };
}
