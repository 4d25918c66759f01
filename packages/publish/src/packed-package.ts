import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { type BuildOptions, build } from "./build.ts";
import { tarball } from "./tarball.ts";
import { projectFolder, readPackage, type WorkspacePackage } from "./workspace.ts";

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
        ...emitted.map(
          (name) => [`package/dist/${name}`, readFileSync(join(output, name))] as const,
        ),
      ]),
    );
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** What a publisher makes of it: `publishConfig` laid over the rest, versions in place of the catalog's names. */
function publishedManifest({
  folder,
  manifest,
}: WorkspacePackage): Readonly<Record<string, unknown>> {
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
    ...(dependencies && { dependencies: withVersions(folder, dependencies) }),
    ...(peerDependencies && { peerDependencies: withVersions(folder, peerDependencies) }),
    publishConfig: { access: publishConfig?.access },
  };
}

/** `catalog:` and `workspace:` are words of the workspace; others read the version that is installed here. */
function withVersions(
  folder: string,
  ranges: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(ranges).map(([name, range]) => {
      const [, protocol, form = ""] = /^(catalog|workspace):(.*)$/.exec(range) ?? [];
      if (protocol === undefined) return [name, range];
      const { version }: { version: string } = JSON.parse(
        readFileSync(join(folder, "node_modules", name, "package.json"), "utf8"),
      );
      return [name, `${/^[\^~]$/.test(form) ? form : ""}${version}`];
    }),
  );
}
