import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { runStep } from "./child.mjs";
import { environment, root, say, stateFolder } from "./environment.mjs";

/**
 * @typedef {object} Toolchain
 * @property {string} node the executable
 * @property {string} nodeFolder
 * @property {string} version
 * @property {readonly [string, ...string[]]} pnpm the command
 */

const pinnedNode = readFileSync(join(root, ".node-version"), "utf8").trim();
const pinnedPnpm = JSON.parse(
  readFileSync(join(root, "package.json"), "utf8"),
).packageManager.split("@")[1];
const folder = join(stateFolder, `node-${pinnedNode}-pnpm-${pinnedPnpm}`);

/** Prism asks for it; a 24 that is older is replaced by the pinned one. */
const oldestMinor = 18;

/**
 * The Node to run on, if there is one: the running one where it fits, else the one fetched earlier.
 * @returns {Omit<Toolchain, "pnpm"> | undefined}
 */
export function availableNode() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  const fits = `${major}` === pinnedNode.split(".")[0] && (minor ?? 0) >= oldestMinor;
  if (fits)
    return {
      node: process.execPath,
      nodeFolder: dirname(process.execPath),
      version: process.versions.node,
    };
  const node = join(folder, nodeIn(platformPackage()));
  return existsSync(node) ? { node, nodeFolder: dirname(node), version: pinnedNode } : undefined;
}

/**
 * Node and pnpm in the pinned versions, fetched through npm into the project where the machine does not have them.
 * @returns {Promise<Toolchain>}
 */
export async function toolchain() {
  const before = availableNode();
  if (before && pnpmOfMachine() === pinnedPnpm) return { ...before, pnpm: ["pnpm"] };
  const script = join(folder, "node_modules", "pnpm", "bin", "pnpm.mjs");
  if (!(before && existsSync(script))) await fetchToolchain(before === undefined);
  const node = availableNode();
  if (node === undefined) throw new Error("The fetched Node cannot be found.");
  return { ...node, pnpm: [node.node, script] };
}

function pnpmOfMachine() {
  const { stdout } = spawnSync("pnpm", ["--version"], {
    cwd: root,
    encoding: "utf8",
    env: environment(),
  });
  return stdout?.trim();
}

/**
 * The folder appears under its name only when it is complete.
 * @param {boolean} withNode
 */
async function fetchToolchain(withNode) {
  say(`fetching ${withNode ? `Node ${pinnedNode} and ` : ""}pnpm ${pinnedPnpm} (once) …`);
  for (const name of readdirSync(stateFolder))
    if (name.startsWith("node-")) rmSync(join(stateFolder, name), { recursive: true, force: true });
  const draft = join(stateFolder, `node-draft-${process.pid}`);
  mkdirSync(draft, { recursive: true });
  writeFileSync(join(draft, "package.json"), '{"private":true}\n');
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  const quiet = [
    "--prefer-offline",
    "--no-audit",
    "--no-fund",
    "--no-update-notifier",
    "--ignore-scripts",
    "--no-package-lock",
  ];
  const patience = [
    "--fetch-retries=2",
    "--fetch-retry-mintimeout=1000",
    "--fetch-retry-maxtimeout=5000",
  ];
  const packages = [
    `pnpm@${pinnedPnpm}`,
    ...(withNode ? [`${platformPackage()}@${pinnedNode}`] : []),
  ];
  await runStep(
    "Fetching Node and pnpm through npm",
    npm,
    ["install", ...quiet, ...patience, ...packages],
    { cwd: draft },
  );
  if (withNode)
    await runStep("Starting the fetched Node", join(draft, nodeIn(platformPackage())), [
      "--version",
    ]);
  renameSync(draft, folder);
}

/** The packages that carry Node's executable; named as the `node` package on npm names them. */
function platformPackage() {
  const platform = process.platform === "win32" ? "win" : process.platform;
  const prefix = platform === "darwin" && process.arch === "arm64" ? "node-bin" : "node";
  return `${prefix}-${platform}-${process.arch}`;
}

/** @param {string} name */
function nodeIn(name) {
  return join("node_modules", name, "bin", process.platform === "win32" ? "node.exe" : "node");
}
