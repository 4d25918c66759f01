import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { type BuildOptions, build } from "./build.ts";
import { tarball } from "./tarball.ts";
import { projectFolder, readPackage, readWorkspace, type WorkspacePackage } from "./workspace.ts";

/**
 * A package of ours as any project installs it, by the name of its folder. It is made without a package manager: a
 * gateway in production has none.
 */
export function packedPackage(folderName: string, options: BuildOptions = {}): Uint8Array {
  const described = readPackage(folderName);
  const scratch = mkdtempSync(join(tmpdir(), `portico-${folderName}-`));
  try {
    const output = join(scratch, "dist");
    build(folderName, output, options);
    const emitted = readdirSync(output, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => relative(output, join(parentPath, name)))
      .toSorted();
    return tarball(
      new Map([
        [
          "package/package.json",
          Buffer.from(`${JSON.stringify(publishedManifest(described), null, 2)}\n`),
        ],
        ["package/README.md", readFileSync(join(described.folder, "README.md"))],
        ["package/LICENSE", readFileSync(join(projectFolder, "LICENSE"))],
        ...changes(described.folder),
        ...emitted.map(
          (name) => [`package/dist/${name}`, readFileSync(join(output, name))] as const,
        ),
      ]),
    );
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Changesets writes it at the first release. */
function changes(folder: string): [string, Uint8Array][] {
  const path = join(folder, "CHANGELOG.md");
  return existsSync(path) ? [["package/CHANGELOG.md", readFileSync(path)]] : [];
}

/** What a publisher makes of it: `publishConfig` laid over the rest, versions in place of the catalog's names. */
function publishedManifest({ manifest }: WorkspacePackage): Readonly<Record<string, unknown>> {
  const {
    publishConfig,
    devDependencies: _,
    scripts: __,
    dependencies,
    peerDependencies,
    ...rest
  } = manifest;
  return {
    ...rest,
    exports: publishConfig?.exports,
    types: publishConfig?.types,
    ...(publishConfig?.bin && { bin: publishConfig.bin }),
    ...(dependencies && { dependencies: withVersions(dependencies) }),
    ...(peerDependencies && { peerDependencies: withVersions(peerDependencies) }),
    publishConfig: { access: publishConfig?.access, provenance: true },
  };
}

/**
 * Without private packages, which travel inside. `catalog:` and `workspace:` are words of the workspace; others read the version. It is taken from where it is written:
 * a package that the documentation only hands out has none of its dependencies installed.
 */
export function withVersions(
  ranges: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const inside = new Set(
    readWorkspace().flatMap(({ manifest }) => (manifest.private === true ? [manifest.name] : [])),
  );
  const published = Object.entries(ranges).filter(([name]) => !inside.has(name));
  return Object.fromEntries(
    published.map(([name, range]) => {
      const [, protocol, form = ""] = /^(catalog|workspace):(.*)$/.exec(range) ?? [];
      if (protocol === undefined) return [name, range];
      const version = protocol === "catalog" ? catalogVersion(name) : packageVersion(name);
      return [name, `${/^[\^~]$/.test(form) ? form : ""}${version}`];
    }),
  );
}

function catalogVersion(name: string): string {
  const [, catalog = ""] = /^catalog:\n((?: {2}.*\n)+)/m.exec(workspaceFile()) ?? [];
  const lines = catalog.split("\n").map((line) => line.trim().replaceAll("'", ""));
  const line = lines.find((one) => one.startsWith(`${name}: `));
  if (line === undefined) throw new Error(`${name} is not in the catalog of pnpm-workspace.yaml.`);
  return line.slice(name.length + 2);
}

function workspaceFile(): string {
  return readFileSync(join(projectFolder, "pnpm-workspace.yaml"), "utf8");
}

function packageVersion(name: string): string {
  const found = readWorkspace().find(({ manifest }) => manifest.name === name);
  if (found === undefined) throw new Error(`${name} is no package of this workspace.`);
  return found.manifest.version;
}
