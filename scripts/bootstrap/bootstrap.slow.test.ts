import { type ChildProcess, spawn } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { hostname, tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const source = join(import.meta.dirname, "..");
const hashes: Readonly<Record<string, string>> = JSON.parse(
  readFileSync(join(source, "bootstrap/toolchain-hashes.json"), "utf8"),
);
const handlers = "packages/msw/src/generated/operations.ts";
let project = "";

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

function pinnedPnpm(): string {
  const text = readFileSync(join(source, "../package.json"), "utf8");
  return (JSON.parse(text) as { packageManager: string }).packageManager.replace("pnpm@", "");
}

function put(file: string, text: string): void {
  mkdirSync(join(project, file, ".."), { recursive: true });
  writeFileSync(join(project, file), text);
}

const read = (file: string) => readFileSync(join(project, file), "utf8");

function verb(code: string): void {
  put("packages/mock/src/main.ts", code);
}

interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly said: string;
}

function start(parameters: readonly string[], env: Record<string, string> = {}) {
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

const run = (parameters: readonly string[], env?: Record<string, string>) =>
  start(parameters, env).ended;

function steps(): string[] {
  return existsSync(join(project, "log"))
    ? readFileSync(join(project, "log"), "utf8").trim().split("\n")
    : [];
}

function lockHolders(): number {
  try {
    return JSON.parse(readFileSync(join(project, ".portico/lock"), "utf8")).holders.length;
  } catch {
    return 0;
  }
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await delay(20);
}

function kill(child: ChildProcess, signal: NodeJS.Signals): void {
  process.kill(child.pid ?? 0, signal);
}

describe("setting up", () => {
  it("happens once, and again when the lockfile or the spec changes", async () => {
    verb("");
    expect((await run(["mock"])).code).toBe(0);
    await run(["mock"]);
    expect(steps()).toEqual(["install", "generate"]);
    put("spec/openapi.yaml", "openapi: 3.1.1 # changed\n");
    await run(["mock"]);
    expect(steps()).toEqual(["install", "generate", "generate"]);
    put("pnpm-workspace.yaml", "packages: [packages/*]\n");
    await run(["mock"]);
    expect(steps().slice(3)).toEqual(["install"]);
  });

  it("leaves what git holds alone for a verb that judges it, and in CI, but makes the rest", async () => {
    put("scripts/check.ts", "");
    verb("");
    await run(["check"]);
    await run(["mock"], { CI: "true" });
    expect(steps()).toEqual(["install"]);
    expect(read(handlers)).toBe("made ");
    put("packages/contract/src/generated/openapi.json", "{}");
    await run(["check"]);
    expect(read(handlers)).toBe("made made ");
  });

  it("is done again after it was killed midway", async () => {
    verb("");
    const first = start(["mock"], { FAKE_UNTIL: "may-go-on" });
    // The set-up and the tool that it has started.
    await until(() => steps().length === 1 && lockHolders() === 2);
    kill(first.child, "SIGKILL");
    const second = start(["mock"]);
    // The tool that the first had started still runs: a second one beside it would damage its work.
    await until(() => second.said().includes("another set-up of this checkout is running"));
    expect(steps()).toEqual(["install"]);
    put("may-go-on", "");
    await first.ended;
    expect((await second.ended).code).toBe(0);
    expect(steps()).toEqual(["install", "install", "generate"]);
  });

  it("ends with its own end, tool included, when it is interrupted", async () => {
    verb("");
    const first = start(["mock"], { FAKE_HANG: "yes" });
    await until(() => steps().length === 1);
    kill(first.child, "SIGINT");
    expect((await first.ended).signal).toBe("SIGINT");
    expect(existsSync(join(project, ".portico/lock"))).toBe(false);
  });

  it("is done by one of two that start together", async () => {
    verb("");
    const both = [1, 2].map(() => start(["mock"], { FAKE_UNTIL: "may-go-on" }));
    await until(() => both.some(({ said }) => said().includes("another set-up of this checkout")));
    put("may-go-on", "");
    const ended = await Promise.all(both.map((each) => each.ended));
    expect(ended.map(({ code }) => code)).toEqual([0, 0]);
    expect(steps()).toEqual(["install", "generate"]);
    expect(read(handlers)).toBe("made ");
  });

  it("discards the lock of a process that is gone", async () => {
    verb("");
    const gone = spawn("true");
    await new Promise((resolve) => gone.on("close", resolve));
    put(".portico/lock", JSON.stringify({ host: hostname(), holders: [gone.pid] }));
    expect((await run(["mock"])).code).toBe(0);
  });
});

describe("setting up a server", () => {
  const start = (env?: Record<string, string>) => run(["serve"], env);
  beforeEach(() => {
    put("packages/server/src/main.ts", "");
    put("packages/contract/src/generated/schema.ts", "");
  });

  it("installs nothing of development, and takes the generated files as they were committed", async () => {
    expect((await start()).code).toBe(0);
    await start();
    expect(steps()).toEqual(["install production"]);
    expect(read(handlers)).toBe("");
  });

  it("happens once, also beside packages that only development has", async () => {
    const dependencies = { "@portico/contract": "workspace:*" };
    put("packages/contract-tests/package.json", JSON.stringify({ dependencies }));
    await start();
    await start();
    expect(steps()).toEqual(["install production"]);
  });

  it.each(["client", "contract", "core", "docs", "mock", "server"])(
    "happens again where packages/%s has lost what it needs to run",
    async (name) => {
      put(`packages/${name}/package.json`, JSON.stringify({ dependencies: { express: "5.0.0" } }));
      await start();
      await start();
      expect(steps()).toEqual(["install production", "install production"]);
    },
  );

  it("installs everything where spec/ was changed, because the generator is not on a server", async () => {
    await start();
    put("spec/openapi.yaml", "openapi: 3.1.1 # changed\n");
    await start();
    expect(steps()).toEqual(["install production", "install", "build", "generate"]);
  });

  it("leaves a developer's packages where they are", async () => {
    verb("");
    await run(["mock"]);
    put("pnpm-lock.yaml", "lockfileVersion: '9.0' # changed\n");
    await start();
    expect(steps().filter((step) => step.includes("production"))).toEqual([]);
  });

  it("is followed by a full one, and by the scripts that it left out, when a verb of development comes", async () => {
    verb("");
    await start();
    await run(["mock"]);
    expect(steps()).toEqual(["install production", "install", "build"]);
    await start();
    expect(steps()).toHaveLength(3);
  });
});

describe("the program of a server that starts", () => {
  const bundler = "scripts/publish/bundle-gateway.ts";
  beforeEach(() => {
    put("packages/server/src/main.ts", 'console.log("runs the sources");');
    put("packages/contract/src/generated/schema.ts", "");
    put(
      bundler,
      `import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
appendFileSync("log", "bundle\\n");
const [, , folder] = process.argv;
mkdirSync(folder, { recursive: true });
writeFileSync(folder + "/main.js", 'console.log("runs the program");');\n`,
    );
  });
  const said = async () => (await run(["serve"])).said;
  const bundles = () => steps().filter((step) => step === "bundle").length;

  it("is made once for each state of the sources, of which the newest three stay", async () => {
    expect(await said()).toContain("runs the program");
    await said();
    expect(bundles()).toBe(1);
    for (const state of ["two", "three", "four"]) {
      put("packages/core/src/rule.ts", state);
      expect(await said()).toContain("runs the program");
    }
    expect(bundles()).toBe(4);
    expect(readdirSync(join(project, "packages/server/dist"))).toHaveLength(3);
  });

  it("is replaced by the sources where it cannot be made", async () => {
    put(bundler, 'throw new Error("no room on the disk");');
    expect(await said()).toMatch(/no room on the disk[^]*runs the sources/);
  });
});

describe("the documentation of a server that starts", () => {
  const site = "packages/docs/site/index.html";
  const note = ".portico/documentation-state";
  /** A gateway that has started before the documentation was ready, and ends when something is there. */
  const gatewayUntil = (file: string) =>
    put(
      "packages/server/src/main.ts",
      `import { existsSync, writeFileSync } from "node:fs";
console.log("started", existsSync("${site}") ? "with" : "before", "the documentation");
writeFileSync("started", "");
const timer = setInterval(() => existsSync("${file}") && clearInterval(timer), 10);\n`,
    );
  const builds = () => steps().filter((step) => step === "build docs").length;
  beforeEach(() => {
    put("packages/contract/src/generated/schema.ts", "");
    put("packages/docs/guides/index.md", "# Welcome\n");
    put(
      "packages/docs/src/build.ts",
      `import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
appendFileSync("log", "build docs\\n");
const besideGateway = readFileSync("${note}", "utf8") !== "";
while (besideGateway && !existsSync("started")) await new Promise((resolve) => setTimeout(resolve, 10));
if (readFileSync("packages/docs/guides/index.md", "utf8").includes("broken")) throw new Error("a guide is broken");
mkdirSync("packages/docs/site", { recursive: true });
writeFileSync("${site}", readFileSync("${note}", "utf8"));\n`,
    );
  });

  it("is built beside it, once, and again when its sources have changed", async () => {
    gatewayUntil(".portico/documented-for");
    expect(await run(["serve"])).toMatchObject({
      code: 0,
      said: expect.stringContaining("before"),
    });
    // What the page reads while it is being built.
    expect(JSON.parse(read(site))).toEqual({ state: "building", pid: expect.any(Number) });
    expect(existsSync(join(project, note))).toBe(false);
    expect((await run(["serve"])).said).toContain("started with");
    expect(builds()).toBe(1);
    rmSync(join(project, ".portico/documented-for"));
    put("packages/docs/guides/index.md", "# Welcome back\n");
    await run(["serve"]);
    expect(builds()).toBe(2);
  });

  it("does not stop it when it cannot be built, but says what to do", async () => {
    put("packages/docs/guides/index.md", "broken");
    put(
      "packages/server/src/main.ts",
      `import { readFileSync, writeFileSync } from "node:fs";
writeFileSync("started", "");
const timer = setInterval(() => readFileSync("${note}", "utf8").includes("failed") && clearInterval(timer), 10);\n`,
    );
    const { code, said } = await run(["serve"]);
    expect(code).toBe(0);
    expect(said).toContain("npm run docs:build");
    expect(said).toContain("a guide is broken");
    gatewayUntil(".portico/documented-for");
    put("packages/docs/guides/index.md", "# Mended\n");
    await run(["serve"]);
    expect(existsSync(join(project, site))).toBe(true);
  });

  it("is not built again by a start after npm run docs:build, which needs no more than a server does", async () => {
    put(note, "");
    expect((await run(["docs:build"])).code).toBe(0);
    expect(steps()).toEqual(["install production", "build docs"]);
    gatewayUntil(site);
    await run(["serve"]);
    expect(builds()).toBe(1);
  });
});

describe("fetching the tool chain", () => {
  it("hands npm a lockfile with those hashes before anything of it can run", async () => {
    verb("");
    rmSync(join(project, "bin/pnpm"));
    put(
      "bin/npm",
      "#!/bin/sh\necho $* > npm-called\ncp package-lock.json package.json ../..\nexit 1\n",
    );
    chmodSync(join(project, "bin/npm"), 0o755);
    await run(["mock"], { PATH: `${join(project, "bin")}${delimiter}/bin${delimiter}/usr/bin` });
    const lock = JSON.parse(readFileSync(join(project, "package-lock.json"), "utf8"));
    expect(lock.packages["node_modules/pnpm"]).toEqual({
      version: pinnedPnpm(),
      integrity: hashes[`pnpm@${pinnedPnpm()}`],
    });
  });
});

describe("a set-up that fails", () => {
  const failures = {
    "the registry is out of reach": [
      "ERR_PNPM_META_FETCH_FAIL ENOTFOUND",
      "registry cannot be reached",
    ],
    "the disk is full": ["ENOSPC: no space left on device, write", "The disk is full"],
    "a folder is not writable": ["EACCES: permission denied, mkdir", "not writable"],
    "the lockfile is behind": ["ERR_PNPM_OUTDATED_LOCKFILE Cannot install", "run `pnpm install`"],
    "a package is not what it was": ["npm error code EINTEGRITY", "Do not go on"],
    "the certificate is unknown": ["SELF_SIGNED_CERT_IN_CHAIN", "certificate is not trusted"],
  } as const;

  for (const [name, [output, advice]] of Object.entries(failures))
    it(`says what to do when ${name}`, async () => {
      verb("");
      const { code, said } = await run(["mock"], { FAKE_FAILURE: output });
      expect(code).toBe(1);
      expect(said).toContain(advice);
      expect(said).toContain(output);
      expect((await run(["mock"])).code).toBe(0);
    });

  it("says so when there is neither pnpm nor npm", async () => {
    verb("");
    rmSync(join(project, "bin/pnpm"));
    const { code, said } = await run(["mock"], { PATH: join(project, "bin") });
    expect(code).toBe(1);
    expect(said).toContain("npm was not found");
  });
});

describe("the verb", () => {
  it("gets its arguments as they are, and no npm variables", async () => {
    verb(
      `console.log(JSON.stringify([process.argv.slice(2), Object.keys(process.env).filter((name) => /^npm_/.test(name))]));`,
    );
    const { said } = await run(["mock", "keys", "--name", "a b"], {
      npm_config_registry: "x",
      npm_package_name: "y",
    });
    expect(said).toContain('[["keys","--name","a b"],[]]');
  });

  it("that asks the registry by itself is told how the machine reaches it", async () => {
    put(
      "scripts/newcomer/main.ts",
      `console.log(JSON.stringify(Object.keys(process.env).filter((name) => /^npm_/.test(name))));`,
    );
    const settings = { npm_config_registry: "x", npm_config_cache: "y", npm_package_name: "z" };
    const { said } = await run(["newcomer"], settings);
    expect(said).toContain('["npm_config_registry"]');
  });

  it("passes its exit code on", async () => {
    verb("process.exit(42);");
    expect((await run(["mock"])).code).toBe(42);
  });

  it("passes on the signal that it died of", async () => {
    verb(`process.kill(process.pid, "SIGTERM"); setInterval(() => undefined, 1000);`);
    expect((await run(["mock"])).signal).toBe("SIGTERM");
  });

  for (const signal of ["SIGINT", "SIGTERM"] as const)
    it(`is given ${signal} once and may end in its own time`, async () => {
      verb(`let seen = 0;
process.on("${signal}", () => { seen += 1; setTimeout(() => process.exit(10 + seen), 200); });
setInterval(() => undefined, 1000);
console.log("listening");`);
      const running = start(["mock"]);
      await until(() => running.said().includes("listening"));
      kill(running.child, signal);
      expect((await running.ended).code).toBe(11);
    });

  it("is named when it does not exist, with the ones that do", async () => {
    const { code, said } = await run(["tset"]);
    expect(code).toBe(2);
    expect(said).toMatch(/no verb "tset"[\s\S]*survival/);
  });
});
