import { spawn } from "node:child_process";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { setPriority } from "node:os";
import { join } from "node:path";
import { environment, root, say, stateFolder } from "./environment.mjs";
import { filesBelow, fingerprint, stamp } from "./stamp.mjs";

const builder = "packages/docs/src/build.ts";
const site = join(root, "packages/docs/site");
/** What the gateway's page says until the site is there: packages/server/src/http/docs-pending.ts reads it. */
const note = join(stateFolder, "documentation-state");

/** The sources of the site: when one of them changes, the next start builds it again. */
export const documentedFor = stamp(join(stateFolder, "documented-for"), () =>
  fingerprint(
    [
      ...["src", "panel", "guides", "samples", "assets"].flatMap((name) =>
        filesBelow(`packages/docs/${name}`),
      ),
      ...filesBelow("packages/contract/src/generated"),
      // What the packages are made of that the site hands out.
      ...[
        "client",
        "msw",
        "publish",
        "react-query",
        "scenarios",
        "simulated-gateway",
        "simulated-model",
      ].flatMap((name) => filesBelow(`packages/${name}/src`)),
      ...["client", "msw", "react-query"].flatMap((name) =>
        ["package.json", "README.md", "CHANGELOG.md"].map((file) => `packages/${name}/${file}`),
      ),
      ...filesBelow(".changeset"),
      "pnpm-lock.yaml",
    ].filter((file) => existsSync(join(root, file))),
  ),
);

/**
 * Builds the documentation beside the gateway that is starting, which must not wait for it.
 * @param {string} node
 * @param {string} nodeFolder
 */
export function documentInBackground(node, nodeFolder) {
  if (!existsSync(join(root, builder))) return;
  if (existsSync(site) && documentedFor.isCurrent()) return;
  try {
    mkdirSync(stateFolder, { recursive: true });
    tell("building");
  } catch (error) {
    return failed(String(error));
  }
  const made = documentedFor.input();
  const child = spawn(node, [builder], {
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
  child.once("error", (error) => failed(String(error)));
  child.once("close", (code) => {
    process.off("exit", stop);
    if (code !== 0) return failed(output);
    rmSync(note, { force: true });
    documentedFor.write(made);
  });
  yieldTo(child.pid);
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

/** @param {"building" | "failed"} state */
function tell(state) {
  writeFileSync(note, JSON.stringify({ state, pid: process.pid }));
}

/** @param {string} output */
function failed(output) {
  const tail = output.trim().split("\n").slice(-8).join("\n  | ");
  say(
    `the documentation could not be built; the gateway runs without it.\n  Run npm run docs:build, as the owner of this folder: it says what is wrong, and /docs/ needs no restart.\n  | ${tail}`,
  );
  try {
    tell("failed");
  } catch {
    // The folder cannot be written: the page then says how to build, as where nothing was tried.
  }
}
