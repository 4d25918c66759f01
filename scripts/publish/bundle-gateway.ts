import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { type Plugin, rolldown } from "rolldown";
import { replaceFolder } from "./replace-folder.ts";

/** Bundles the gateway into a folder below packages/server, from where its modules find what they need. */
const folder = resolve(process.argv[2] ?? "");
const server = join(import.meta.dirname, "../../packages/server");
if (dirname(dirname(folder)) !== server)
  throw new Error(`Name a folder below ${join(server, "dist")}.`);

/**
 * Loaded by few gateways, and when they need it: from where it was installed, as its authors test it. The others are what
 * each gateway runs on, and half of its start was looking for their 1,600 files.
 */
const external = [
  /^@aws-sdk\//,
  /^@opentelemetry\//,
  "google-auth-library",
  "nodemailer",
  "pg-native",
];

/** What a module opens beside itself is still there. */
const placesOfSources: Plugin = {
  name: "places-of-sources",
  transform(code, id) {
    if (id.startsWith("\0") || !code.includes("import.meta.url")) return null;
    const path = JSON.stringify(relative(folder, id));
    return code.replaceAll("import.meta.url", `new URL(${path}, import.meta.url).href`);
  },
};

/** A text of ASCII alone takes one byte a character in memory, another one two. */
function ascii(code: string): string {
  return code.replace(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

await using bundle = await rolldown({
  input: join(server, "src/main.ts"),
  platform: "node",
  external,
  plugins: [placesOfSources],
  logLevel: "warn",
});
const { output } = await bundle.generate({
  format: "esm",
  // Names stay: they stand in stack traces.
  minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } },
  keepNames: true,
});
const draft = `${folder}.${process.pid}.draft`;
mkdirSync(draft, { recursive: true });
for (const file of output)
  if (file.type === "chunk") writeFileSync(join(draft, file.fileName), ascii(file.code));
replaceFolder(draft, folder);
