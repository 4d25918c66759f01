import { createElement } from "react";
import "./support/dom.ts";
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import type { Mock } from "@portico/mock";
import { cleanup, fireEvent, render, waitFor } from "@testing-library/react";
import { rolldown } from "rolldown";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { page, startContractMock } from "./support/page.ts";

const packageFolder = join(import.meta.dirname, "..");
const readme = readFileSync(join(packageFolder, "README.md"), "utf8");
const run = promisify(execFile);

const samples = [...readme.matchAll(/^```tsx? run file=(\S+)\n([\s\S]*?)^```$/gm)].map(
  ([, name = "", source = ""]) => ({ name, source }),
);
/** What a project that installed the package has. */
const installed = [
  ...["@portico/client", "@tanstack/react-query", "react", "zod"],
  ...["@types/react", "@types/node"],
];

let folder: string;
let mock: Mock;
const linked = (name: string, target: string): void => {
  mkdirSync(dirname(join(folder, "node_modules", name)), { recursive: true });
  symlinkSync(target, join(folder, "node_modules", name));
};

/** A sample as a browser gets it: without types and JSX. */
async function loaded(name: string): Promise<Record<string, never>> {
  const bundle = await rolldown({
    input: join(folder, name),
    external: (id) => !id.startsWith(".") && !id.startsWith("/"),
    platform: "node",
  });
  const file = join(folder, `${name}.mjs`);
  await bundle.write({ file, format: "esm" });
  await bundle.close();
  return import(/* @vite-ignore */ pathToFileURL(file).href);
}

beforeAll(async () => {
  mock = await startContractMock(1);
  folder = mkdtempSync(join(tmpdir(), "portico-readme-"));
  vi.stubEnv("PORTICO_BASE_URL", mock.url);
  vi.stubEnv("PORTICO_API_KEY", "any-key");
  for (const name of installed) linked(name, join(packageFolder, "node_modules", name));
  linked("@portico/react-query", packageFolder);
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  for (const { name, source } of samples) writeFileSync(join(folder, name), source);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await mock.close();
  rmSync(folder, { recursive: true });
});
afterEach(cleanup);

const shown = (name: string, expected: RegExp, button?: string) => ({ name, expected, button });

describe("the README", () => {
  it.each([
    shown("models.tsx", /acme\/writer/),
    shown("requests.tsx", /acme\/writer/),
    shown("create-key.tsx", /Shown this once/, "Create"),
    shown("chat.tsx", /tokens/, "Ask"),
    shown("key.tsx", /dollars spent/),
  ])("$name shows what it promises", async ({ name, expected, button }) => {
    const { Page } = await loaded(name);
    if (!Page) throw new Error(`${name} has no Page.`);
    const { container, findByText } = render(createElement(Page), { wrapper: page().wrapper });
    if (button) fireEvent.click(await findByText(button));
    await waitFor(() => expect(container.textContent).toMatch(expected));
  });

  it("server-page.tsx is drawn whole, without a request of the browser", async () => {
    const { ServerPage } = await loaded("server-page.tsx");
    if (!ServerPage) throw new Error("There is no ServerPage.");
    const drawn: Promise<Parameters<typeof render>[0]> = Reflect.apply(ServerPage, null, []);
    const { container } = render(await drawn, { wrapper: page().wrapper });
    expect(container.textContent).toMatch(/acme\/writer/);
  });

  it("form.ts says what is wrong", async () => {
    const said = vi.spyOn(console, "log").mockImplementation(() => undefined);
    await loaded("form.ts");
    expect(said.mock.calls.map(([first]) => first)).toEqual(["name", "limit", true]);
    said.mockRestore();
  });

  it("has no type errors, and says of every sample whether it runs", async () => {
    expect(samples).toHaveLength(readme.match(/^```tsx?\b/gm)?.length ?? 0);
    const compilerOptions = {
      ...{ target: "es2024", module: "nodenext", jsx: "react-jsx", types: ["node"] },
      ...{ strict: true, noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true },
      ...{ allowImportingTsExtensions: true, skipLibCheck: true, noEmit: true },
    };
    const files = samples.map(({ name }) => name);
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files }));
    const compiler = createRequire(import.meta.url).resolve("typescript/package.json");
    const { stdout } = await run(process.execPath, [
      join(compiler, "../bin/tsc"),
      "-p",
      folder,
    ]).catch((error: { readonly stdout: string }) => error);
    expect(stdout).toBe("");
  });
});
