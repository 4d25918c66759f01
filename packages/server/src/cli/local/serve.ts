import { Command } from "commander";
import { type Commands, withExamples } from "../shell/command.ts";

export const serve: Commands = () => {
  const command = new Command("serve")
    .description("run the gateway, as npm start does; settings come from the environment")
    .action(async () => {
      // Loading the module starts the gateway in this process.
      await import("../../main.ts");
    });
  return withExamples(command, ["serve"]);
};
