import { resolve } from "node:path";

/** All settings from the environment. Only this file reads it. */
export interface Config {
  readonly host: string;
  readonly port: number;
  readonly dataFolder: string;
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
  const problems: string[] = [];
  const databaseUrl = readDatabaseUrl(environment, problems, "DATABASE_URL");
  const databaseReadUrl = readDatabaseUrl(environment, problems, "DATABASE_READ_URL");
  if (databaseReadUrl !== null && databaseUrl === null)
    problems.push(
      "DATABASE_READ_URL names a replica of the database that DATABASE_URL names: set both.",
    );
  const secret = text(environment, "PORTICO_SECRET");
  if (databaseUrl !== null && secret === null)
    problems.push(
      "PORTICO_SECRET is required with DATABASE_URL: every process must seal and open secrets with the same key. Make one with `openssl rand -base64 32`.",
    );
  const config: Config = {
    host: text(environment, "HOST") ?? "127.0.0.1",
    port: readInteger(environment, problems, {
      name: "PORT",
      fallback: 8787,
      least: 0,
      most: 65535,
    }),
    ...placesIn(environment),
    databaseUrl,
    databaseReadUrl,
    secret,
    logLevel: readLogLevel(environment, problems),
    otlpEndpoint: readOtlpEndpoint(environment, problems),
    serviceName: text(environment, "OTEL_SERVICE_NAME") ?? "portico",
    metricsPort:
      text(environment, "METRICS_PORT") === null
        ? null
        : readInteger(environment, problems, {
            name: "METRICS_PORT",
            fallback: 0,
            least: 0,
            most: 65535,
          }),
    metricsToken: readMetricsToken(environment, problems),
    workers: readInteger(environment, problems, {
      name: "WORKERS",
      fallback: 1,
      least: 1,
      most: 256,
    }),
    environment,
  };
  if (problems.length > 0) throw new ConfigError(problems.join("\n"));
  return config;
}

/** The settings for the command line's work on the store. They can be read even where a server could not start. */
export type StoreConfig = Pick<
  Config,
  "dataFolder" | "databaseUrl" | "configurationPath" | "isConfigurationRequired" | "environment"
>;

export function readStoreConfig(environment: Environment = process.env): StoreConfig {
  const problems: string[] = [];
  const config = {
    ...placesIn(environment),
    databaseUrl: readDatabaseUrl(environment, problems, "DATABASE_URL"),
    environment,
  };
  if (problems.length > 0) throw new ConfigError(problems.join("\n"));
  return config;
}

function placesIn(environment: Environment) {
  return {
    dataFolder: resolve(text(environment, "PORTICO_DATA") ?? "data"),
    configurationPath: resolve(text(environment, "PORTICO_CONFIG") ?? "portico.yaml"),
    isConfigurationRequired: text(environment, "PORTICO_CONFIG") !== null,
  };
}

/** The settings for the command line to find a gateway. They can be read even where a server could not start. */
export function readCliEnvironment(environment: Environment = process.env) {
  return {
    url: text(environment, "PORTICO_URL") ?? undefined,
    managementKey: text(environment, "PORTICO_MANAGEMENT_KEY") ?? undefined,
    apiKey: text(environment, "PORTICO_API_KEY") ?? undefined,
    dataFolder: resolve(text(environment, "PORTICO_DATA") ?? "data"),
    host: text(environment, "HOST") ?? "127.0.0.1",
    port: Number(text(environment, "PORT") ?? 8787),
    isAddressGiven: text(environment, "HOST") !== null || text(environment, "PORT") !== null,
  };
}

/** Empty means absent, because compose files and shells leave a variable out in this way. */
function text(environment: Environment, name: string): string | null {
  const value = environment[name]?.trim();
  return value === undefined || value === "" ? null : value;
}

interface IntegerSetting {
  readonly name: string;
  readonly fallback: number;
  readonly least: number;
  readonly most: number;
}

function readInteger(
  environment: Environment,
  problems: string[],
  { name, fallback, least, most }: IntegerSetting,
): number {
  const given = text(environment, name);
  if (given === null) return fallback;
  const value = Number(given);
  if (/^\d+$/.test(given) && value >= least && value <= most) return value;
  problems.push(
    `${name} must be a whole number from ${least} to ${most}, not ${JSON.stringify(given)}.`,
  );
  return fallback;
}

function readLogLevel(environment: Environment, problems: string[]): LogLevel {
  const given = text(environment, "PORTICO_LOG_LEVEL")?.toLowerCase() ?? "info";
  const level = logLevels.find((known) => known === given);
  if (level === undefined)
    problems.push(
      `PORTICO_LOG_LEVEL must be one of ${logLevels.join(", ")}, not ${JSON.stringify(given)}.`,
    );
  return level ?? "info";
}

/** The URL may hold a password: it is never repeated in a message. */
function readDatabaseUrl(
  environment: Environment,
  problems: string[],
  name: "DATABASE_URL" | "DATABASE_READ_URL",
): string | null {
  const given = text(environment, name);
  if (given === null) return null;
  const isPostgres = URL.canParse(given) && /^postgres(ql)?:$/.test(new URL(given).protocol);
  if (!isPostgres)
    problems.push(`${name} must be a URL like postgres://user:password@host:5432/database.`);
  return given;
}

const fewestTokenCharacters = 16;

function readMetricsToken(environment: Environment, problems: string[]): string | null {
  const given = text(environment, "PORTICO_METRICS_TOKEN");
  if (given !== null && given.length < fewestTokenCharacters)
    problems.push(
      `PORTICO_METRICS_TOKEN must have at least ${fewestTokenCharacters} characters. Make one with \`openssl rand -hex 16\`.`,
    );
  return given;
}

function readOtlpEndpoint(environment: Environment, problems: string[]): string | null {
  const given = text(environment, "OTEL_EXPORTER_OTLP_ENDPOINT");
  if (given !== null && !(URL.canParse(given) && /^https?:$/.test(new URL(given).protocol)))
    problems.push("OTEL_EXPORTER_OTLP_ENDPOINT must be a URL like http://127.0.0.1:4318.");
  return given;
}
