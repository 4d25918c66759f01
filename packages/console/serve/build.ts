import { parseArgs } from "node:util";
import { buildConsole } from "./build-console.ts";

const usage = `Usage: npm run console:build -- [--help]

Builds the console into packages/console/site, from where the gateway serves it at /console.`;

const { values } = parseArgs({
  options: { help: { type: "boolean", short: "h", default: false } },
});

if (values.help) console.log(usage);
else await buildConsole();
