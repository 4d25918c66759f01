import { command, noun } from "../shell/command.ts";
import { argument, flag, requiredFlag } from "../shell/inputs.ts";
import { largestPage } from "../shell/page-size.ts";
import { tableOf } from "../shell/table.ts";

const example = "4f0c4b0e-6a3e-4c53-9df1-6d1c1f4c9b1a";

const add = command("add", "add a workspace's own credential; its secret comes on standard input", {
  takes: {
    provider: requiredFlag("--provider <name>", "the provider, as portico.yaml names it"),
    workspace_id: flag(
      "--workspace <id or slug>",
      "the workspace; default: the management key's own",
    ),
    name: flag("--name <name>", "a name for people"),
  },
  remote: async ({ byok }, body, { terminal }) => {
    const secret = await terminal.readSecret(`Secret for ${body.provider}:`);
    return (await byok.create({ ...body, secret })).data;
  },
  text: ({ provider, id }) => `The credential for ${provider} is stored: ${id}`,
  examples: ["byok add --provider openai --workspace default < key.txt"],
});

const list = command("list", "list the workspaces' own credentials, never their secrets", {
  takes: {
    workspace_id: flag("--workspace <id or slug>", "only those of one workspace"),
    provider: flag("--provider <name>", "only those for one provider"),
  },
  remote: ({ byok }, query) => byok.list({ ...query, limit: largestPage }).toArray(),
  text: (credentials) =>
    tableOf(credentials, {
      id: "id",
      provider: "provider",
      name: "name",
      secret: "label",
      state: ({ disabled }) => (disabled ? "disabled" : "enabled"),
      workspace: "workspace_id",
    }),
  examples: ["byok list", "byok list --provider openai --json"],
});

const remove = command("remove", "delete a workspace's own credential and wipe its secret", {
  takes: { id: argument("<id>", "its id, a UUID") },
  asks: ({ id }) => `Delete the credential ${id} and wipe its secret for good?`,
  remote: async ({ byok }, { id }) => ({ id, deleted: (await byok.delete(id)).deleted }),
  text: ({ id }) => `The credential ${id} is deleted.`,
  examples: [`byok remove ${example} --yes`],
});

const rotate = command(
  "rotate",
  "replace a credential's secret; the new one comes on standard input",
  {
    takes: { id: argument("<id>", "the credential's id, a UUID") },
    remote: async ({ byok }, { id }, { terminal }) => {
      const secret = await terminal.readSecret("New secret:");
      return (await byok.update(id, { secret })).data;
    },
    text: ({ label }, { id }) => `The credential ${id} has its new secret (${label}).`,
    examples: [`byok rotate ${example} < new-key.txt`],
  },
);

export const byok = noun("byok", "credentials that workspaces bring", [add, list, remove, rotate]);
