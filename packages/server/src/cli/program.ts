import { Command } from "commander";
import { activity } from "./activity.ts";
import { alerts } from "./alerts.ts";
import { audit } from "./audit.ts";
import { backup } from "./backup.ts";
import { byokAdd } from "./byok-add.ts";
import { byokList } from "./byok-list.ts";
import { byokRemove } from "./byok-remove.ts";
import { byokRotate } from "./byok-rotate.ts";
import { exitCodes } from "./cli-error.ts";
import { creditsGrant } from "./credits-grant.ts";
import { creditsShow } from "./credits-show.ts";
import { doctor } from "./doctor.ts";
import { generationsShow } from "./generations-show.ts";
import { ownKey } from "./key.ts";
import { keysCreate } from "./keys-create.ts";
import { keysExposed } from "./keys-exposed.ts";
import { keysList } from "./keys-list.ts";
import { keysRevoke } from "./keys-revoke.ts";
import { keysRotate } from "./keys-rotate.ts";
import { keysShow } from "./keys-show.ts";
import { keysUpdate } from "./keys-update.ts";
import { modelsList } from "./models-list.ts";
import { providersList } from "./providers-list.ts";
import { readVersion } from "./read-version.ts";
import { secretsDiscard } from "./secrets-discard.ts";
import { secretsRotate } from "./secrets-rotate.ts";
import { serve } from "./serve.ts";
import type { Shell } from "./shell.ts";
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
  program.addCommand(
    group("byok", "credentials that workspaces bring")
      .addCommand(byokAdd(shell))
      .addCommand(byokList(shell))
      .addCommand(byokRemove(shell))
      .addCommand(byokRotate(shell)),
  );
  program.addCommand(group("models", "the catalogue").addCommand(modelsList(shell)));
  program.addCommand(
    group("providers", "the vendors behind the models").addCommand(providersList(shell)),
  );
  program.addCommand(
    group("credits", "the organisation's money")
      .addCommand(creditsShow(shell))
      .addCommand(creditsGrant(shell)),
  );
  program.addCommand(group("generations", "booked requests").addCommand(generationsShow(shell)));
  program.addCommand(activity(shell));
  program.addCommand(alerts(shell));
  program.addCommand(audit(shell));
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
