import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { projectFolder, readWorkspace } from "./publish/workspace.ts";

/** Packages say how they are built; those that run from source have nothing to build. */
for (const { folderName, folder, manifest } of readWorkspace()) {
  const script = manifest.scripts?.["build"];
  if (script === undefined) continue;
  console.log(`packages/${folderName}: ${script}`);
  const bin = `${join(folder, "node_modules/.bin")}:${join(projectFolder, "node_modules/.bin")}`;
  const env = { ...process.env, PATH: `${bin}:${process.env["PATH"] ?? ""}` };
  const { status } = spawnSync(script, { cwd: folder, env, shell: true, stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}
