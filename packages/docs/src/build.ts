import { parseArgs } from "node:util";
import { makeHandlers } from "@portico/mock/make-handlers";
import { publishSite } from "./publish.ts";
import { defaultOutput, siteFiles, writeSite } from "./site.ts";

const help = `Usage: npm run docs:build -- [options]

Builds the documentation as a folder of static files, which any web server can serve below any address.

  --output <folder>   where to write it (packages/docs/site, from where the gateway serves it at /docs)
  --publish <folder>  write it to a folder of its version within this one, beside the versions that are there
  --url <address>     where it will be read, with its last slash: for sitemap.xml
  --help              this text`;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      output: { type: "string", default: defaultOutput },
      publish: { type: "string" },
      url: { type: "string" },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) return console.log(help);
  const started = performance.now();
  // They are among what the site hands out, and a clone has none.
  makeHandlers();
  const files = await siteFiles(undefined, values.url);
  const place = values.publish === undefined ? values.output : publishSite(files, values.publish);
  if (values.publish === undefined) writeSite(files, values.output);
  const bytes = files.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0);
  const tookMs = Math.round(performance.now() - started);
  console.log(`${files.length} files, ${Math.round(bytes / 1024)} kB, in ${tookMs} ms: ${place}`);
}

main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
