import { spawn } from "node:child_process";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { setPriority } from "node:os";
import { join } from "node:path";
import { environment, mayWrite, root, say, stateFolder } from "./environment.mjs";
import { handlers } from "./handlers.mjs";
import { filesBelow, fingerprint, stamp } from "./stamp.mjs";

/**
 * Files that the gateway serves and that are built from source: the console, which takes a second, and the documentation.
 * @typedef {object} Site
 * @property {"console" | "documentation"} name
 * @property {string} builder
 * @property {string} folder
 * @property {string} command builds it by hand
 * @property {ReturnType<typeof stamp>} builtFor its sources: when one of them changes, the next start builds it again
 */

/** @type {readonly Site[]} */
export const sites = [
  {
    name: "console",
    builder: "packages/console/serve/build.ts",
    folder: join(root, "packages/console/site"),
    command: "console:build",
    builtFor: stamp(join(stateFolder, "console-built-for"), () =>
      fingerprint(
        [
          ...filesBelow("packages/console/src"),
          ...filesBelow("packages/console/serve"),
          ...["client", "react-query", "try-it"].flatMap((name) =>
            filesBelow(`packages/${name}/src`),
          ),
          "packages/console/index.html",
          "packages/console/vite.config.ts",
          "packages/docs/assets/theme.css",
          "pnpm-lock.yaml",
        ].filter((file) => existsSync(join(root, file))),
      ),
    ),
  },
  {
    name: "documentation",
    builder: "packages/docs/src/build.ts",
    folder: join(root, "packages/docs/site"),
    command: "docs:build",
    builtFor: stamp(join(stateFolder, "documented-for"), () =>
      fingerprint(documentationSources().filter((file) => existsSync(join(root, file)))),
    ),
  },
];

function documentationSources() {
  return [
    ...["src", "panel", "guides", "samples", "assets"].flatMap((name) =>
      filesBelow(`packages/docs/${name}`),
    ),
    ...filesBelow("packages/contract/src/generated"),
    // What the packages are made of that the site hands out.
    ...["client", "core", "mock", "msw", "react-query"]
      .flatMap((name) => filesBelow(`packages/${name}/src`))
      .filter((file) => !file.startsWith(handlers)),
    ...filesBelow("packages/mock/generator/handlers"),
    ...filesBelow("scripts/publish"),
    ...["client", "msw", "react-query"].flatMap((name) =>
      ["package.json", "README.md", "CHANGELOG.md"].map((file) => `packages/${name}/${file}`),
    ),
    ...filesBelow(".changeset"),
    "pnpm-lock.yaml",
  ];
}

/**
 * Builds what is missing or older than its sources, one after the other, beside the gateway that is starting, which must
 * not wait for it.
 * @param {string} node
 * @param {string} nodeFolder
 */
export async function buildInBackground(node, nodeFolder) {
  const missing = sites.filter(
    ({ builder, folder, builtFor }) =>
      existsSync(join(root, builder)) && !(existsSync(folder) && builtFor.isCurrent()),
  );
  if (missing.length === 0) return;
  if (!mayWrite(stateFolder)) return sayHowToBuild(missing);
  for (const site of missing) tell(site, "building");
  for (const site of missing) await build(site, node, nodeFolder);
}

/** @param {readonly Site[]} missing */
function sayHowToBuild(missing) {
  const names = missing.map(({ name }) => `the ${name}`).join(" and ");
  const commands = missing.map(({ command }) => `npm run ${command}`).join(" && ");
  say(`${names} cannot be built or brought up to date, because this user may not write to ${root}.
  The gateway runs all the same. As the owner of that folder run: ${commands}`);
}

/**
 * @param {Site} site
 * @param {string} node
 * @param {string} nodeFolder
 * @returns {Promise<void>}
 */
function build(site, node, nodeFolder) {
  const made = site.builtFor.input();
  const child = spawn(node, [site.builder], {
    cwd: root,
    env: environment({ nodeFolder }),
    stdio: ["ignore", "ignore", "pipe"],
  });
  let output = "";
  child.stderr.on("data", (chunk) => {
    output += chunk;
  });
  const stop = () => child.kill();
  process.once("exit", stop);
  yieldTo(child.pid);
  return new Promise((resolve) => {
    child.once("error", (error) => resolve(failed(site, String(error))));
    child.once("close", (code) => {
      process.off("exit", stop);
      if (code !== 0) return resolve(failed(site, output));
      rmSync(noteOf(site), { force: true });
      site.builtFor.write(made);
      resolve();
    });
  });
}

/**
 * What the gateway's page says until the site is there: packages/server/src/http/pages/site-pending.ts reads it.
 * @param {Site} site
 */
function noteOf({ name }) {
  return join(stateFolder, `${name}-state`);
}

/**
 * The gateway's own start comes first, on a machine of one processor as well.
 * @param {number | undefined} pid
 */
function yieldTo(pid) {
  try {
    if (pid !== undefined) setPriority(pid, 10);
  } catch {
    // Ended already, or the system has no priorities.
  }
}

/**
 * Without a folder for it there is no note: the page then says how to build, as where nothing was tried.
 * @param {Site} site
 * @param {"building" | "failed"} state
 */
function tell(site, state) {
  try {
    writeFileSync(noteOf(site), JSON.stringify({ state, pid: process.pid }));
  } catch (error) {
    say(`the ${site.name} has no note of its state: ${String(error)}`);
  }
}

/**
 * @param {Site} site
 * @param {string} output
 */
function failed(site, output) {
  const { name, command } = site;
  const tail = output.trim().split("\n").slice(-8).join("\n  | ");
  say(
    `the ${name} could not be built; the gateway runs without it.\n  Run npm run ${command}, as the owner of this folder: it says what is wrong, and the gateway needs no restart.\n  | ${tail}`,
  );
  tell(site, "failed");
}
