import { createServer } from "node:net";
import { type Config, ConfigError, readConfig } from "../../config.ts";
import { type Configuration, ConfigurationError } from "../../configuration/configuration.ts";
import { loadConfiguration } from "../../configuration/load-configuration.ts";
import { readOwnKey } from "../../secrets/installation.ts";
import { command } from "../shell/command.ts";
import { localUrl, whoListens } from "../shell/connection.ts";
import { tableOf } from "../shell/table.ts";
import { checkNotifications } from "./check-notifications.ts";
import { checkProviders } from "./check-providers.ts";
import { checkSignIn } from "./check-sign-in.ts";
import { checkDataFolder, checkStorage } from "./check-storage.ts";
import { type Finding, failed, messageOf, ok } from "./finding.ts";

export const doctor = command(
  "doctor",
  "check configuration, storage, secret, each provider and the mail server",
  {
    local: async () => {
      const findings = await examine();
      return { healthy: failuresIn(findings) === 0, findings };
    },
    text: ({ findings }) => tableOf(findings, { state: "state", check: "check", found: "detail" }),
    fails: ({ findings }) => {
      const failures = failuresIn(findings);
      if (failures === 0) return null;
      return failures === 1 ? "One check failed." : `${failures} checks failed.`;
    },
    explains: "\nExits with 1 if a check has failed. Warnings are not failures.",
    examples: ["doctor", "doctor --json"],
  },
);

function failuresIn(findings: readonly Finding[]): number {
  return findings.filter(({ state }) => state === "failed").length;
}

async function examine(): Promise<readonly Finding[]> {
  const [config, problems] = readSettings();
  if (config === null) return problems;
  const { findings, configuration } = await checkConfiguration(config);
  const [folder, storage, port, ...outside] = await Promise.all([
    checkDataFolder(config.dataFolder),
    checkStorage(config),
    checkPort(config),
    configuration === null ? [] : checkProviders(configuration),
    configuration === null ? [] : checkNotifications(configuration),
    configuration === null ? [] : checkSignIn(configuration),
  ]);
  return [...problems, ...findings, ...folder, ...storage, port, ...outside.flat()];
}

function readSettings(): readonly [Config | null, readonly Finding[]] {
  try {
    return [readConfig(), [ok("environment", "every setting can be used")]];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return [null, error.message.split("\n").map((line) => failed("environment", line))];
  }
}

/** One finding for each mistake in the file, at its line. */
async function checkConfiguration(config: Config) {
  try {
    const configuration = await loadConfiguration({
      path: config.configurationPath,
      required: config.isConfigurationRequired,
      environment: config.environment,
    });
    return { findings: [ok("configuration", describe(configuration))], configuration };
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    const findings = error.message.split("\n").map((line) => failed("configuration", line));
    return { findings, configuration: null };
  }
}

function describe({ file, providers, catalog, priceSnapshot, priceOrigin }: Configuration): string {
  const where = file ?? "no portico.yaml, so the sandbox alone";
  return `${where}: ${providers.length} providers, ${catalog.models.size} models; prices ${priceOrigin.version}, preset prices of ${priceSnapshot.date}`;
}

/** The port may be in use by the gateway itself, but not by another program. */
async function checkPort({ host, port, dataFolder }: Config): Promise<Finding> {
  const url = localUrl({ host, port });
  const ownKey = await readOwnKey(dataFolder);
  const isGateway = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(2_000) }).then(
    (response) => response.ok,
    () => false,
  );
  if (isGateway && ownKey !== null && (await whoListens(url, ownKey)) !== "own")
    return failed("port", `a gateway of another data folder than ${dataFolder} answers at ${url}`);
  if (isGateway) return ok("port", `the gateway answers at ${url}`);
  const problem = await tryToListen({ host, port });
  return problem === null
    ? ok("port", `${host}:${port} is free; no gateway is running there`)
    : failed("port", `${host}:${port} cannot be used: ${problem}; choose another PORT`);
}

function tryToListen({ host, port }: Pick<Config, "host" | "port">): Promise<string | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", (error) => resolve(messageOf(error)));
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(null)));
  });
}
