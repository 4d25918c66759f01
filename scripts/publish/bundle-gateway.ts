import { mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative, resolve } from "node:path";
import { type Plugin, rolldown } from "rolldown";
import { replaceFolder } from "./replace-folder.ts";
import { packagesFolder } from "./workspace.ts";

const server = join(packagesFolder, "server");

/**
 * Loaded by few gateways, and when they need it: from where it was installed, as its authors test it. The others are what
 * each gateway runs on, and half of its start was looking for their 1,600 files.
 */
export const external = [
  /^@aws-sdk\//,
  /^@opentelemetry\//,
  "google-auth-library",
  "nodemailer",
  "pg-native",
];

export interface Bundled {
  /** By name, below packages/server/src. */
  readonly programs: Readonly<Record<string, string>>;
  /** Below packages/server, as the programs see it: what they open lies beside them as it does in the project. */
  readonly place: string;
  /** What else is to be changed in a module. */
  readonly change?: (code: string) => string;
}

/** The gateway's programs, one file each and what they share, written into a folder. */
export async function bundleGateway(
  output: string,
  { programs, place, change = (code) => code }: Bundled,
): Promise<void> {
  /** What a module opens beside itself is still there. */
  const placesOfSources: Plugin = {
    name: "places-of-sources",
    transform(given, id) {
      if (id.startsWith("\0") || !given.includes("import.meta.")) return null;
      const path = JSON.stringify(relative(place, id));
      return change(given).replaceAll(
        /import\.meta\.url(?!\s*\/\* here \*\/)/g,
        `new URL(${path}, import.meta.url).href`,
      );
    },
  };
  /** The rest of undici (`fetch`, mocks, caches) would be loaded with them: 3 MB of heap and a tenth of a start. */
  const partsOfUndici: Plugin = {
    name: "parts-of-undici",
    resolveId: (name) => (name === "undici" ? "\0undici" : null),
    load: (id) => (id === "\0undici" ? undiciParts : null),
  };
  await using bundle = await rolldown({
    input: Object.fromEntries(
      Object.entries(programs).map(([name, path]) => [name, join(server, "src", path)]),
    ),
    platform: "node",
    external,
    plugins: [partsOfUndici, placesOfSources],
    logLevel: "warn",
  });
  const made = await bundle.generate({
    format: "esm",
    // Names stay: they stand in stack traces.
    minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } },
    keepNames: true,
  });
  mkdirSync(output, { recursive: true });
  for (const file of made.output)
    if (file.type === "chunk") writeFileSync(join(output, file.fileName), ascii(file.code));
}

const undici = dirname(createRequire(join(server, "package.json")).resolve("undici"));
const undiciParts = `
export { default as Agent } from ${JSON.stringify(join(undici, "lib/dispatcher/agent.js"))};
export { default as buildConnector } from ${JSON.stringify(join(undici, "lib/core/connect.js"))};`;

/** A text of ASCII alone takes one byte a character in memory, another one two. */
function ascii(code: string): string {
  return code.replace(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** Bundles the gateway into a folder below packages/server, from where its modules find what they need. */
async function main(folder: string): Promise<void> {
  if (dirname(dirname(folder)) !== server)
    throw new Error(`Name a folder below ${join(server, "dist")}.`);
  const draft = `${folder}.${process.pid}.draft`;
  await bundleGateway(draft, { programs: { main: "main.ts" }, place: folder });
  replaceFolder(draft, folder);
}

if (import.meta.main) await main(resolve(process.argv[2] ?? ""));
