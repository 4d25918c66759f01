import { Command } from "commander";
import { readVersion } from "../read-version.ts";
import { activity } from "./activity.ts";
import { alerts } from "./alerts.ts";
import { audit } from "./audit.ts";
import { backup } from "./backup.ts";
import { budgetsCreate } from "./budgets-create.ts";
import { budgetsList } from "./budgets-list.ts";
import { budgetsRemove } from "./budgets-remove.ts";
import { budgetsShow } from "./budgets-show.ts";
import { budgetsUpdate } from "./budgets-update.ts";
import { byokAdd } from "./byok-add.ts";
import { byokList } from "./byok-list.ts";
import { byokRemove } from "./byok-remove.ts";
import { byokRotate } from "./byok-rotate.ts";
import { exitCodes } from "./cli-error.ts";
import { creditsGrant } from "./credits-grant.ts";
import { creditsShow } from "./credits-show.ts";
import { doctor } from "./doctor.ts";
import { generationsShow } from "./generations-show.ts";
import { holds } from "./holds.ts";
import { ownKey } from "./key.ts";
import { keysCreate } from "./keys-create.ts";
import { keysExposed } from "./keys-exposed.ts";
import { keysList } from "./keys-list.ts";
import { keysRevoke } from "./keys-revoke.ts";
import { keysRotate } from "./keys-rotate.ts";
import { keysShow } from "./keys-show.ts";
import { keysUpdate } from "./keys-update.ts";
import { ledger } from "./ledger.ts";
import { modelsList } from "./models-list.ts";
import { pricesCheck } from "./prices-check.ts";
import { pricesShow } from "./prices-show.ts";
import { providersList } from "./providers-list.ts";
import { requests } from "./requests.ts";
import { secretsDiscard } from "./secrets-discard.ts";
import { secretsRotate } from "./secrets-rotate.ts";
import { serve } from "./serve.ts";
import { sessionsList } from "./sessions-list.ts";
import { sessionsRevoke } from "./sessions-revoke.ts";
import { sessionsRevokeAll } from "./sessions-revoke-all.ts";
import type { Shell } from "./shell.ts";
import { status } from "./status.ts";
import { workspacesCreate } from "./workspaces-create.ts";
import { workspacesEraseLog } from "./workspaces-erase-log.ts";
import { workspacesList } from "./workspaces-list.ts";
import { workspacesUpdate } from "./workspaces-update.ts";

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

function budgets(shell: Shell): Command {
  return group("budgets", "limits above the keys, for workspaces and their end users")
    .addCommand(budgetsList(shell))
    .addCommand(budgetsCreate(shell))
    .addCommand(budgetsShow(shell))
    .addCommand(budgetsUpdate(shell))
    .addCommand(budgetsRemove(shell));
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
