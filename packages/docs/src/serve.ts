import { parseArgs } from "node:util";
import { loadDocument, type OpenApiDocument } from "@portico/contract";
import { defaultOutput, siteFiles, writeSite } from "./site.ts";
import { serveFolder } from "./static-server.ts";
import { watchSources } from "./watch-sources.ts";

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
