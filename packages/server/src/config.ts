import { resolve } from "node:path";
import { problemOfHosts } from "./store/postgres/database-hosts.ts";

/** All settings from the environment. Only this file reads it. */
export interface Config {
  readonly host: string;
  readonly port: number;
  readonly dataFolder: string;
  /** The only folder whose files a version of the configuration may refer to. */
  readonly secretsFolder: string;
  /** Null: the embedded store in the data folder. */
  readonly databaseUrl: string | null;
  /** A PostgreSQL that follows that one, for lists; null: lists are read from that one. */
  readonly databaseReadUrl: string | null;
  /** The master key; null: one is made and stored in the data folder. */
  readonly secret: string | null;
  readonly configurationPath: string;
  /** The operator named the file, so it must exist. */
  readonly isConfigurationRequired: boolean;
  readonly logLevel: LogLevel;
  readonly otlpEndpoint: string | null;
  /** The name of this service in traces. */
  readonly serviceName: string;
  /** The port of `/metrics` and `/readyz`; null: the API's port. */
  readonly metricsPort: number | null;
  /** The token for those two pages on the API's port. */
  readonly metricsToken: string | null;
  /** Processes that share the port. */
  readonly workers: number;
  /** For `${NAME}` in `portico.yaml`. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

const logLevels = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;
export type LogLevel = (typeof logLevels)[number];

/** One line for each setting that cannot be used. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

type Environment = Readonly<Record<string, string | undefined>>;

export function readConfig(environment: Environment = process.env): Config {
  const settings = new Settings(environment);
  const databaseUrl = settings.databaseUrl("DATABASE_URL");
  const databaseReadUrl = settings.databaseUrl("DATABASE_READ_URL");
  if (databaseReadUrl !== null && databaseUrl === null)
    settings.problems.push(
      "DATABASE_READ_URL names a replica of the database that DATABASE_URL names: set both.",
    );
  const secret = settings.text("PORTICO_SECRET");
  if (databaseUrl !== null && secret === null)
    settings.problems.push(
      "PORTICO_SECRET is required with DATABASE_URL: every process must seal and open secrets with the same key. Make one with `openssl rand -base64 32`.",
    );
  return settings.checked({
    host: settings.text("HOST") ?? "127.0.0.1",
    port: settings.integer("PORT", 0, 65535) ?? 8787,
    ...placesIn(settings),
    databaseUrl,
    databaseReadUrl,
    secret,
    logLevel: settings.logLevel(),
    otlpEndpoint: settings.textLike(
      "OTEL_EXPORTER_OTLP_ENDPOINT",
      (given) => URL.canParse(given) && /^https?:$/.test(new URL(given).protocol),
      "must be a URL like http://127.0.0.1:4318.",
    ),
    serviceName: settings.text("OTEL_SERVICE_NAME") ?? "portico",
    metricsPort: settings.integer("METRICS_PORT", 0, 65535),
    metricsToken: settings.textLike(
      "PORTICO_METRICS_TOKEN",
      (given) => given.length >= fewestTokenCharacters,
      `must have at least ${fewestTokenCharacters} characters. Make one with \`openssl rand -hex 16\`.`,
    ),
    workers: settings.integer("WORKERS", 1, 256) ?? 1,
    environment,
  });
}

const fewestTokenCharacters = 16;

/** The settings for the command line's work on the store. They can be read even where a server could not start. */
export type StoreConfig = Pick<
  Config,
  "dataFolder" | "databaseUrl" | "configurationPath" | "isConfigurationRequired" | "environment"
>;

export function readStoreConfig(environment: Environment = process.env): StoreConfig {
  const settings = new Settings(environment);
  return settings.checked({
    ...placesIn(settings),
    databaseUrl: settings.databaseUrl("DATABASE_URL"),
    environment,
  });
}

function placesIn(settings: Settings) {
  return {
    dataFolder: resolve(settings.text("PORTICO_DATA") ?? "data"),
    secretsFolder: resolve(settings.text("PORTICO_SECRETS_FOLDER") ?? "/run/secrets"),
    configurationPath: resolve(settings.text("PORTICO_CONFIG") ?? "portico.yaml"),
    isConfigurationRequired: settings.text("PORTICO_CONFIG") !== null,
  };
}

/** The settings for the command line to find a gateway. They can be read even where a server could not start. */
export function readCliEnvironment(environment: Environment = process.env) {
  const settings = new Settings(environment);
  const [host, port] = [settings.text("HOST"), settings.text("PORT")];
  return {
    url: settings.text("PORTICO_URL") ?? undefined,
    managementKey: settings.text("PORTICO_MANAGEMENT_KEY") ?? undefined,
    apiKey: settings.text("PORTICO_API_KEY") ?? undefined,
    dataFolder: placesIn(settings).dataFolder,
    host: host ?? "127.0.0.1",
    port: Number(port ?? 8787),
    isAddressGiven: host !== null || port !== null,
  };
}

/** Reads settings, and keeps what is wrong with them. */
class Settings {
  readonly problems: string[] = [];
  readonly #environment: Environment;

  constructor(environment: Environment) {
    this.#environment = environment;
  }

  /** Empty means absent, because compose files and shells leave a variable out in this way. */
  text(name: string): string | null {
    const value = this.#environment[name]?.trim();
    return value === undefined || value === "" ? null : value;
  }

  textLike(name: string, isRight: (given: string) => boolean, rule: string): string | null {
    const given = this.text(name);
    if (given !== null && !isRight(given)) this.problems.push(`${name} ${rule}`);
    return given;
  }

  /** The URL may hold a password: it is never repeated in a message. */
  databaseUrl(name: "DATABASE_URL" | "DATABASE_READ_URL"): string | null {
    const given = this.text(name);
    const problem = given === null ? null : problemOfHosts(given);
    if (problem !== null) this.problems.push(`${name} ${problem}`);
    return given;
  }

  integer(name: string, least: number, most: number): number | null {
    const given = this.text(name);
    if (given === null) return null;
    const value = Number(given);
    if (/^\d+$/.test(given) && value >= least && value <= most) return value;
    this.problems.push(
      `${name} must be a whole number from ${least} to ${most}, not ${JSON.stringify(given)}.`,
    );
    return null;
  }

  logLevel(): LogLevel {
    const given = this.text("PORTICO_LOG_LEVEL")?.toLowerCase() ?? "info";
    const level = logLevels.find((known) => known === given);
    if (level === undefined)
      this.problems.push(
        `PORTICO_LOG_LEVEL must be one of ${logLevels.join(", ")}, not ${JSON.stringify(given)}.`,
      );
    return level ?? "info";
  }

  /** The settings that were read, where all of them can be used. */
  checked<Read>(read: Read): Read {
    if (this.problems.length > 0) throw new ConfigError(this.problems.join("\n"));
    return read;
  }
}
