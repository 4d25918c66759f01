import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { filesOfGit } from "@portico/test-support/files-of-git";
import { afterAll, beforeAll, expect, it } from "vitest";

const root = join(import.meta.dirname, "../../../..");
const unit = readFileSync(join(root, "deploy/systemd/portico.service"), "utf8");
const scratch = mkdtempSync(join(tmpdir(), "portico-service-"));
const folder = join(scratch, "portico");
const node = join(scratch, "node");
/** Debian's *nobody*: it owns nothing, and may write to what is given to it alone. */
const nobody = 65_534;
/** Another user's process can only be started by root; CI is. */
const isRoot = process.getuid?.() === 0;

beforeAll(() => {
  if (!isRoot) return;
  chmodSync(scratch, 0o755);
  copyFileSync(process.execPath, node);
  for (const file of filesOfGit(root)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(root, file), join(folder, file));
  }
  // The pinned pnpm, where this project has fetched it, so that it is not fetched again.
  const fetched = existsSync(join(root, ".portico")) ? readdirSync(join(root, ".portico")) : [];
  for (const name of fetched.filter((one) => one.startsWith("node-")))
    cpSync(join(root, ".portico", name), join(folder, ".portico", name), { recursive: true });
  const [, commands = ""] =
    /^# {3}(npm run gateway:build && npm run docs:build && npm run console:build)\b/m.exec(unit) ??
    [];
  expect(commands).not.toBe("");
  execFileSync("sh", ["-ec", commands], { cwd: folder, env: withoutNpm(), stdio: "pipe" });
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

it.runIf(isRoot)("serves both sites as a user that may not write to the project", async () => {
  const before = listing();
  const { replies, log, program } = await played();
  expect(program).toMatch(/^packages\/server\/dist\/[0-9a-f]{16}\/main\.js$/);
  expect(replies).toEqual({ "/healthz": 200, "/docs/": 200, "/console/": 200 });
  expect(log).not.toMatch(/^ {4}at |EACCES/m);
  expect(listing()).toEqual(before);
});

it.runIf(isRoot)("says in one sentence what its user cannot build", async () => {
  for (const name of ["packages/console/site", "packages/server/dist"])
    renameSync(join(folder, name), join(folder, `${name}.away`));
  const { replies, log, program } = await played();
  expect(program).toBe("packages/server/src/main.ts");
  expect(replies).toEqual({ "/healthz": 200, "/docs/": 200, "/console/": 503 });
  for (const verb of ["gateway:build", "console:build"])
    expect(log).toContain(`As the owner of that folder run: npm run ${verb}\n`);
  expect(log).not.toMatch(/^ {4}at |EACCES/m);
});

/** What the unit starts, with its environment, until each address has answered. */
async function played() {
  const data = mkdtempSync(join(scratch, "data-"));
  chownSync(data, nobody, nobody);
  const [, parameters = ""] = /^ExecStart=\/usr\/bin\/node (.*)$/m.exec(unit) ?? [];
  const [, environment = ""] = /^Environment=(.*)$/m.exec(unit) ?? [];
  const service = spawn(node, parameters.split(" "), {
    cwd: folder,
    uid: nobody,
    gid: nobody,
    env: {
      PATH: "/usr/bin:/bin",
      ...Object.fromEntries(environment.split(" ").map((one) => one.split("="))),
      ...{ PORTICO_DATA: data, NODE_COMPILE_CACHE: join(data, "compiled"), PORT: "0" },
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = once(service, "exit");
  let log = "";
  service.stderr.setEncoding("utf8").on("data", (chunk) => (log += chunk));
  service.stdout.setEncoding("utf8").on("data", (chunk) => (log += chunk));
  try {
    await expect.poll(() => log).toMatch(/http:\/\/[\d.]+:\d+/);
    const [url] = /http:\/\/[\d.]+:\d+/.exec(log) ?? [];
    const replies: Record<string, number> = {};
    for (const path of ["/healthz", "/docs/", "/console/"])
      replies[path] = (await fetch(`${url}${path}`, { headers: { accept: "text/html" } })).status;
    return { replies, log, program: programBelow(service.pid) };
  } finally {
    service.kill("SIGTERM");
    await ended;
  }
}

/** What Node runs in the one process that a process has started. */
function programBelow(pid = 0): string | undefined {
  const child = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim();
  const words = readFileSync(`/proc/${child}/cmdline`, "utf8").split("\0").slice(1);
  return words.find((word) => !word.startsWith("--"));
}

/** The owner's own npm, without the settings of the npm that runs the tests. */
function withoutNpm(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(npm_(?!config_)|VITEST)/.test(name),
  );
  return Object.fromEntries(kept);
}

function listing(): readonly string[] {
  const folders = [".", ".portico", "packages/docs", "packages/console", "packages/server"];
  return folders.flatMap((name) =>
    readdirSync(join(folder, name)).map((file) => `${name}/${file}`),
  );
}
