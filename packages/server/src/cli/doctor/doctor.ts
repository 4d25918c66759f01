import { type Config, ConfigError, readConfig } from "../../config.ts";
import { command } from "../shell/command.ts";
import { tableOf } from "../shell/table.ts";
import { checkConfiguration } from "./check-configuration.ts";
import { checkDataFolder } from "./check-data-folder.ts";
import { checkNotifications } from "./check-notifications.ts";
import { checkPort } from "./check-port.ts";
import { checkProviders } from "./check-providers.ts";
import { checkSignIn } from "./check-sign-in.ts";
import { checkStorage } from "./check-storage.ts";
import { type Finding, failed, ok } from "./finding.ts";

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
