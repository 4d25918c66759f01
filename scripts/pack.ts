import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { toolchain } from "./bootstrap/toolchain.mjs";
import { packGateway } from "./publish/pack-gateway.ts";
import { packedPackage } from "./publish/packed-package.ts";
import { projectFolder, readWorkspace } from "./publish/workspace.ts";

const usage = `Usage: npm run pack -- [folder]

Builds and packs every package that is published into the folder (packed/), the gateway with its sites too, each with a list
of what it contains (SPDX), and SHA256SUMS over all of it. A packed client installs into any project: npm install ./portico-client-….tgz`;

const { values, positionals } = parseArgs({
  options: { help: { type: "boolean", short: "h", default: false } },
  allowPositionals: true,
});

if (values.help) console.log(usage);
else await pack(resolve(positionals[0] ?? join(projectFolder, "packed")));

/** What the gateway serves beside its operations. */
const sites = ["packages/docs/src/build.ts", "packages/console/serve/build.ts"];

async function pack(folder: string): Promise<void> {
  const { pnpm } = await toolchain();
  mkdirSync(folder, { recursive: true });
  for (const { folderName, manifest } of readWorkspace()) {
    if (manifest.private === true) continue;
    const name = `${manifest.name.slice(1).replace("/", "-")}-${manifest.version}.tgz`;
    writeFileSync(join(folder, name), packedPackage(folderName));
    const list = ["--sbom-format", "spdx", "--prod", "--out", join(folder, "%s-%v.spdx.json")];
    run(pnpm, ["--filter", manifest.name, "sbom", ...list], projectFolder);
  }
  for (const site of sites)
    execFileSync(process.execPath, [site], { cwd: projectFolder, stdio: "inherit" });
  await packGateway(folder);
  const list = ["--sbom-format", "spdx", "--prod", "--out", join(folder, "portico-%v.spdx.json")];
  run(pnpm, ["--filter", "@portico/server", "sbom", ...list], projectFolder);
  const names = readdirSync(folder).filter((name) => name !== "SHA256SUMS");
  const sums = names.sort().map((name) => `${sha256(join(folder, name))}  ${name}\n`);
  writeFileSync(join(folder, "SHA256SUMS"), sums.join(""));
  console.log(`${folder}: ${names.join(", ")}`);
}

function sha256(path: string): string {
  return createHash("sha256").update(readFileSync(path)).digest("hex");
}

function run(
  tool: readonly [string, ...string[]],
  parameters: readonly string[],
  cwd: string,
): void {
  const [command, ...prefix] = tool;
  execFileSync(command, [...prefix, ...parameters], {
    cwd,
    stdio: ["ignore", "ignore", "inherit"],
  });
}
