import { Command, CommanderError } from "commander";
import { readVersion } from "../read-version.ts";
import { doctor } from "./doctor/doctor.ts";
import { importing } from "./import/import-files.ts";
import { archive } from "./local/archive.ts";
import { backup } from "./local/backup.ts";
import { store } from "./local/distribute.ts";
import { activity } from "./nouns/activity.ts";
import { alerts } from "./nouns/alerts.ts";
import { audit } from "./nouns/audit.ts";
import { budgets } from "./nouns/budgets.ts";
import { byok } from "./nouns/byok.ts";
import { config } from "./nouns/config.ts";
import { credits } from "./nouns/credits.ts";
import { key } from "./nouns/key.ts";
import { keys } from "./nouns/keys.ts";
import { holds, ledger } from "./nouns/ledger.ts";
import { models, providers } from "./nouns/models.ts";
import { prices } from "./nouns/prices.ts";
import { generations, requests } from "./nouns/requests.ts";
import { secrets } from "./nouns/secrets.ts";
import { sessions } from "./nouns/sessions.ts";
import { signIns } from "./nouns/sign-ins.ts";
import { status } from "./nouns/status.ts";
import { workspaces } from "./nouns/workspaces.ts";
import { CliError, exitCodes } from "./shell/cli-error.ts";
import { type Commands, type Shell, withExamples } from "./shell/command.ts";

const serve: Commands = () => {
  const command = new Command("serve")
    .description(
      "run the gateway, as the package does without a command; settings come from the environment",
    )
    .action(async () => {
      // Loading the module starts the gateway in this process.
      await import("../main.ts");
    });
  return withExamples(command, ["serve"]);
};

/** In the order of the help. */
const commands = [
  keys,
  key,
  workspaces,
  budgets,
  byok,
  models,
  prices,
  providers,
  config,
  signIns,
  credits,
  generations,
  ledger,
  holds,
  activity,
  requests,
  sessions,
  alerts,
  audit,
  status,
  doctor,
  serve,
  importing,
  backup,
  archive,
  store,
  secrets,
];

export function createProgram(shell: Shell): Command {
  const { terminal } = shell;
  const program = new Command("portico")
    .description("The operator's command line of the Portico gateway.")
    .configureOutput({
      writeOut: (text) => terminal.write(text.trimEnd()),
      writeErr: (text) => terminal.tell(text.trimEnd()),
    })
    .version(readVersion(), "-V, --version", "show the version")
    .addHelpText("after", whereItLooks);
  for (const one of commands) program.addCommand(one(shell));
  return inherit(program);
}

/** Commander copies settings to commands that it creates itself, but not to added ones. */
function inherit(parent: Command): Command {
  parent.exitOverride().showHelpAfterError("(add --help for help)");
  for (const command of parent.commands) inherit(command.copyInheritedSettings(parent));
  return parent;
}

const whereItLooks = `
The gateway is looked for at --url, PORTICO_URL, HOST and PORT, or where the one of the data folder (PORTICO_DATA,
./data) says that it listens; the management key in --key, PORTICO_MANAGEMENT_KEY, or bootstrap.json in that folder.
"portico key" takes PORTICO_API_KEY first. Without --url and PORTICO_URL no key is sent to any other gateway than that of the data folder.

Exit codes: 0 done; ${exitCodes.failed} refused or failed; ${exitCodes.usage} written wrongly; ${exitCodes.unreachable} no gateway answers.

Examples:
  $ portico keys create --name ci --limit 5
  $ portico doctor
  $ portico activity --by app --json`;

/** Runs one command and returns its exit code. */
export async function run(words: readonly string[], shell: Shell): Promise<number> {
  try {
    await createProgram(shell).parseAsync(words, { from: "user" });
    return 0;
  } catch (error) {
    // Commander has printed the mistake already; --help is not a mistake.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : exitCodes.usage;
    if (!(error instanceof CliError)) throw error;
    shell.terminal.tell(`portico: ${error.message}`);
    return error.exitCode;
  }
}
