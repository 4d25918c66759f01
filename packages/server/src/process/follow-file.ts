import { type Configuration, ConfigurationError } from "../configuration/configuration.ts";
import type { Environment } from "../configuration/document.ts";
import {
  parseConfiguration,
  type ReadFile,
  readConfigurationFile,
  versionOf,
} from "../configuration/load-configuration.ts";
import type { TakenOver } from "../configuration/take-over.ts";

interface FollowedFile {
  readonly path: string;
  readonly environment: Environment;
  /** As read from the file at the start. */
  readonly configuration: Configuration;
  readonly use: (next: Configuration) => TakenOver;
  readonly log: Record<"info" | "warn" | "error", (facts: object, message: string) => void>;
}

export interface Following {
  /** Looks at the file now. */
  look(): Promise<void>;
  /** A change counts when two looks see it. */
  lookTwice(): Promise<void>;
  close(): Promise<void>;
}

const everyMs = 1000;

/**
 * Looks at the file again and again, and takes it over once it has changed. Looking works where notices of changes do
 * not: on network disks, in containers, and after an editor has put another file in its place. A change counts when two
 * looks in a row see the same text, so that a file that is being written is not taken for a whole one.
 */
export function followFile(file: FollowedFile): Following {
  const lookOnce = looking(file);
  let running = Promise.resolve();
  const look = () => {
    running = running.then(lookOnce);
    return running;
  };
  const timer = setInterval(() => void look(), everyMs).unref();
  return {
    look,
    async lookTwice() {
      await look();
      await look();
    },
    async close() {
      clearInterval(timer);
      await running;
    },
  };
}

function looking(file: FollowedFile): () => Promise<void> {
  const { path, configuration, log } = file;
  const settled = createSettled(startOf(configuration));
  let trouble: string | null = null;
  return async () => {
    try {
      const read = await readConfigurationFile(path);
      trouble = null;
      if (settled(read === null ? null : versionOf(read.text, path))) take(file, read);
    } catch (error) {
      if (String(error) !== trouble)
        log.error({ error }, `${path} cannot be read: the configuration stays`);
      trouble = String(error);
    }
  };
}

function startOf({ file, priceOrigin }: Configuration): string | null {
  return file === null ? null : priceOrigin.version;
}

/** Tells whether a version is another one than the last, and was seen twice in a row. Null is the version of no file. */
function createSettled(start: string | null): (version: string | null) => boolean {
  let known = start;
  let pending: string | null | undefined;
  return (version) => {
    const isSecond = version === pending;
    pending = version;
    if (version === known || !isSecond) return false;
    known = version;
    return true;
  };
}

function take({ path, environment, use, log }: FollowedFile, read: ReadFile | null): void {
  if (read === null || read.text.trim() === "") {
    log.warn({ file: path }, "the configuration file is gone or empty: the configuration stays");
    return;
  }
  let next: Configuration;
  try {
    next = parseConfiguration(read.text, { file: path, environment, changedAt: read.changedAt });
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    const problems = error.message.split("\n");
    log.error({ problems }, "the changed configuration cannot be used: the one before stays");
    return;
  }
  const { changed, waiting } = use(next);
  const { version } = next.priceOrigin;
  log.info({ version, changed }, "the configuration has changed, and is in use");
  if (waiting.length > 0)
    log.warn({ waiting }, "the configuration has changes that need a restart");
}
