import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { root, say } from "./environment.mjs";

/** Points git at .githooks, once, in a checkout of one's own; whoever has set another path keeps it. */
export function installHooks() {
  if (process.env["CI"] || !existsSync(join(root, ".git"))) return;
  try {
    if (read("core.hooksPath") !== "") return;
    execFileSync("git", ["config", "core.hooksPath", ".githooks"], { cwd: root, stdio: "ignore" });
    say("commits now format and lint what is staged (skip one with git commit --no-verify).");
  } catch {
    // No git on this machine: nobody commits here.
  }
}

/** @param {string} key */
function read(key) {
  try {
    return execFileSync("git", ["config", "--get", key], { cwd: root, encoding: "utf8" }).trim();
  } catch {
    return "";
  }
}
