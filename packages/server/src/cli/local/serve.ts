import { Command } from "commander";
import { examples } from "../shell/shell.ts";

export function serve(): Command {
  const command = new Command("serve")
    .description("run the gateway, as npm start does; settings come from the environment")
    .action(async () => {
      // Loading the module starts the gateway in this process.
      await import("../../main.ts");
    });
  return examples(command, ["serve"]);
}
