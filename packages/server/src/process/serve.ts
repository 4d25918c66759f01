import { type Serving, startGateway } from "../assembly/start-gateway.ts";
import type { Config } from "../config.ts";
import type { Configuration } from "../configuration/configuration.ts";
import { loadConfiguration } from "../configuration/load-configuration.ts";
import { createLog, type Log } from "../observability/log.ts";
import { createTelemetry, type Telemetry } from "../observability/telemetry.ts";
import { answerAs, isQuestion, readOwnKey, writeAddress } from "../secrets/installation.ts";
import { readMasterKeys } from "../secrets/master-key.ts";
import { openSecrets } from "../secrets/unopened.ts";
import { openStore, storePlace } from "../store/open-store.ts";
import type { AlertRules } from "../store/ports/alerts.ts";
import type { Store } from "../store/store.ts";
import { bootstrapPath, hasBootstrapFile } from "./bootstrap-file.ts";
import { createConfigurations } from "./configurations.ts";
import { firstStart } from "./first-start.ts";
import { startFollowing } from "./follow-configuration.ts";
import { greeting } from "./greeting.ts";

export interface Served extends Serving {
  /** For the operator who started the gateway. */
  readonly greeting: string;
  readonly log: Log;
  /** Looks at the configuration now. */
  look(): Promise<void>;
  /** Called with each version of the configuration that is taken from now on. */
  onTaken(listener: (version: number) => void): void;
}

/** The whole gateway from its configuration: opens the store, creates the first keys if there are none, and listens. */
export async function serve(config: Config): Promise<Served> {
  const { dataFolder, host, port } = config;
  // An unusable secret is refused before anything is created.
  if (config.secret !== null) readMasterKeys(config.secret);
  const configuration = await loadConfiguration({
    path: config.configurationPath,
    required: config.isConfigurationRequired,
    environment: config.environment,
  });
  const log = createLog(config.logLevel);
  let running = configuration;
  const rules = alertRules(() => running);
  const store = await openStoreOf(config, rules, log);
  const telemetry = await startTelemetry(config, log);
  const close = async () => {
    await telemetry.close();
    await store.close();
    log.flush();
  };
  try {
    const keys = await firstStart(store, dataFolder);
    // After the store is set up: the master key's file is a sign that the store exists.
    const secrets = await openSecrets(store, config);
    const parts = { ...configurationParts(config), store, secrets, log };
    const followed = await startFollowing(parts, configuration);
    running = followed.state.running;
    const ownKey = await readOwnKey(dataFolder);
    const gateway = await startGateway({
      host,
      port,
      dataFolder,
      store,
      configuration: running,
      configurations: createConfigurations(parts, followed),
      secrets,
      log,
      telemetry,
      answer: (asked) =>
        ownKey !== null && isQuestion(asked.question) ? answerAs(ownKey, asked) : null,
      operatorPages: { metricsPort: config.metricsPort, metricsToken: config.metricsToken },
    });
    let onTaken = (_version: number): void => undefined;
    followed.follow((next) => {
      const taken = gateway.use(next);
      running = taken.configuration;
      onTaken(next.version);
      return taken;
    });
    // If the folder cannot be written, the command line uses HOST and PORT.
    await writeAddress(dataFolder, gateway.url).catch((error) =>
      log.debug({ error }, "the address could not be written down"),
    );
    return {
      ...gateway,
      log,
      look: () => followed.lookTwice(),
      onTaken(listener) {
        onTaken = listener;
      },
      greeting: greetingOf(gateway, dataFolder, keys),
      async close() {
        await followed.close();
        await gateway.close();
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

function configurationParts({ configurationPath: path, environment, secretsFolder }: Config) {
  return { path, secretsFolder, references: { environment } };
}

function greetingOf(
  { url, operatorUrl }: Serving,
  dataFolder: string,
  keys: Awaited<ReturnType<typeof firstStart>>,
): string {
  return greeting({
    url,
    operatorUrl,
    isTerminal: process.stdout.isTTY === true,
    keysPath: bootstrapPath(dataFolder),
    keys,
    hasKeysFile: hasBootstrapFile(dataFolder),
  });
}

function openStoreOf(config: Config, alerts: AlertRules, log: Log): Promise<Store> {
  return openStore(storePlace(config), {
    alerts,
    onAlarm: (message) => log.fatal(message),
    onWarning: (message) => log.warn(message),
  });
}

/** As configured now. */
function alertRules(now: () => Configuration): AlertRules {
  return {
    get isForCredits() {
      return now().credits.enforce;
    },
    get thresholds() {
      return now().alerts.thresholds;
    },
    get unbilledNanousd() {
      return now().alerts.unbilledNanousd;
    },
  };
}

function startTelemetry({ otlpEndpoint, serviceName }: Config, log: Log): Promise<Telemetry> {
  return createTelemetry(otlpEndpoint, serviceName, (error) =>
    log.warn({ error }, "the last spans could not be exported"),
  );
}
