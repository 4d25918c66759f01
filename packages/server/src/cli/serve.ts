import { Command } from "commander";
import { examples } from "./shell.ts";

export function serve(): Command {
  const command = new Command("serve")
    .description("run the gateway, as npm start does; settings come from the environment")
    .action(async () => {
      // Loading it starts it: the process is the gateway from here on.
      await import("../main.ts");
    });
  return examples(command, ["serve"]);
}
