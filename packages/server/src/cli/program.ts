import { Command } from "commander";
import { readVersion } from "../read-version.ts";
import { backup } from "./local/backup.ts";
import { doctor } from "./local/doctor.ts";
import { serve } from "./local/serve.ts";
import { activity } from "./nouns/activity.ts";
import { alerts } from "./nouns/alerts.ts";
import { audit } from "./nouns/audit.ts";
import { budgets } from "./nouns/budgets.ts";
import { byokAdd } from "./nouns/byok-add.ts";
import { byokList } from "./nouns/byok-list.ts";
import { byokRemove } from "./nouns/byok-remove.ts";
import { byokRotate } from "./nouns/byok-rotate.ts";
import { creditsGrant } from "./nouns/credits-grant.ts";
import { creditsShow } from "./nouns/credits-show.ts";
import { generationsShow } from "./nouns/generations-show.ts";
import { holds } from "./nouns/holds.ts";
import { ownKey } from "./nouns/key.ts";
import { keysCreate } from "./nouns/keys-create.ts";
import { keysExposed } from "./nouns/keys-exposed.ts";
import { keysList } from "./nouns/keys-list.ts";
import { keysRevoke } from "./nouns/keys-revoke.ts";
import { keysRotate } from "./nouns/keys-rotate.ts";
import { keysShow } from "./nouns/keys-show.ts";
import { keysUpdate } from "./nouns/keys-update.ts";
import { ledger } from "./nouns/ledger.ts";
import { modelsList } from "./nouns/models-list.ts";
import { pricesCheck } from "./nouns/prices-check.ts";
import { pricesShow } from "./nouns/prices-show.ts";
import { providersList } from "./nouns/providers-list.ts";
import { requests } from "./nouns/requests.ts";
import { secretsDiscard } from "./nouns/secrets-discard.ts";
import { secretsRotate } from "./nouns/secrets-rotate.ts";
import { sessionsList } from "./nouns/sessions-list.ts";
import { sessionsRevoke } from "./nouns/sessions-revoke.ts";
import { sessionsRevokeAll } from "./nouns/sessions-revoke-all.ts";
import { status } from "./nouns/status.ts";
import { workspacesCreate } from "./nouns/workspaces-create.ts";
import { workspacesEraseLog } from "./nouns/workspaces-erase-log.ts";
import { workspacesList } from "./nouns/workspaces-list.ts";
import { workspacesUpdate } from "./nouns/workspaces-update.ts";
import { exitCodes } from "./shell/cli-error.ts";
import type { Shell } from "./shell/shell.ts";

/** Every command, one file each. */
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
  program.addCommand(
    group("keys", "API keys")
      .addCommand(keysCreate(shell))
      .addCommand(keysList(shell))
      .addCommand(keysShow(shell))
      .addCommand(keysUpdate(shell))
      .addCommand(keysRotate(shell))
      .addCommand(keysRevoke(shell))
      .addCommand(keysExposed(shell)),
  );
  program.addCommand(ownKey(shell));
  program.addCommand(
    group("workspaces", "workspaces and their settings")
      .addCommand(workspacesCreate(shell))
      .addCommand(workspacesList(shell))
      .addCommand(workspacesUpdate(shell))
      .addCommand(workspacesEraseLog(shell)),
  );
  program.addCommand(budgets(shell));
  program.addCommand(
    group("byok", "credentials that workspaces bring")
      .addCommand(byokAdd(shell))
      .addCommand(byokList(shell))
      .addCommand(byokRemove(shell))
      .addCommand(byokRotate(shell)),
  );
  program.addCommand(group("models", "the catalogue").addCommand(modelsList(shell)));
  program.addCommand(
    group("prices", "what models cost")
      .addCommand(pricesShow(shell))
      .addCommand(pricesCheck(shell)),
  );
  program.addCommand(
    group("providers", "the vendors behind the models").addCommand(providersList(shell)),
  );
  program.addCommand(
    group("sessions", "who is signed in to the console")
      .addCommand(sessionsList(shell))
      .addCommand(sessionsRevoke(shell))
      .addCommand(sessionsRevokeAll(shell)),
  );
  addRecords(program, shell);
  program.addCommand(status(shell));
  program.addCommand(doctor(shell));
  program.addCommand(serve());
  program.addCommand(backup(shell));
  program.addCommand(
    group("secrets", "the master key")
      .addCommand(secretsRotate(shell))
      .addCommand(secretsDiscard(shell)),
  );
  return inherit(program);
}

/** What was spent and done. */
function addRecords(program: Command, shell: Shell): void {
  program.addCommand(
    group("credits", "the organisation's money")
      .addCommand(creditsShow(shell))
      .addCommand(creditsGrant(shell)),
  );
  program.addCommand(group("generations", "booked requests").addCommand(generationsShow(shell)));
  program.addCommand(ledger(shell));
  program.addCommand(holds(shell));
  program.addCommand(activity(shell));
  program.addCommand(requests(shell));
  program.addCommand(alerts(shell));
  program.addCommand(audit(shell));
}

function group(name: string, description: string): Command {
  return new Command(name).description(description);
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
