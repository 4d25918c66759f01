import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { tarball } from "@portico/publish";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { serveFolder } from "../src/static-server.ts";
import { type BuiltSite, builtSite } from "./built-site.ts";

const run = promisify(execFile);
const require = createRequire(import.meta.url);
const ofClient = createRequire(require.resolve("@portico/client"));
const scratch = mkdtempSync(join(tmpdir(), "portico-scratch-"));
let site: BuiltSite;

/** A registry that has what the client depends on, and nothing else: no test asks a public one. */
async function registry(folders: readonly string[]) {
  const packages = new Map(
    folders.map((folder) => {
      const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
      return [manifest.name as string, { manifest, content: packed(folder) }];
    }),
  );
  const asked: string[] = [];
  const server = createServer((request, reply) => {
    const name = decodeURIComponent(request.url ?? "").replace(/^\/|\.tgz$/g, "");
    asked.push(name);
    const found = packages.get(name);
    if (found === undefined) return void reply.writeHead(404).end("{}");
    const { manifest, content } = found;
    if (request.url?.endsWith(".tgz")) return void reply.end(content);
    const { version } = manifest;
    const dist = { tarball: `http://${request.headers.host}/${name}.tgz` };
    const versions = { [version]: { ...manifest, dist } };
    reply.end(JSON.stringify({ name, "dist-tags": { latest: version }, versions }));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, asked, [Symbol.dispose]: () => server.close() };
}

function packed(folder: string): Uint8Array {
  const names = readdirSync(folder, { recursive: true }).map(String);
  const files = names.filter(
    (name) => !name.includes("node_modules") && statSync(join(folder, name)).isFile(),
  );
  return tarball(
    new Map(files.map((name) => [`package/${name}`, readFileSync(join(folder, name))])),
  );
}

const program = `
import { createPortico, outputText, type StreamEvent } from "@portico/client";

const portico = createPortico({ baseUrl: "http://127.0.0.1:9/api/v1", apiKey: "ptc_x" });
export async function ask(): Promise<string> {
  const response = await portico.responses.create({ model: "sandbox/text", input: "hello" });
  const status: "in_progress" | "completed" | "incomplete" | "failed" = response.status;
  return status + outputText(response);
}
export const textOf = (event: StreamEvent): string =>
  event.type === "response.output_text.delta" ? event.delta : event.type;
// @ts-expect-error a required field is missing
export const incomplete = () => portico.embeddings.create({ input: "x" });
console.log(typeof portico.responses.stream);
`;

const compilerOptions = {
  ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
  // The declarations themselves are checked as well.
  ...{ skipLibCheck: false, noEmit: false, outDir: "out", types: [] },
  ...{ target: "es2022", lib: ["es2024", "dom", "dom.iterable"] },
};

beforeAll(async () => {
  site = await builtSite();
});
afterAll(() => {
  rmSync(scratch, { recursive: true, force: true });
});

describe("the client that the documentation hands out", () => {
  it("installs by its address into an empty project, type-checks strictly, and runs", async () => {
    await using server = await serveFolder(site.folder, { prefix: "/docs/" });
    const fetching = join(ofClient.resolve("openapi-fetch/package.json"), "..");
    const helpers = createRequire(join(fetching, "package.json")).resolve(
      "openapi-typescript-helpers/package.json",
    );
    using local = await registry([fetching, join(helpers, "..")]);
    writeFileSync(join(scratch, "package.json"), JSON.stringify({ type: "module" }));
    const quiet = ["--no-audit", "--no-fund", "--no-update-notifier", "--ignore-scripts"];
    const places = ["--registry", local.url, "--cache", join(scratch, "cache")];
    const named = await (await fetch(`${server.url}portico-client.txt`)).text();
    expect(named).toMatch(/^portico-client-\d+\.\d+\.\d+\.[0-9a-f]{10}\.tgz\n$/);
    const address = `${server.url}${named.trim()}`;
    await run("npm", ["install", address, ...quiet, ...places], { cwd: scratch });
    expect(local.asked).not.toContain("@portico/client");
    expect(local.asked).not.toContain("@portico/contract");

    writeFileSync(join(scratch, "main.ts"), program);
    const tsc = join(require.resolve("typescript/package.json"), "../bin/tsc");
    for (const [module, moduleResolution] of [
      ["esnext", "bundler"],
      ["nodenext", "nodenext"],
    ]) {
      const options = { ...compilerOptions, module, moduleResolution };
      const project = { compilerOptions: options, files: ["main.ts"] };
      writeFileSync(join(scratch, "tsconfig.json"), JSON.stringify(project));
      const { stdout } = await run(process.execPath, [tsc, "-p", "."], { cwd: scratch }).catch(
        (error: { stdout: string }) => error,
      );
      expect(stdout, `${moduleResolution}`).toBe("");
    }
    // Plain JavaScript on the Node that is first on the machine's path, which may be older than ours.
    const { stdout } = await run("node", ["out/main.js"], { cwd: scratch });
    expect(stdout.trim()).toBe("function");
  });
});

it("hands out the request handlers as well, which need no private package of ours", async () => {
  const archive = join(
    site.folder,
    readFileSync(join(site.folder, "portico-msw.txt"), "utf8").trim(),
  );
  const { stdout } = await run("tar", ["-xzOf", archive, "package/package.json"]);
  const { name, dependencies, peerDependencies, peerDependenciesMeta } = JSON.parse(stdout);
  const needed = Object.keys(peerDependencies).filter(
    (one) => !peerDependenciesMeta[one]?.optional,
  );
  expect([name, needed]).toEqual(["@portico/msw", ["msw"]]);
  expect(Object.keys(dependencies).filter((one) => one.startsWith("@portico/"))).toEqual([]);
});
