import { execFileSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { runStep, runVerb } from "./child.mjs";
import { root, say } from "./environment.mjs";
import { failureOf, SetUpFailure } from "./failure.mjs";
import { buildGateway, gatewayProgram } from "./gateway.mjs";
import { areHandlersMade, handlers, makeHandlers } from "./handlers.mjs";
import { withLock } from "./lock.mjs";
import { buildInBackground, sites } from "./sites.mjs";
import { filesBelow, fingerprint, stamp } from "./stamp.mjs";
import { availableNode, toolchain } from "./toolchain.mjs";
import { everything, production } from "./tree.mjs";
import { usage, usageOf, verbs } from "./verbs.mjs";

const schema = "packages/contract/src/generated/schema.ts";

const generatedFor = stamp(join(root, ".portico", "generated-for"), () =>
  fingerprint([
    ...filesBelow("spec").filter((file) => !file.startsWith(join("spec", "releases"))),
    ...filesBelow("scripts/contract"),
    ...inEachPackage("generator"),
    "scripts/generate.ts",
    "pnpm-lock.yaml",
  ]),
);

/** @param {readonly string[]} parameters */
export async function main([name = "--help", ...rest]) {
  const verb = Object.hasOwn(verbs, name) ? verbs[name] : undefined;
  if (verb?.isPlain && rest.some((word) => ["--help", "-h"].includes(word)))
    return void process.stdout.write(`${usageOf(name, verb)}\n`);
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
    await setUp(verb);
    const [script = "", ...fixed] = verb.command;
    if (!existsSync(join(root, script))) throw new SetUpFailure(`${script} does not exist (yet).`);
    const { node, nodeFolder } = presentNode();
    if (verb === verbs["gateway:build"]) return await buildGateway({ node, nodeFolder });
    const program = verb.isGateway ? await gatewayProgram(script, { node, nodeFolder }) : script;
    if (verb.isGateway) void buildInBackground(node, nodeFolder);
    const command = [...(verb.flags ?? []), program, ...fixed, ...parameters];
    await runVerb(node, command, nodeFolder, verb.fetches);
    const built = sites.find(({ command: name }) => verb === verbs[name]);
    if (parameters.length === 0 && process.exitCode === 0) built?.builtFor.write();
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
 * @param {import("./verbs.mjs").Verb} verb
 */
async function setUp(verb) {
  const generates = !(verb.judges || process.env["CI"]);
  const isInstalled = () => availableNode() !== undefined && treeFor(verb).isCurrent();
  const hasGenerated = () => !generates || isGenerated();
  const hasHandlers = () => verb.isProduction || areHandlersMade();
  if (isInstalled() && hasGenerated() && hasHandlers()) return;
  await withLock(async () => {
    if (!isInstalled()) await install(treeFor(verb));
    // A fresh clone has the generated files that belong to it: `npm run check` holds every commit to that.
    if (verb.isProduction && !generatedFor.exists()) generatedFor.write();
    if (!hasGenerated()) {
      // The generator is no part of production.
      if (!everything.isCurrent()) await install(everything);
      await generate();
    }
    if (!hasHandlers()) await makeHandlers(presentNode());
  });
}

/**
 * A verb of production gets by with less than everything, but never takes away what a developer has installed.
 * @param {import("./verbs.mjs").Verb} verb
 */
function treeFor(verb) {
  return verb.isProduction && !everything.wasInstalled() ? production : everything;
}

/** @param {import("./tree.mjs").Tree} tree */
async function install(tree) {
  const { nodeFolder, pnpm } = await toolchain();
  const [command, ...prefix] = pnpm;
  say(`installing packages (${tree.name}) …`);
  const started = Date.now();
  // The production tree runs no package's script, also not of those that tests need: they are still to be built.
  const isUnbuilt = tree === everything && production.wasInstalled();
  for (const each of [everything, production]) each.remove();
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
  await runStep(
    "Installing packages",
    command,
    [...prefix, "install", ...options, ...tree.options],
    { nodeFolder },
  );
  if (isUnbuilt)
    await runStep(
      "Building packages",
      command,
      [...prefix, "--recursive", "rebuild", "--pending"],
      { nodeFolder },
    );
  tree.write();
  if (tree === everything) installHooks();
  say(`packages are ready (${((Date.now() - started) / 1000).toFixed(1)} s).`);
}

function isGenerated() {
  return existsSync(join(root, schema)) && generatedFor.isCurrent();
}

/** @param {string} folder */
function inEachPackage(folder) {
  const packages = join(root, "packages");
  return (existsSync(packages) ? readdirSync(packages) : []).flatMap((name) =>
    filesBelow(join("packages", name, folder)),
  );
}

/** Those that git holds. */
function generatedFiles() {
  return inEachPackage("src/generated").filter((file) => !file.startsWith(handlers));
}

async function generate() {
  const { node, nodeFolder } = presentNode();
  const before = fingerprint(generatedFiles());
  await runStep("Generating the contract's types from spec/", node, ["scripts/generate.ts"], {
    nodeFolder,
  });
  if (fingerprint(generatedFiles()) !== before)
    say("spec/ has changed: made packages/*/src/generated again; commit it with the spec.");
  generatedFor.write();
}

/** Points git at .githooks, once, in a checkout of one's own; whoever has set another path keeps it. */
function installHooks() {
  if (process.env["CI"] || !existsSync(join(root, ".git"))) return;
  try {
    if (gitSetting("core.hooksPath") !== "") return;
    execFileSync("git", ["config", "core.hooksPath", ".githooks"], { cwd: root, stdio: "ignore" });
    say("commits now format and lint what is staged (skip one with git commit --no-verify).");
  } catch {
    // No git on this machine: nobody commits here.
  }
}

/** @param {string} key */
function gitSetting(key) {
  try {
    return execFileSync("git", ["config", "--get", key], { cwd: root, encoding: "utf8" }).trim();
  } catch {
    return "";
  }
}
