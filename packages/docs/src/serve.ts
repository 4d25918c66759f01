import { watch } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { loadDocument } from "@portico/contract";
import { defaultOutput, siteFiles, sourceFolders, writeSite } from "./site.ts";
import { serveFolder } from "./static-server.ts";

const help = `Usage: npm run docs -- [options]

Builds the documentation, serves it, and builds it again when a guide, a sample or the contract changes.

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

async function build(): Promise<void> {
  const started = performance.now();
  writeSite(await siteFiles(loadDocument()), defaultOutput);
  console.log(`Built in ${Math.round(performance.now() - started)} ms.`);
}

/** One build at a time; changes that come meanwhile are answered by one more. */
function createRebuild(): () => void {
  let wanted = false;
  let busy = false;
  let timer: NodeJS.Timeout | undefined;
  const run = async (): Promise<void> => {
    busy = true;
    while (wanted) {
      wanted = false;
      await build().catch((error: Error) => console.error(`Not built: ${error.message}`));
    }
    busy = false;
  };
  return () => {
    wanted = true;
    clearTimeout(timer);
    // An editor that saves a file touches it more than once.
    timer = setTimeout(() => {
      if (!busy) void run();
    }, 100);
  };
}

async function main(): Promise<void> {
  const values = readFlags();
  if (values.help) return console.log(help);
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error(`--port must be a whole number from 0 to 65535, not "${values.port}".`);
  await build();
  const server = await serveFolder(defaultOutput, { port, host: values.host });
  console.log(`The documentation is at ${server.url}`);
  const rebuild = createRebuild();
  const contract = join(import.meta.dirname, "../../contract/src/generated");
  const watchers = values.watch
    ? [...sourceFolders, contract].map((folder) => watch(folder, rebuild))
    : [];
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => {
      for (const watcher of watchers) watcher.close();
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
