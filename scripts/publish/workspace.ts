import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export const projectFolder = join(import.meta.dirname, "../..");
export const packagesFolder = join(projectFolder, "packages");

/** What a package.json of ours says that matters here. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
  readonly exports?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly publishConfig?: PublishConfig;
  readonly devDependencies?: unknown;
  readonly scripts?: Readonly<Record<string, string>>;
}

interface PublishConfig {
  readonly access: string;
  readonly exports: Readonly<Record<string, Conditions>>;
  readonly types: string;
  readonly bin?: Readonly<Record<string, string>>;
}

type Conditions = Readonly<
  Partial<Record<"import" | "require", { readonly types: string; readonly default: string }>>
>;

/**
 * Whether the modules of another package of ours travel inside a published one: those of a private package do, and those of
 * one that its users do not install beside it.
 */
export function isInside(other: Manifest, { dependencies, peerDependencies }: Manifest): boolean {
  return !(other.name in { ...dependencies, ...peerDependencies }) || other.private === true;
}

export interface WorkspacePackage {
  /** Of its folder in packages/. */
  readonly folderName: string;
  readonly folder: string;
  readonly manifest: Manifest;
}

export function readPackage(folderName: string): WorkspacePackage {
  const folder = join(packagesFolder, folderName);
  const manifest: Manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  return { folderName, folder, manifest };
}

/** The packages that are here: an image of the gateway has only those that it needs. */
export function readWorkspace(): WorkspacePackage[] {
  return readdirSync(packagesFolder)
    .filter((name) => existsSync(join(packagesFolder, name, "package.json")))
    .map(readPackage);
}
