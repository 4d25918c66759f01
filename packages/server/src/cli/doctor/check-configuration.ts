import type { Config } from "../../config.ts";
import { type Configuration, ConfigurationError } from "../../configuration/configuration.ts";
import { loadConfiguration } from "../../configuration/load-configuration.ts";
import { type Finding, failed, ok } from "./finding.ts";

export interface ConfigurationCheck {
  readonly findings: readonly Finding[];
  readonly configuration: Configuration | null;
}

/** One finding for each mistake in the file, at its line. */
export async function checkConfiguration(config: Config): Promise<ConfigurationCheck> {
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
