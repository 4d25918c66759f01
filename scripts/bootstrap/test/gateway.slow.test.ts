import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { project, put, read, run, steps } from "./test-project.ts";

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

  it("is made beforehand by npm run gateway:build, which starts nothing", async () => {
    const { code, said: told } = await run(["gateway:build"]);
    expect(code).toBe(0);
    expect(told).not.toContain("runs the");
    expect(await said()).toContain("runs the program");
    expect(steps()).toEqual(["install production", "bundle"]);
  });

  it("does not keep other set-ups waiting while it runs", async () => {
    const isLocked = 'process.getBuiltinModule("fs").existsSync(".portico/lock")';
    put(bundler, read(bundler).replace('"runs the program"', `"is locked:", ${isLocked}`));
    expect(await said()).toContain("is locked: false");
  });

  it("is replaced by the sources where it cannot be made", async () => {
    put(bundler, 'throw new Error("no room on the disk");');
    expect(await said()).toMatch(/no room on the disk[\s\S]*runs the sources/);
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
