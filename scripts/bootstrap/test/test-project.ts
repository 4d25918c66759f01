import { spawn } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterEach, beforeEach } from "vitest";

const source = join(import.meta.dirname, "../..");
export const handlers = "packages/msw/src/generated/operations.ts";
export let project = "";

/** A project in which setting up takes no network: its pnpm and its generator only note that they ran. */
beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), "portico-bootstrap-"));
  cpSync(join(source, "run.mjs"), join(project, "scripts/run.mjs"), { recursive: true });
  cpSync(join(source, "bootstrap"), join(project, "scripts/bootstrap"), { recursive: true });
  put("package.json", readFileSync(join(source, "../package.json"), "utf8"));
  put(".node-version", process.versions.node);
  put("pnpm-lock.yaml", "lockfileVersion: '9.0'\n");
  put("pnpm-workspace.yaml", "packages: []\n");
  put("spec/openapi.yaml", "openapi: 3.1.1\n");
  put(
    "scripts/generate.ts",
    `import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
appendFileSync("log", "generate\\n");
mkdirSync("packages/contract/src/generated", { recursive: true });
writeFileSync("packages/contract/src/generated/schema.ts", "");\n`,
  );
  put(handlers, "");
  put(
    "packages/mock/generator/handlers/make-handlers.ts",
    `import { appendFileSync } from "node:fs";\nappendFileSync("${handlers}", "made ");\n`,
  );
  put(
    "bin/pnpm",
    `#!/bin/sh
[ "$1" = --version ] && echo ${pinnedPnpm()} && exit
case "$*" in *rebuild*) echo build ;; *--prod*) echo install production ;; *) echo install ;; esac >> log
[ -z "$FAKE_HANG" ] || exec sleep 30
while [ -n "$FAKE_UNTIL" ] && [ ! -e "$FAKE_UNTIL" ]; do sleep 0.1; done
mkdir -p node_modules
[ -z "$FAKE_FAILURE" ] || { echo "$FAKE_FAILURE"; exit 1; }\n`,
  );
  chmodSync(join(project, "bin/pnpm"), 0o755);
});

afterEach(() => rmSync(project, { recursive: true, force: true }));

export function pinnedPnpm(): string {
  const text = readFileSync(join(source, "../package.json"), "utf8");
  return (JSON.parse(text) as { packageManager: string }).packageManager.replace("pnpm@", "");
}

export function put(file: string, text: string): void {
  mkdirSync(join(project, file, ".."), { recursive: true });
  writeFileSync(join(project, file), text);
}

export const read = (file: string) => readFileSync(join(project, file), "utf8");

export function verb(code: string): void {
  put("packages/mock/src/main.ts", code);
}

interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly said: string;
}

export function start(parameters: readonly string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, ["scripts/run.mjs", ...parameters], {
    cwd: project,
    env: { PATH: `${join(project, "bin")}${delimiter}${process.env["PATH"]}`, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  child.stdout.on("data", (chunk) => (said += chunk));
  child.stderr.on("data", (chunk) => (said += chunk));
  const ended = new Promise<Ended>((resolve) =>
    child.on("close", (code, signal) => resolve({ code, signal, said })),
  );
  return { child, ended, said: () => said };
}

export const run = (parameters: readonly string[], env?: Record<string, string>) =>
  start(parameters, env).ended;

export function steps(): string[] {
  return existsSync(join(project, "log"))
    ? readFileSync(join(project, "log"), "utf8").trim().split("\n")
    : [];
}
