import { join } from "node:path";
import { build } from "@kubb/core";
import { pluginClient } from "@kubb/plugin-client";
import { pluginOas } from "@kubb/plugin-oas";
import { pluginTs } from "@kubb/plugin-ts";

/**
 * Runs Kubb in the folder where it starts. This is what Kubb's command does, which also asks a registry for a newer
 * version of itself.
 */
const folder = process.cwd();
const { error, failedPlugins } = await build({
  config: {
    root: folder,
    input: { path: join(folder, "openapi.json") },
    output: { path: join(folder, "generated"), format: false, lint: false },
    plugins: [pluginOas(), pluginTs({}), pluginClient({ client: "fetch" })],
  },
});
if (error !== undefined) throw error;
if (failedPlugins.size > 0) throw new Error("A plugin of Kubb has failed.");
