import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./environment.mjs";
import { fingerprint, stamp } from "./stamp.mjs";
import { availableNode } from "./toolchain.mjs";

/**
 * What is installed: everything, or what a gateway in production runs on. Code that only development needs is then
 * not on the server at all, and no package runs a script at its installation.
 * @typedef {object} Tree
 * @property {string} name
 * @property {readonly string[]} options pnpm's
 * @property {() => boolean} isCurrent
 * @property {() => boolean} wasInstalled
 * @property {() => void} remove
 * @property {() => void} write
 */

/** @type {Tree} */
export const everything = tree("everything", ".portico-installed", () => packageFiles(), []);

/** The gateway, its command line, its console and its documentation. @type {Tree} */
export const production = tree(
  "what the gateway needs",
  ".portico-installed-production",
  () =>
    packageFiles().filter((file) =>
      /^packages.(client|console|contract|core|docs|mock|react-query|server).package.json$/.test(
        file,
      ),
    ),
  [
    "--prod",
    "--ignore-scripts",
    ...["server", "console", "docs"].flatMap((name) => ["--filter", `@portico/${name}...`]),
    // The client runs from source on the contract, which its published package holds and does not depend on.
    "--filter",
    "portico",
  ],
);

/**
 * @param {string} name
 * @param {string} stampName
 * @param {() => readonly string[]} files
 * @param {readonly string[]} options
 * @returns {Tree}
 */
function tree(name, stampName, files, options) {
  const done = stamp(join(root, "node_modules", stampName), () =>
    fingerprint(
      ["pnpm-lock.yaml", "pnpm-workspace.yaml", "package.json", ...packageFiles()],
      `${name} ${availableNode()?.version} ${process.platform} ${process.arch}`,
    ),
  );
  return {
    name,
    options,
    isCurrent: () =>
      done.isCurrent() && files().every((file) => !lacksModules(file, options.length > 0)),
    wasInstalled: done.exists,
    remove: done.remove,
    write: done.write,
  };
}

/**
 * @param {string} file a package.json
 * @param {boolean} isProduction
 */
function lacksModules(file, isProduction) {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, file), "utf8"));
  const needs = dependencies ?? (isProduction ? undefined : devDependencies);
  return needs && !existsSync(join(root, file, "..", "node_modules"));
}

/** @returns {string[]} */
function packageFiles() {
  return ["packages", "examples", "scripts"]
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) =>
      readdirSync(join(root, folder)).map((name) => join(folder, name, "package.json")),
    )
    .filter((file) => existsSync(join(root, file)))
    .sort();
}
