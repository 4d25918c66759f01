import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

const root = join(import.meta.dirname, "..");

/** Packages say how they are built; those that run from source have nothing to build. */
const builds = globSync("packages/*/package.json", { cwd: root })
  .sort()
  .map((file) => ({
    folder: dirname(file),
    script: (JSON.parse(readFileSync(join(root, file), "utf8")) as { scripts?: { build?: string } })
      .scripts?.build,
  }))
  .filter((entry): entry is { folder: string; script: string } => entry.script !== undefined);

for (const { folder, script } of builds) {
  console.log(`${folder}: ${script}`);
  const cwd = join(root, folder);
  const bin = `${join(cwd, "node_modules/.bin")}:${join(root, "node_modules/.bin")}`;
  const env = { ...process.env, PATH: `${bin}:${process.env["PATH"] ?? ""}` };
  const { status } = spawnSync(script, { cwd, env, shell: true, stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}
