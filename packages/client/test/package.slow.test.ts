import { execFile, execFileSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { packedPackage } from "@portico/publish";
import { rolldown } from "rolldown";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { finished, message } from "./sample-events.ts";
import { json, scriptedServer } from "./scripted-server.ts";

const run = promisify(execFile);
const root = join(import.meta.dirname, "..");
const require = createRequire(import.meta.url);
const folder = mkdtempSync(join(tmpdir(), "portico-client-"));
const consumer = join(folder, "consumer");
const staged = join(folder, "staged");
/** Raised from 10,000 for `withResponse`, lists over all pages, options of one call, and streams that a server passes on. */
const maxGzipBytes = 13_000;

/** The packed client in an empty project that knows nothing of the monorepo. */
beforeAll(() => {
  const archive = join(folder, "client.tgz");
  writeFileSync(archive, packedPackage("client"));
  for (const place of [join(consumer, "node_modules/@portico/client"), staged]) {
    mkdirSync(place, { recursive: true });
    execFileSync("tar", ["xzf", archive, "--strip-components=1", "-C", place]);
  }
  const dependency = join(require.resolve("openapi-fetch"), "../..");
  symlinkSync(dependency, join(consumer, "node_modules/openapi-fetch"));
  writeFileSync(
    join(consumer, "package.json"),
    JSON.stringify({ name: "consumer", type: "module" }),
  );
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const typed = `
import { createPortico, isApiError, type StreamEvent } from "@portico/client";

const portico = createPortico({ baseUrl: process.argv[2] ?? "", apiKey: "ptc_test" });
const response = await portico.responses.create({ model: "sandbox/text", input: "hello" });
const status: "in_progress" | "completed" | "incomplete" | "failed" = response.status;
console.log(status);

export function handle(event: StreamEvent): string {
  switch (event.type) {
    case "response.output_text.delta":
      return event.delta;
    case "response.completed":
      return event.response.id;
    default:
      return event.type;
  }
}

export function explain(error: unknown): number | undefined {
  return isApiError(error, 402) ? (error.status satisfies 402) : undefined;
}

export function misuse(event: StreamEvent): unknown {
  // @ts-expect-error an event has no such field
  return event.nonsense;
}
// @ts-expect-error a required field is missing
export const incomplete = () => portico.embeddings.create({ input: "x" });
`;

const compilerOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noEmit: true,
  module: "nodenext",
  target: "es2022",
  lib: ["es2024", "dom", "dom.iterable"],
  types: [],
};

describe("the packed client", () => {
  it.each([
    ["TypeScript 7", require.resolve("typescript/package.json")],
    [
      "TypeScript 5",
      createRequire(join(root, "../contract/package.json")).resolve("typescript/package.json"),
    ],
  ])("is usable from a strict project with %s", async (_, compiler) => {
    writeFileSync(
      join(consumer, "index.ts"),
      typed.replace('process.argv[2] ?? ""', '"http://127.0.0.1"'),
    );
    writeFileSync(
      join(consumer, "tsconfig.json"),
      JSON.stringify({ compilerOptions, files: ["index.ts"] }),
    );
    const { stdout } = await run(process.execPath, [join(compiler, "../bin/tsc"), "-p", "."], {
      cwd: consumer,
    }).catch((error: { stdout: string }) => error);
    expect(stdout).toBe("");
  });

  it("runs with nothing but what is packed", async () => {
    await using server = await scriptedServer((_, reply) =>
      json(reply, 200, finished([message("hi")])),
    );
    writeFileSync(join(consumer, "index.mts"), typed);
    const { stdout } = await run(process.execPath, ["index.mts", server.url], { cwd: consumer });
    expect(stdout.trim()).toBe("completed");
  });

  it("is required by a CommonJS project, with types, and runs there", async () => {
    await using server = await scriptedServer((_, reply) =>
      json(reply, 200, finished([message("hi")])),
    );
    const project = join(consumer, "commonjs");
    mkdirSync(project);
    const source = typed
      .replace(
        /const response = ([^;]*);\nconst status([^;]*);\nconsole.log\(status\);/,
        "void (async () => {\n$&\n})();",
      )
      .replace("process.argv[2]", "(globalThis as { url?: string }).url");
    writeFileSync(join(project, "package.json"), JSON.stringify({ type: "commonjs" }));
    writeFileSync(join(project, "index.ts"), source);
    const options = { ...compilerOptions, module: "node16", noEmit: false, outDir: "out" };
    writeFileSync(
      join(project, "tsconfig.json"),
      JSON.stringify({ compilerOptions: { ...options, skipLibCheck: false }, files: ["index.ts"] }),
    );
    const compiler = join(require.resolve("typescript/package.json"), "../bin/tsc");
    const { stdout } = await run(process.execPath, [compiler, "-p", "."], { cwd: project }).catch(
      (error: { stdout: string }) => error,
    );
    expect(stdout).toBe("");
    const program = `globalThis.url = ${JSON.stringify(server.url)}; require("./out/index.js");`;
    // As on a Node that cannot require modules.
    const old = ["--no-experimental-require-module", "-e", program];
    const ran = await run(process.execPath, old, { cwd: project });
    expect(ran.stdout.trim()).toBe("completed");
  });

  it("passes publint and attw", async () => {
    const bin = (name: string, file: string): string => join(root, "node_modules", name, file);
    const lint = await run(process.execPath, [bin("publint", "src/cli.js"), staged, "--strict"]);
    expect(lint.stdout).toContain("All good");
    // Exits with an error where any way of importing has a problem.
    await run(process.execPath, [
      bin("@arethetypeswrong/cli", "dist/index.js"),
      join(folder, "client.tgz"),
      "--profile",
      "node16",
    ]);
  });

  /** Compressed, of a page that exports what it imports of the client; its own names left aside. */
  async function bundledBytes(program: string): Promise<number> {
    const input = join(consumer, "page.mjs");
    writeFileSync(input, program);
    const bundle = await rolldown({ input, platform: "browser" });
    const { output } = await bundle.generate({ format: "esm", minify: true });
    return gzipSync(output[0].code.replace(/export\{[^}]*\};\s*$/, "")).length;
  }

  it("stays under its size budget, everything included", async () => {
    const bytes = await bundledBytes('export * from "@portico/client";');
    expect(bytes).toBeLessThan(maxGzipBytes);
  });

  it.each([
    ["createResponses", 8_800],
    ["createKeys", 5_800],
  ])("puts no more into a bundle than %s needs, where it stands alone", async (name, most) => {
    const program = `import { connect, ${name} } from "@portico/client"; export const part = ${name}(connect());`;
    expect(await bundledBytes(program)).toBeLessThan(most);
  });

  it("mentions no package that is not published", () => {
    const dist = join(consumer, "node_modules/@portico/client/dist");
    const files = readdirSync(dist, { recursive: true, encoding: "utf8" });
    const texts = files
      .filter((name) => /\.(js|ts)$/.test(name))
      .map((name) => readFileSync(join(dist, name), "utf8"));
    expect(texts.filter((text) => text.includes("@portico/contract"))).toEqual([]);
  });

  it("is not packed by npm, which would leave its exports out, and says how it is packed", async () => {
    // A pnpm that runs this test has told its own name to everything below it.
    const env = { PATH: process.env["PATH"] };
    const failed = run("npm", ["pack", "--dry-run"], { cwd: root, env });
    await expect(failed).rejects.toMatchObject({
      stderr: expect.stringContaining("npm run pack"),
    });
  });
});
