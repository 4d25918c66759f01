import type { Actor } from "./actor.ts";
import type { SealedSecret } from "./credentials.ts";

/** A version of the configuration, without its text. */
export interface ConfigurationVersion {
  /** From 1. 0 stands for the presets, before there is any. */
  readonly version: number;
  /** The version that was in use when it was made. */
  readonly parent: number;
  readonly source: "file" | "store";
  /** Of its text: see `versionOf`. */
  readonly name: string;
  readonly note: string | null;
  readonly createdBy: string;
  readonly createdAtMs: number;
  /** The last time that it came into use. */
  readonly activatedAtMs: number;
  /** The places at which it differs from its parent, without values. */
  readonly changes: readonly string[];
}

export interface SealedVersion extends ConfigurationVersion {
  readonly text: SealedSecret;
}

export interface NewVersion
  extends Pick<ConfigurationVersion, "parent" | "source" | "name" | "note" | "changes"> {
  readonly seal: (version: number) => SealedSecret;
}

/** A canary that does worse than it may gets no further requests while its version is in use. */
export interface RolledBackCanary {
  readonly route: string;
  readonly to: string;
  readonly reason: "failures" | "latency";
  readonly atMs: number;
  readonly requests: number;
  readonly failures: number;
  /** Answers that took too long. */
  readonly slow: number;
}

export interface VersionQuery {
  readonly limit: number;
  /** Only older ones. */
  readonly before?: number;
}

/** Of the whole installation: one version is in use at a time, and the last ones are kept. */
export interface ConfigurationStore {
  /** The version in use. */
  inUse(): Promise<number>;
  /** The newest first. */
  list(query: VersionQuery): Promise<readonly ConfigurationVersion[]>;
  get(version: number): Promise<SealedVersion | null>;
  /** The newest one of a text. */
  named(name: string): Promise<ConfigurationVersion | null>;
  /** Makes a version and takes it into use, both or neither. Throws ConfigurationChanged where its parent is not in use. */
  add(actor: Actor, version: NewVersion): Promise<ConfigurationVersion>;
  /** Takes a version into use that was made before; null where it is not kept. Throws ConfigurationChanged as `add`. */
  activate(actor: Actor, version: number, inUse: number): Promise<ConfigurationVersion | null>;
  /** The canaries of a version that were rolled back since it came into use. */
  rolledBack(version: number): Promise<readonly RolledBackCanary[]>;
  /** Writes it down for all processes, with an alert. False where it is known, or another version is in use. */
  rollBack(actor: Actor, version: number, canary: RolledBackCanary): Promise<boolean>;
  /** Seals the data keys of all texts by another master key. Returns how many. */
  rewrap(currentVersion: number, rewrap: (version: SealedVersion) => SealedSecret): Promise<number>;
  /** The fingerprints of the master keys that texts were sealed with. */
  keyVersions(): Promise<readonly number[]>;
}
