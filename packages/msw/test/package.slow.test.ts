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
import { loadDocument } from "@portico/contract";
import { exampleNames } from "@portico/mock/gateway";
import { packsOf } from "@portico/mock/gateway/packs";
import { packedPackage } from "@portico/publish";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bundled } from "./bundled.ts";

const run = promisify(execFile);
const root = join(import.meta.dirname, "..");
const require = createRequire(import.meta.url);
const folder = mkdtempSync(join(tmpdir(), "portico-msw-"));
const staged = join(folder, "staged");
/** MSW is the consumer's own; both major versions are in use. */
const versions = ["msw", "msw-2"];
const consumerOf = (version: string): string => join(folder, version);

/** The packed package in empty projects that know nothing of the monorepo. */
beforeAll(() => {
  const archive = join(folder, "msw.tgz");
  writeFileSync(archive, packedPackage("msw"));
  const places = versions.map((version) => join(consumerOf(version), "node_modules/@portico/msw"));
  for (const place of [...places, staged]) {
    mkdirSync(place, { recursive: true });
    execFileSync("tar", ["xzf", archive, "--strip-components=1", "-C", place]);
  }
  for (const version of versions) {
    const modules = join(consumerOf(version), "node_modules");
    symlinkSync(join(root, "node_modules", version), join(modules, "msw"));
    for (const name of ["@noble", "yaml"])
      symlinkSync(join(root, "node_modules", name), join(modules, name));
    writeFileSync(
      join(consumerOf(version), "package.json"),
      JSON.stringify({ name: "consumer", type: "module" }),
    );
  }
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const program = `
import { type EventOf, portico, porticoHandlers } from "@portico/msw";
import { setupServer } from "msw/node";

// A client that is made before the handlers listen, as in a module of its own, keeps this class: MSW 2 replaces it.
const EarlierRequest = Request;
const server = setupServer(...porticoHandlers({ paceMs: 0 }));
server.listen();
const askEarlier = async (): Promise<string> => {
  const request = new EarlierRequest("https://gateway.example/api/v1/responses", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ model: "sandbox/text", input: "Hello" }),
  });
  request.headers.set("Authorization", "Bearer any");
  return String((await fetch(request)).status);
};
const ask = async (body: object): Promise<string> => {
  const reply = await fetch("https://gateway.example/api/v1/responses", {
    method: "POST",
    headers: { Authorization: "Bearer any", "Content-Type": "application/json" },
    body: JSON.stringify({ model: "sandbox/text", input: "Hello", ...body }),
  });
  const text = await reply.text().catch(() => "cut");
  return reply.status + (text === "cut" ? " cut" : text.includes("response.completed") ? " stream" : "");
};
const said = [await askEarlier(), await ask({}), await ask({ stream: true })];
server.use(portico.createResponse.reply("429"));
said.push(await ask({}));
server.use(portico.createResponse.fault("cut"));
said.push(await ask({ stream: true }));
console.log(said.join(", "));
server.close();

export const event: EventOf<"createMessage"> = { type: "ping" };
// @ts-expect-error the contract lists no such status
export const teapot = () => portico.createResponse.reply("418");
`;

const compilerOptions = {
  ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
  ...{ noEmit: true, module: "nodenext", target: "es2022", types: [] },
  lib: ["es2024", "dom", "dom.iterable"],
};

describe("the packed handlers", () => {
  const compilers: readonly [string, string, string][] = [
    ["TypeScript 7", require.resolve("typescript/package.json"), "msw"],
    [
      "TypeScript 5",
      createRequire(join(root, "../contract/package.json")).resolve("typescript/package.json"),
      "msw-2",
    ],
  ];
  it.each(compilers)(
    "are usable from a strict project with %s",
    async (_, compiler, version) => {
      const cwd = consumerOf(version);
      writeFileSync(join(cwd, "index.ts"), program);
      // The declarations of MSW 2 have errors of their own where GraphQL is not installed.
      const options = { ...compilerOptions, skipLibCheck: version === "msw-2" };
      writeFileSync(
        join(cwd, "tsconfig.json"),
        JSON.stringify({ compilerOptions: options, files: ["index.ts"] }),
      );
      const { stdout } = await run(process.execPath, [join(compiler, "../bin/tsc"), "-p", "."], {
        cwd,
      }).catch((error: { stdout: string }) => error);
      expect(stdout).toBe("");
    },
    60_000,
  );

  it.each(versions)("answer in Node through %s, streams and cuts as well", async (version) => {
    writeFileSync(join(consumerOf(version), "index.mts"), program);
    const { stdout } = await run(process.execPath, ["index.mts"], { cwd: consumerOf(version) });
    expect(stdout.trim()).toBe("200, 200, 200 stream, 429, 200 cut");
  });

  it("pass publint and attw", async () => {
    const bin = (name: string, file: string): string => join(root, "node_modules", name, file);
    const lint = await run(process.execPath, [bin("publint", "src/cli.js"), staged, "--strict"]);
    expect(lint.stdout).toContain("All good");
    await run(process.execPath, [
      bin("@arethetypeswrong/cli", "dist/index.js"),
      join(folder, "msw.tgz"),
      ...["--profile", "esm-only"],
    ]);
  });

  it("mention no package that is not published", () => {
    const dist = join(staged, "dist");
    const files = readdirSync(dist, { recursive: true, encoding: "utf8" });
    const texts = files
      .filter((name) => /\.(js|ts)$/.test(name))
      .map((name) => readFileSync(join(dist, name), "utf8"));
    const named = texts.flatMap(
      (text) => text.match(/(?:from|import\() ?"@portico\/[^"]+"/g) ?? [],
    );
    expect(named).toEqual([]);
    expect(texts.length).toBeGreaterThan(100);
  });
});

/**
 * Bytes after gzip, without MSW: what a page loads for each kind of use. A call of a model takes the gateway's own wire,
 * with all that it reads and refuses, and the rules that it shares with the gateway.
 */
const budgets: readonly [string, string, number][] = [
  ["one operation that answers by its examples", "portico.listEmbeddingModels()", 27_400],
  ["one override", 'portico.getCredits.reply("401")', 27_400],
  ["a call of a model, with its streams and its thoughts", "portico.createResponse()", 52_600],
  ["every operation", "...porticoHandlers()", 118_000],
];

describe("the size of a bundle", () => {
  const bundle = (use: string) =>
    bundled(
      folder,
      `import { portico, porticoHandlers } from "@portico/msw"; export const handlers = [${use}];`,
      join(consumerOf("msw"), "node_modules"),
    );

  it.each(budgets)("of %s keeps its budget", async (_, use, most) => {
    const { gzipBytes } = await bundle(use);
    expect(gzipBytes).toBeLessThan(most);
  });

  it("has nothing of an operation that is not used", async () => {
    const { modules, code } = await bundle("portico.listEmbeddingModels()");
    const generated = modules.filter((name) => name.includes("/dist/generated/"));
    expect(generated.map((name) => name.split("/").at(-1))).toEqual([
      "shared.js",
      "list-embedding-models.js",
    ]);
    const packs = packsOf(loadDocument());
    const own = packs
      .filter(({ facts }) => facts.id === "listEmbeddingModels")
      .flatMap(exampleNames);
    const others = packs.flatMap(exampleNames).filter((name) => !own.includes(name));
    expect(own.filter((name) => code.includes(name))).toEqual(own);
    expect(others.filter((name) => new RegExp(`name:["\`]${name}["\`],value:`).test(code))).toEqual(
      [],
    );
  });
});
