import type { Command } from "commander";
import { type Config, ConfigError, readConfig } from "../../config.ts";
import { checkConfiguration } from "../doctor/check-configuration.ts";
import { checkDataFolder } from "../doctor/check-data-folder.ts";
import { checkNotifications } from "../doctor/check-notifications.ts";
import { checkPort } from "../doctor/check-port.ts";
import { checkProviders } from "../doctor/check-providers.ts";
import { checkSignIn } from "../doctor/check-sign-in.ts";
import { checkStorage } from "../doctor/check-storage.ts";
import { type Finding, failed, ok } from "../doctor/finding.ts";
import { CliError } from "../shell/cli-error.ts";
import { type CommonFlags, examples, localCommand, print, type Shell } from "../shell/shell.ts";
import { table } from "../shell/table.ts";

export function doctor(shell: Shell): Command {
  const command = localCommand(
    "doctor",
    "check configuration, storage, secret, each provider and the mail server",
  )
    .addHelpText("after", "\nExits with 1 if a check has failed. Warnings are not failures.")
    .action(async (flags: CommonFlags) => {
      const findings = await examine();
      const failures = findings.filter(({ state }) => state === "failed").length;
      print(shell, flags, { healthy: failures === 0, findings }, () =>
        table(
          ["state", "check", "found"],
          findings.map(({ state, check, detail }) => [state, check, detail]),
        ),
      );
      if (failures > 0)
        throw new CliError(failures === 1 ? "One check failed." : `${failures} checks failed.`);
    });
  return examples(command, ["doctor", "doctor --json"]);
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
