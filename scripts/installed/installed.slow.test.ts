import { execFile } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { operationIds } from "@portico/contract";
import { freePort } from "@portico/test-support/free-port";
import { readmeSamples } from "@portico/test-support/readme-samples";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { packGateway } from "../publish/pack-gateway.ts";
import { packedPackage } from "../publish/packed-package.ts";
import { packagesFolder, projectFolder } from "../publish/workspace.ts";
import { firstAnswer } from "./first-answer.ts";
import { type Registry, startRegistry } from "./registry.ts";

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), "portico-installed-"));
const libraries = ["client", "react-query", "msw", "mock"] as const;
/** What a page or a test brings itself. */
const peers = ["react@19.3.1", "@tanstack/react-query@5.108.0", "zod@4.6.7"];
let registry: Registry;

/** Both sites belong to the gateway's package; a clone in which they are not built yet builds them once. */
async function buildSites(): Promise<void> {
  for (const [site, builder] of [
    ["packages/docs/site", "packages/docs/src/build.ts"],
    ["packages/console/site", "packages/console/serve/build.ts"],
  ] as const)
    if (!existsSync(join(projectFolder, site, "index.html")))
      await run(process.execPath, [join(projectFolder, builder)], { cwd: projectFolder });
}

/** How this machine reaches its registry. */
const wayOut = /^(?:https?_proxy|no_proxy|NODE_EXTRA_CA_CERTS)$/i;

/** As a stranger's machine: nothing of this one's configuration or cache. npm and npx run on the first Node of the path. */
function environment(home: string, node = process.execPath) {
  const { PATH = "" } = process.env;
  const reaches = Object.entries(process.env).filter(([name]) => wayOut.test(name));
  return {
    ...Object.fromEntries(reaches),
    PATH: [dirname(node), dirname(process.execPath), PATH].join(":"),
    HOME: home,
    npm_config_registry: registry.url,
    npm_config_cache: join(home, ".npm"),
    npm_config_audit: "false",
    npm_config_fund: "false",
    npm_config_update_notifier: "false",
  };
}

function emptyProject(name: string): string {
  const cwd = join(folder, name);
  mkdirSync(cwd, { recursive: true });
  writeFileSync(join(cwd, "package.json"), JSON.stringify({ name, type: "module", private: true }));
  return cwd;
}

/** Bytes of an archive: what an installation fetches of ours. */
const budgets = {
  // Every member says on hover what it is, in both forms of the package.
  client: 250_000,
  mock: 450_000,
  msw: 350_000,
  // The documentation for reading offline is 1.6 MB of it.
  portico: 8_200_000,
  "react-query": 160_000,
};
const archives: Record<string, string> = {};

beforeAll(async () => {
  await buildSites();
  archives["portico"] = await packGateway(folder);
  for (const name of libraries) {
    const path = join(folder, `${name}.tgz`);
    writeFileSync(path, packedPackage(name));
    archives[name] = path;
  }
  registry = await startRegistry(Object.values(archives));
}, 600_000);
afterAll(async () => {
  await registry[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

it.each(Object.entries(budgets))("the archive of %s keeps its budget of %i bytes", (name, most) => {
  expect(statSync(archives[name] ?? "").size).toBeLessThan(most);
});

/** Node 20 comes from npm, as the gateway's own Node does. */
const nodes = [
  ["24", null, "msw@3.0.5"],
  // MSW 3 needs Node 22.
  ["20", `node-${process.platform}-${process.arch}@20.20.2`, "msw@2.15.0"],
] as const;

type NodeOf = (typeof nodes)[number];

/** Of a project in which it was installed. */
function nodeIn(cwd: string, nodePackage: NodeOf[1]): string {
  if (nodePackage === null) return process.execPath;
  return join(cwd, "node_modules", nodePackage.split("@")[0] ?? "", "bin/node");
}

describe.each(nodes)("an empty project on Node %s", (major, nodePackage, msw) => {
  const cwd = emptyProject(`node-${major}`);
  const node = () => nodeIn(cwd, nodePackage);

  beforeAll(async () => {
    const wanted = libraries.map((name) => `@portico/${name}`);
    const more = nodePackage === null ? [] : [nodePackage];
    await run("npm", ["install", ...wanted, ...peers, msw, ...more], {
      cwd,
      env: environment(cwd),
    });
  }, 600_000);

  it("has no Prism, and runs on the Node that is meant", async () => {
    expect(existsSync(join(cwd, "node_modules/@stoplight"))).toBe(false);
    const { stdout } = await run(node(), ["--version"]);
    expect(stdout).toMatch(new RegExp(`^v${major}\\.`));
  });

  it("has hooks for every operation, made by the first sample of their README", async () => {
    const readme = readFileSync(join(packagesFolder, "react-query/README.md"), "utf8");
    const [, source = ""] = /^```ts run file=portico\.ts\n([\s\S]*?)^```$/m.exec(readme) ?? [];
    writeFileSync(join(cwd, "portico.mjs"), stripTypeScriptTypes(source));
    const program = `import { portico } from "./portico.mjs";
      console.log(Object.values(portico).filter(({ useQuery, useMutation }) => useQuery ?? useMutation).length);`;
    writeFileSync(join(cwd, "hooks.mjs"), program);
    const env = {
      ...environment(cwd),
      PORTICO_BASE_URL: "http://127.0.0.1",
      PORTICO_API_KEY: "ptc_any",
    };
    const { stdout } = await run(node(), ["hooks.mjs"], { cwd, env });
    expect(Number(stdout)).toBe(operationIds.length);
  });

  it("runs the samples of the READMEs", async () => {
    const port = await freePort();
    const bin = join(cwd, "node_modules/@portico/mock/dist/main.js");
    const command = [node(), bin, "--port", String(port), "--pace", "0"];
    const address = `http://127.0.0.1:${port}`;
    const { end } = await firstAnswer(command, `${address}/openapi.json`, {
      cwd,
      env: environment(cwd),
    });
    const env = {
      ...environment(cwd),
      PORTICO_BASE_URL: `${address}/api/v1`,
      PORTICO_API_KEY: "ptc_any",
      PORTICO_MANAGEMENT_KEY: "ptcm_any",
    };
    try {
      for (const name of ["client", "msw", "mock"])
        for (const { title, source, runs } of readmeSamples(join(packagesFolder, name))) {
          if (!runs) continue;
          const file = join(cwd, "sample.mjs");
          writeFileSync(file, stripTypeScriptTypes(source));
          const { stdout, stderr } = await run(node(), [file], { cwd, env });
          expect([name, title, stderr, stdout.trim() === ""]).toEqual([name, title, "", false]);
        }
    } finally {
      await end();
    }
  }, 600_000);
});

describe.each(nodes)(
  "npx, on a machine that has Node %s and nothing of ours",
  (major, nodePackage) => {
    const tools = emptyProject(`tools-${major}`);
    beforeAll(async () => {
      if (nodePackage !== null)
        await run("npm", ["install", nodePackage], { cwd: tools, env: environment(tools) });
    }, 600_000);
    const on = (cwd: string) => environment(cwd, nodeIn(tools, nodePackage));

    it("starts a mock", async () => {
      const cwd = emptyProject(`npx-mock-${major}`);
      const port = String(await freePort());
      const command = ["npx", "--yes", "@portico/mock", "--port", port];
      const address = `http://127.0.0.1:${port}/api/v1/models`;
      const { reply, end } = await firstAnswer(command, address, { cwd, env: on(cwd) });
      expect(reply.status).toBe(401);
      await end();
    }, 600_000);

    it("starts a gateway with its sites, and its command line", async () => {
      const cwd = emptyProject(`npx-gateway-${major}`);
      const port = String(await freePort());
      const url = `http://127.0.0.1:${port}`;
      const start = () =>
        firstAnswer(["npx", "--yes", "portico"], `${url}/healthz`, {
          cwd,
          env: { ...on(cwd), PORT: port },
        });
      await (await start()).end();
      // The second time nothing is fetched: what is left is our own work, with npx.
      const { reply, end } = await start();
      expect(reply.status).toBe(200);
      for (const path of ["/docs/", "/console/", "/openapi.json"]) {
        const page = await fetch(url + path, { headers: { Accept: "text/html,*/*" } });
        expect([path, page.status]).toEqual([path, 200]);
      }
      const env = { ...on(cwd), PORTICO_BASE_URL: `${url}/api/v1` };
      const { stdout } = await run("npx", ["--yes", "portico", "keys", "list"], { cwd, env });
      expect(stdout).toContain("First management key");
      await end();
    }, 600_000);
  },
);
