import { accessSync, constants, mkdirSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
export const stateFolder = join(root, ".portico");

/** Settings of the caller's npm that say how to reach the registry; a set-up behind a mirror needs them. */
const reach =
  /^npm_config_(registry|userconfig|globalconfig|cafile|ca|proxy|https_proxy|noproxy|strict_ssl)$/;

/**
 * The environment without what the calling npm added to it: a second npm or pnpm would take its
 * parent's settings for the user's own.
 * @param {{ nodeFolder?: string, forSetUp?: boolean }} [options]
 * @returns {NodeJS.ProcessEnv}
 */
export function environment({ nodeFolder, forSetUp = false } = {}) {
  const kept = Object.entries(process.env).filter(
    ([name]) => !name.startsWith("npm_") || (forSetUp && reach.test(name)),
  );
  const path = [nodeFolder, join(root, "node_modules", ".bin"), process.env["PATH"]];
  return {
    // Certificates that the machine trusts count, as behind an inspecting proxy; the fetched Node knows only its own.
    ...(forSetUp && { NODE_USE_SYSTEM_CA: "1" }),
    // Sources run as they are; what Node makes of them is kept for the next start. The user's own choice wins.
    ...(!forSetUp && { NODE_COMPILE_CACHE: join(stateFolder, "compiled") }),
    ...Object.fromEntries(kept),
    PATH: path.filter(Boolean).join(delimiter),
  };
}

/**
 * A service often runs as a user that owns nothing here.
 * @param {string} folder
 */
export function mayWrite(folder) {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** @param {string} message */
export function say(message) {
  process.stderr.write(`portico: ${message}\n`);
}
