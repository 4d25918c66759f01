import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs, promisify } from "node:util";
import { loadDocument, type OpenApiDocument } from "@portico/contract";
import { watchFolders } from "@portico/contract/watch-folders";
import { defaultOutput, siteFiles, sourceFolders, writeSite } from "./site.ts";
import { serveFolder } from "./static-server.ts";

const run = promisify(execFile);
const project = join(import.meta.dirname, "../../..");
const spec = join(project, "spec");
const generator = join(project, "scripts/generate.ts");

/** Calls back, one call at a time, whenever something has changed that the site is made from. Gives the way to stop. */
function watchSources(
  changed: (document: OpenApiDocument) => Promise<void>,
  failed: (reason: string) => void,
): () => void {
  let document: OpenApiDocument | undefined;
  let pending = Promise.resolve();
  const rebuild = async (): Promise<void> => {
    document ??= await bundledSpec();
    await changed(document);
  };
  return watchFolders([...sourceFolders, spec], (paths) => {
    if (paths.some((path) => path.startsWith(spec))) document = undefined;
    pending = pending.then(rebuild).catch((error: unknown) => failed(reasonOf(error)));
  });
}

/** The spec as it stands, bundled aside: writing for the documentation changes nothing of the project. */
async function bundledSpec(): Promise<OpenApiDocument> {
  if (!existsSync(generator)) return loadDocument();
  const output = mkdtempSync(join(tmpdir(), "portico-docs-"));
  try {
    await run(process.execPath, [generator, "--output", output]);
    return JSON.parse(
      readFileSync(join(output, "packages/contract/src/generated/openapi.json"), "utf8"),
    ) as OpenApiDocument;
  } finally {
    rmSync(output, { recursive: true });
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return "stderr" in error ? String(error.stderr) : error.message;
}

const help = `Usage: npm run docs -- [options]

Builds the documentation, serves it, and builds it again when a guide, a sample or the spec changes.

  --port <number>  port to listen on (4020; 0 for any free one)
  --host <name>    address to listen on (127.0.0.1)
  --no-watch       build once
  --help           this text`;

function readFlags() {
  return parseArgs({
    allowNegative: true,
    options: {
      port: { type: "string", default: "4020" },
      host: { type: "string", default: "127.0.0.1" },
      watch: { type: "boolean", default: true },
      help: { type: "boolean", default: false },
    },
  }).values;
}

async function build(document: OpenApiDocument): Promise<void> {
  const started = performance.now();
  writeSite(await siteFiles(document), defaultOutput);
  console.log(`Built in ${Math.round(performance.now() - started)} ms.`);
}

async function main(): Promise<void> {
  const values = readFlags();
  if (values.help) return console.log(help);
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error(`--port must be a whole number from 0 to 65535, not "${values.port}".`);
  await build(loadDocument());
  const server = await serveFolder(defaultOutput, { port, host: values.host });
  console.log(`The documentation is at ${server.url}`);
  const stop = values.watch
    ? watchSources(build, (reason) => console.error(`Not built: ${reason}`))
    : () => undefined;
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => {
      stop();
      void server.close().then(() => process.exit(0));
    });
}

main().catch((error: NodeJS.ErrnoException) => {
  console.error(
    error.code === "EADDRINUSE"
      ? "That port is taken. Choose another with --port, or --port 0 for any free one."
      : error.message,
  );
  process.exitCode = 1;
});
