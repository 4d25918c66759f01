import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { runStep, runVerb } from "./child.mjs";
import { root, say } from "./environment.mjs";
import { failureOf, SetUpFailure } from "./failure.mjs";
import { installHooks } from "./hooks.mjs";
import { withLock } from "./lock.mjs";
import { filesBelow, fingerprint, stamp } from "./stamp.mjs";
import { availableNode, toolchain } from "./toolchain.mjs";
import { usage, verbs } from "./verbs.mjs";

const generated = "packages/contract/src/generated";

const installed = stamp(join(root, "node_modules", ".portico-installed"), () =>
  fingerprint(
    ["pnpm-lock.yaml", "pnpm-workspace.yaml", "package.json", ...packageFiles()],
    `${availableNode()?.version} ${process.platform} ${process.arch}`,
  ),
);

const generatedFor = stamp(join(root, ".portico", "generated-for"), () =>
  fingerprint([
    ...filesBelow("spec").filter((file) => !file.startsWith(join("spec", "releases"))),
    ...filesBelow("scripts/contract"),
    ...filesBelow("packages/contract/generator"),
    "scripts/generate.ts",
    "pnpm-lock.yaml",
  ]),
);

/** @param {readonly string[]} parameters */
export async function main([name = "--help", ...rest]) {
  const verb = Object.hasOwn(verbs, name) ? verbs[name] : undefined;
  if (verb !== undefined) return run(verb, rest);
  if (["--help", "-h", "help"].includes(name)) process.stdout.write(`${usage()}\n`);
  else {
    process.stderr.write(`portico: there is no verb "${name}".\n${usage()}\n`);
    process.exitCode = 2;
  }
}

/**
 * @param {import("./verbs.mjs").Verb} verb
 * @param {readonly string[]} parameters
 */
async function run(verb, parameters) {
  try {
    await setUp(verb.judges ?? false);
    const [script = "", ...fixed] = verb.command;
    if (!existsSync(join(root, script))) throw new SetUpFailure(`${script} does not exist (yet).`);
    const { node, nodeFolder } = presentNode();
    await runVerb(node, [...(verb.flags ?? []), script, ...fixed, ...parameters], nodeFolder);
  } catch (error) {
    const failure = error instanceof SetUpFailure ? error : failureOf("Setting up", String(error));
    say(failure.message);
    process.exitCode = 1;
  }
}

function presentNode() {
  const node = availableNode();
  if (node === undefined)
    throw new SetUpFailure("The Node that was just set up is gone. Run the same command again.");
  return node;
}

/**
 * Everything that is missing, and nothing when nothing is: the usual case takes milliseconds.
 * @param {boolean} judges
 */
async function setUp(judges) {
  const generates = !(judges || process.env["CI"]);
  const isReady = () =>
    availableNode() !== undefined && isInstalled() && (!generates || isGenerated());
  if (isReady()) return;
  await withLock(async () => {
    if (availableNode() === undefined || !isInstalled()) await install();
    if (generates && !isGenerated()) await generate();
  });
}

function isInstalled() {
  return installed.isCurrent() && packageFiles().every((file) => !lacksModules(file));
}

/** @param {string} file a package.json */
function lacksModules(file) {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, file), "utf8"));
  return (dependencies ?? devDependencies) && !existsSync(join(root, file, "..", "node_modules"));
}

async function install() {
  const { nodeFolder, pnpm } = await toolchain();
  const [command, ...prefix] = pnpm;
  say("installing packages …");
  const started = Date.now();
  installed.remove();
  const options = [
    "--frozen-lockfile",
    "--prefer-offline",
    // The lockfile was checked against the age guard when it was made, and its hashes hold what was checked.
    "--trust-lockfile",
    "--config.confirm-modules-purge=false",
    "--config.optimistic-repeat-install=false",
    "--config.fetch-retries=2",
    "--config.fetch-retry-mintimeout=1000",
  ];
  await runStep("Installing packages", command, [...prefix, "install", ...options], { nodeFolder });
  installed.write();
  installHooks();
  say(`packages are ready (${((Date.now() - started) / 1000).toFixed(1)} s).`);
}

function isGenerated() {
  return existsSync(join(root, generated, "schema.ts")) && generatedFor.isCurrent();
}

async function generate() {
  const { node, nodeFolder } = presentNode();
  const before = fingerprint(filesBelow(generated));
  await runStep("Generating the contract's types from spec/", node, ["scripts/generate.ts"], {
    nodeFolder,
  });
  if (fingerprint(filesBelow(generated)) !== before)
    say(`spec/ has changed: made ${generated} anew; commit it with the spec.`);
  generatedFor.write();
}

/** @returns {string[]} */
function packageFiles() {
  return ["packages", "examples"]
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) =>
      readdirSync(join(root, folder)).map((name) => join(folder, name, "package.json")),
    )
    .filter((file) => existsSync(join(root, file)))
    .sort();
}
