import { type Serving, startGateway } from "../assembly/start-gateway.ts";
import type { Config } from "../config.ts";
import { loadConfiguration } from "../configuration/load-configuration.ts";
import { createLog, type Log } from "../observability/log.ts";
import { createTelemetry, type Telemetry } from "../observability/telemetry.ts";
import { answerAs, isQuestion, readOwnKey, writeAddress } from "../secrets/installation.ts";
import { readMasterKeys } from "../secrets/master-key.ts";
import { openSecrets } from "../secrets/unopened.ts";
import { openStore, storePlace } from "../store/open-store.ts";
import { bootstrapPath, hasBootstrapFile } from "./bootstrap-file.ts";
import { firstStart } from "./first-start.ts";
import { followPrices } from "./follow-prices.ts";
import { greeting } from "./greeting.ts";

export interface Served extends Serving {
  /** For the operator who started the gateway. */
  readonly greeting: string;
  readonly log: Log;
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
  const store = await openStore(storePlace(config), {
    alerts: { ...configuration.alerts, isForCredits: configuration.credits.enforce },
    onAlarm: (message) => log.fatal(message),
    onWarning: (message) => log.warn(message),
  });
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
    const ownKey = await readOwnKey(dataFolder);
    const gateway = await startGateway({
      host,
      port,
      dataFolder,
      store,
      configuration,
      secrets,
      log,
      telemetry,
      answer: (asked) =>
        ownKey !== null && isQuestion(asked.question) ? answerAs(ownKey, asked) : null,
      operatorPages: { metricsPort: config.metricsPort, metricsToken: config.metricsToken },
    });
    const following = followPrices({
      path: config.configurationPath,
      environment: config.environment,
      configuration,
      use: gateway.usePrices,
      log,
    });
    // If the folder cannot be written, the command line uses HOST and PORT.
    await writeAddress(dataFolder, gateway.url).catch((error) =>
      log.debug({ error }, "the address could not be written down"),
    );
    return {
      ...gateway,
      log,
      greeting: greeting({
        url: gateway.url,
        operatorUrl: gateway.operatorUrl,
        isTerminal: process.stdout.isTTY === true,
        keysPath: bootstrapPath(dataFolder),
        keys,
        hasKeysFile: hasBootstrapFile(dataFolder),
      }),
      async close() {
        await following.close();
        await gateway.close();
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

function startTelemetry({ otlpEndpoint, serviceName }: Config, log: Log): Promise<Telemetry> {
  return createTelemetry(otlpEndpoint, serviceName, (error) =>
    log.warn({ error }, "the last spans could not be exported"),
  );
}
