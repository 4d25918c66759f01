import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { bundleGateway, external } from "./bundle-gateway.ts";
import { withVersions } from "./packed-package.ts";
import { packagesFolder, projectFolder, readPackage } from "./workspace.ts";

/** Inside the package as in the project, so that programs find the sites and the contract where their sources look. */
const programs = "packages/server/dist/gateway";
const place = join(projectFolder, programs);

/** What the gateway opens at run time. */
const opened = [
  "packages/client/package.json",
  "packages/console/site",
  "packages/contract/src/generated/openapi.json",
  "packages/docs/site",
];

/** Of the package itself. */
const own = ["LICENSE", "portico.example.yaml"];

/**
 * The gateway as the package `portico`: its command starts it, with arguments it is the command line. Its two sites have been
 * built before. Gives the path of the archive in the folder.
 */
export async function packGateway(folder: string): Promise<string> {
  const scratch = mkdtempSync(join(tmpdir(), "portico-gateway-"));
  try {
    await bundleGateway(join(scratch, programs), {
      place,
      programs: {
        main: "main.ts",
        cli: "cli/main.ts",
        "checkpoint-thread": "store/sqlite/checkpoint-thread.ts",
        "list-thread": "store/sqlite/list-thread.ts",
      },
      change: asPackage,
    });
    for (const path of [...opened, ...own]) copy(path, scratch);
    const gateway = join(import.meta.dirname, "gateway");
    cpSync(join(gateway, "portico.mjs"), join(scratch, "bin/portico.mjs"));
    cpSync(join(gateway, "README.md"), join(scratch, "README.md"));
    writeFileSync(join(scratch, "package.json"), `${JSON.stringify(manifest(), null, 2)}\n`);
    const packing = ["pack", "--json", "--ignore-scripts", "--pack-destination", folder];
    const told = execFileSync("npm", packing, { cwd: scratch, encoding: "utf8" });
    const [{ filename }] = JSON.parse(told);
    return join(folder, filename);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Threads are programs beside the others, and no package of ours is installed. */
function asPackage(code: string): string {
  const contract = relative(place, join(packagesFolder, "contract/src/generated/openapi.json"));
  return code
    .replace(/new URL\("\.\/([\w-]+-thread)\.ts", import\.meta\.url\)/g, (_, thread: string) => {
      return `new URL("./${thread}.js", import.meta.url /* here */)`;
    })
    .replace(
      'import.meta.resolve("@portico/contract/openapi.json")',
      `new URL("${contract}", import.meta.url /* here */).href`,
    );
}

function copy(path: string, to: string): void {
  mkdirSync(dirname(join(to, path)), { recursive: true });
  cpSync(join(projectFolder, path), join(to, path), { recursive: true });
}

function manifest() {
  const { dependencies = {} } = readPackage("server").manifest;
  const { version } = readPackage("client").manifest;
  const loaded = Object.entries(dependencies).filter(([name]) =>
    external.some((one) => (typeof one === "string" ? one === name : one.test(name))),
  );
  const { license, description } = JSON.parse(
    readFileSync(join(projectFolder, "package.json"), "utf8"),
  );
  return {
    name: "portico",
    version,
    description,
    license,
    type: "module",
    bin: { portico: "bin/portico.mjs" },
    // An older Node fetches the one that the gateway runs on.
    engines: { node: ">=20" },
    dependencies: withVersions(Object.fromEntries(loaded)),
    keywords: ["ai", "anthropic", "gateway", "llm", "openai", "proxy", "self-hosted"],
    publishConfig: { access: "public", provenance: true },
  };
}
