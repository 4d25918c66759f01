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
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { packedPackage } from "@portico/publish";
import { rolldown } from "rolldown";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const run = promisify(execFile);
const root = join(import.meta.dirname, "..");
const folder = mkdtempSync(join(tmpdir(), "portico-react-query-"));
const staged = join(folder, "node_modules/@portico/react-query");
const peers = ["@tanstack/react-query", "openapi-fetch", "openapi-react-query", "react", "zod"];

/** The packed packages in an empty project that knows nothing of the monorepo. */
beforeAll(() => {
  for (const name of ["react-query", "client"]) {
    const archive = join(folder, `${name}.tgz`);
    const place = join(folder, "node_modules/@portico", name);
    mkdirSync(place, { recursive: true });
    writeFileSync(archive, packedPackage(name));
    execFileSync("tar", ["xzf", archive, "--strip-components=1", "-C", place]);
  }
  for (const name of [...peers, "@types/react"]) {
    const place = join(folder, "node_modules", name);
    mkdirSync(dirname(place), { recursive: true });
    symlinkSync(join(root, "node_modules", name), place);
  }
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const typed = `
import { createPortico } from "@portico/client";
import { createApiKeyBody } from "@portico/react-query/forms";
import { createPorticoQuery, type Data, useResponseStream } from "@portico/react-query";

const client = createPortico({ baseUrl: "http://127.0.0.1", apiKey: "ptc_test" });
export const portico = createPorticoQuery(client);
export const useKeys = () => portico.listApiKeys.useQuery({ params: { query: { limit: 2 } } });
export const nameOf = (keys: Data<"listApiKeys">): string => keys.data[0]?.name ?? "";
export const useText = (): string => useResponseStream(client).text;
export const useCreate = () => {
  const { mutate } = portico.createApiKey.useMutation();
  return (values: unknown) => mutate({ body: createApiKeyBody.parse(values) });
};
// @ts-expect-error a required parameter is missing
export const useKey = () => portico.getApiKey.useQuery();
console.log(portico.listApiKeys.queryKey().join(" "), createApiKeyBody.safeParse({}).success);
`;

/** The compressed bytes of what a page gets that imports `source`, beside the packages that it has anyway. */
async function bytesOf(
  source: string,
  external: readonly string[],
): Promise<{ code: string; bytes: number }> {
  const input = join(folder, "entry.js");
  writeFileSync(input, source);
  const bundle = await rolldown({
    input,
    platform: "browser",
    external: (id) => external.some((name) => id === name || id.startsWith(`${name}/`)),
  });
  const { output } = await bundle.generate({ format: "esm", minify: true });
  await bundle.close();
  return { code: output[0].code, bytes: gzipSync(output[0].code).length };
}

describe("the packed hooks", () => {
  it("are usable from a strict project, and run with nothing but what is packed", async () => {
    writeFileSync(join(folder, "index.mts"), typed);
    const compilerOptions = {
      ...{ strict: true, exactOptionalPropertyTypes: true, noEmit: true, skipLibCheck: true },
      ...{
        module: "nodenext",
        target: "es2022",
        lib: ["es2024", "dom", "dom.iterable"],
        types: [],
      },
    };
    const files = ["index.mts"];
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files }));
    const compiler = createRequire(import.meta.url).resolve("typescript/package.json");
    const compiled = await run(process.execPath, [
      join(compiler, "../bin/tsc"),
      "-p",
      folder,
    ]).catch((error: { readonly stdout: string }) => error);
    expect(compiled.stdout).toBe("");
    const { stdout } = await run(process.execPath, ["index.mts"], { cwd: folder });
    expect(stdout.trim()).toBe("get /keys false");
  });

  it("pass publint and attw", async () => {
    const bin = (name: string, file: string): string => join(root, "node_modules", name, file);
    const lint = await run(process.execPath, [bin("publint", "src/cli.js"), staged, "--strict"]);
    expect(lint.stdout).toContain("All good");
    const archive = join(folder, "react-query.tgz");
    const attw = [bin("@arethetypeswrong/cli", "dist/index.js"), archive, "--profile", "node16"];
    await run(process.execPath, attw);
  });

  it("stay under their size budget, everything included", async () => {
    const { bytes } = await bytesOf('export * from "@portico/react-query";', [
      ...peers,
      "@portico/client",
    ]);
    expect(bytes).toBeLessThan(4_000);
  });

  it("bring of the forms those that a page imports", async () => {
    const one = await bytesOf('export { createApiKeyBody } from "@portico/react-query/forms";', [
      "zod",
    ]);
    const all = await bytesOf('export * from "@portico/react-query/forms";', ["zod"]);
    expect(one.code).not.toContain("input_image");
    expect(one.bytes).toBeLessThan(1_500);
    expect(all.code).toContain("input_image");
    expect(all.bytes).toBeLessThan(7_000);
  });

  it("mark what needs a browser for servers that draw components", () => {
    expect(readFileSync(join(staged, "dist/streams/wires.js"), "utf8")).toMatch(/^"use client";/);
  });

  it("mention no package that is not published", () => {
    const files = readdirSync(join(staged, "dist"), { recursive: true, encoding: "utf8" });
    const texts = files
      .filter((name) => /\.(js|ts)$/.test(name))
      .map((name) => readFileSync(join(staged, "dist", name), "utf8"));
    expect(texts.filter((text) => /"@portico\/(?!client)/.test(text))).toEqual([]);
  });
});
