import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, existsSync, readFileSync, rmSync } from "node:fs";
import { hostname } from "node:os";
import { delimiter, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { beforeEach, describe, expect, it } from "vitest";
import {
  handlers,
  pinnedPnpm,
  project,
  put,
  read,
  run,
  start,
  steps,
  verb,
} from "./test-project.ts";

const hashes: Readonly<Record<string, string>> = JSON.parse(
  readFileSync(join(import.meta.dirname, "../toolchain-hashes.json"), "utf8"),
);

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
