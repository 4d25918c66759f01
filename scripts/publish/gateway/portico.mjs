#!/usr/bin/env node
// The command of the package `portico`: the gateway without arguments, its command line with some. It parses on old Nodes too.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";

const runsOn = "24.21.0";
const [major] = process.versions.node.split(".").map(Number);
const given = process.argv.slice(2);

if (major < 24) onOwnNode();
else if (given.length === 1 && (given[0] === "--version" || given[0] === "-v"))
  console.log(version());
else if (given.length > 0) await start("cli");
else {
  // Under many streams V8 lets its youngest objects take a hundred megabytes more for nothing gained.
  setFlagsFromString("--max-semi-space-size=16");
  await start("main");
}

/** One of the programs, which are in the package alone. */
function start(name) {
  return import(new URL(`../packages/server/dist/gateway/${name}.js`, import.meta.url).href);
}

function version() {
  const manifest = fileURLToPath(new URL("../package.json", import.meta.url));
  return JSON.parse(readFileSync(manifest, "utf8")).version;
}

/** The package of the platform: the package `node` would download it in an install script, which many machines switch off. */
function onOwnNode() {
  const name = `node-${process.platform}-${process.arch}@${runsOn}`;
  console.error(
    `portico: this is Node ${process.versions.node}; fetching Node ${runsOn} (${name}) …`,
  );
  const command = [
    "exec",
    "--yes",
    `--package=${name}`,
    "--",
    "node",
    fileURLToPath(import.meta.url),
  ];
  const { status, error } = spawnSync("npm", [...command, ...given], { stdio: "inherit" });
  if (error !== undefined)
    console.error(`portico: npm cannot be run (${error.message}). Install Node 24 or newer.`);
  process.exitCode = status ?? 1;
}
