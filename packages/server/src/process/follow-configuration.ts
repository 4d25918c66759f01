import type { Configuration } from "../configuration/configuration.ts";
import {
  parseConfiguration,
  type ReadFile,
  readConfigurationFile,
  versionOf,
} from "../configuration/load-configuration.ts";
import type { Running, TakenOver } from "../configuration/take-over.ts";
import { VaultAway, withVault } from "../configuration/vault.ts";
import type { ConfigurationState } from "../configuration/versions.ts";
import {
  type ConfigurationParts,
  isUnusable,
  readVersion,
  recordFile,
  startingVersion,
} from "./stored-configuration.ts";

type Use = (next: Configuration) => TakenOver;

const everyMs = 1000;
const earlyMs = 50;

export async function startFollowing(
  parts: ConfigurationParts,
  /** Of portico.yaml; the presets where there is none. */
  fromFile: Configuration,
): Promise<FollowedConfiguration> {
  const isFile = fromFile.file !== null;
  const start = isFile ? await recordFile(parts, fromFile) : await startingVersion(parts);
  return new FollowedConfiguration(parts, start);
}

/**
 * Keeps one process at the present configuration. Where portico.yaml is there, it decides, and each change of it becomes
 * a version; else the version in use of the store does, for all nodes. Looking works where notices of changes do not: on
 * network disks, in containers, and after an editor has put another file in its place.
 */
export class FollowedConfiguration {
  readonly #parts: ConfigurationParts;
  readonly #start: Configuration;
  #running: Configuration;
  #waiting: readonly string[] = [];
  #problem: string | null = null;
  /** Why the last look saw nothing, as of a store that is away. */
  #trouble: string | null = null;
  /** The version in use that cannot be taken here. */
  #refused: number | null = null;
  #known: string | null | undefined;
  #pending: string | null | undefined;
  #use: Use | null = null;
  #looking: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: ConfigurationParts, start: Configuration) {
    this.#parts = parts;
    this.#start = start;
    this.#running = start;
    this.#known = start.file === null ? null : versionOf(start.text, start.file);
  }

  get state(): ConfigurationState {
    return { running: this.#running, waiting: this.#waiting, problem: this.#problem };
  }

  get course(): Running {
    return { start: this.#start, current: this.#running };
  }

  /** Looks every second from now on, until it is closed. */
  follow(use: Use): void {
    this.#use = use;
    this.#lookNext();
  }

  /** Looks now. */
  look(): Promise<void> {
    this.#looking = this.#looking.then(() => this.#lookOnce());
    return this.#looking;
  }

  /** The same where the file is known to be whole: a change of it counts when two looks see it. */
  async lookTwice(): Promise<void> {
    this.#refused = null;
    await this.look();
    await this.look();
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#looking;
  }

  /** At each full second of the clock: nodes whose clocks agree take a version within milliseconds of each other. */
  #lookNext(): void {
    // A timer may fire a little early.
    const waitMs = everyMs - ((Date.now() + earlyMs) % everyMs) + earlyMs;
    this.#timer = setTimeout(() => {
      this.#lookNext();
      void this.look();
    }, waitMs).unref();
  }

  async #lookOnce(): Promise<void> {
    const { path } = this.#parts;
    try {
      const read = path === null ? null : await readConfigurationFile(path);
      if (path !== null && (read !== null || this.#running.file !== null))
        await this.#lookAtFile(path, read);
      else await this.#lookAtStore();
      this.#trouble = null;
    } catch (error) {
      const trouble = String(error);
      if (trouble !== this.#trouble)
        this.#parts.log.error({ error }, "the configuration cannot be read: the one before stays");
      this.#trouble = trouble;
    }
  }

  async #lookAtFile(file: string, read: ReadFile | null): Promise<void> {
    if (!this.#isSettled(read === null ? null : versionOf(read.text, file))) return;
    const { log, references } = this.#parts;
    if (read === null || read.text.trim() === "") {
      log.warn({ file }, "the configuration file is gone or empty: the configuration stays");
      return;
    }
    try {
      const { text, changedAt } = read;
      const filled = await withVault(text, references, file);
      const next = parseConfiguration(text, { ...filled, file, changedAt });
      this.#take(await recordFile(this.#parts, next));
    } catch (error) {
      // The store or Vault did not answer: the same text counts again.
      if (!isForGood(error)) this.#known = undefined;
      this.#refuse(error, "the changed configuration cannot be used: the one before stays");
    }
  }

  async #lookAtStore(): Promise<void> {
    const version = await this.#parts.store.configuration.inUse();
    const { version: former } = this.#running;
    if (version === former || version === this.#refused) return;
    try {
      this.#take(await readVersion(this.#parts, version));
    } catch (error) {
      if (isForGood(error)) this.#refused = version;
      this.#refuse(
        error,
        `version ${version} of the configuration cannot be used here: version ${former} stays`,
      );
    }
  }

  /** Whether a text is another one than the last, and was seen twice in a row: a file may be half written. */
  #isSettled(version: string | null): boolean {
    const isSecond = version === this.#pending;
    this.#pending = version;
    if (version === this.#known || !isSecond) return false;
    this.#known = version;
    return true;
  }

  #take(next: Configuration): void {
    const { log } = this.#parts;
    const { changed, waiting } = this.#use?.(next) ?? { changed: [], waiting: [] };
    this.#running = next;
    this.#waiting = waiting;
    this.#problem = null;
    this.#refused = null;
    const { version, priceOrigin } = next;
    const facts = { version, text: priceOrigin.version, changed };
    log.info(facts, "the configuration has changed, and is in use");
    if (waiting.length > 0)
      log.warn({ waiting }, "the configuration has changes that need a restart");
  }

  #refuse(error: unknown, message: string): void {
    if (!isUnusable(error)) throw error;
    this.#fail({ problems: error.message.split("\n") }, message, error.message);
  }

  /** Once for each problem, however often it is looked at. */
  #fail(facts: object, message: string, problem: string): void {
    if (this.#problem !== problem) this.#parts.log.error(facts, message);
    this.#problem = problem;
  }
}

/** Vault may answer a moment later; what else is unusable stays so. */
function isForGood(error: unknown): boolean {
  return isUnusable(error) && !(error instanceof VaultAway);
}
