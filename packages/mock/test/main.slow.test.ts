import { type ChildProcess, execFile, spawn } from "node:child_process";
import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { loadDocument } from "@portico/contract";
import { afterEach, describe, expect, it } from "vitest";
import { faults } from "../src/index.ts";

const main = join(import.meta.dirname, "../src/main.ts");
const folder = mkdtempSync(join(tmpdir(), "portico-mock-test-"));
let child: ChildProcess | undefined;

afterEach(() => {
  child?.kill();
  rmSync(join(folder, "openapi.json"), { force: true });
});

/** Starts the command and gives a way to wait for what it prints. */
function start(...args: string[]): (expected: RegExp) => Promise<RegExpMatchArray> {
  let printed = "";
  const started = spawn(process.execPath, [main, ...args]);
  child = started;
  return (expected) =>
    new Promise((resolve, reject) => {
      const look = (chunk: Buffer | string): void => {
        printed += chunk;
        const match = printed.match(expected);
        if (match) resolve(match);
      };
      started.stdout.on("data", look);
      started.stderr.on("data", look);
      started.on("exit", () => reject(new Error(`It ended, having printed:\n${printed}`)));
      look("");
    });
}

describe("npm run mock", () => {
  it("starts in the state of a scenario, which any key meets", async () => {
    const printed = start("--port", "0", "--no-watch", "--scenario", "out-of-credit");
    const [, url] = await printed(/serves the contract at (\S+)/);
    const response = await fetch(`${url}/responses`, {
      method: "POST",
      headers: { Authorization: "Bearer any-key", "Content-Type": "application/json" },
      body: JSON.stringify({ model: "mock/text", input: "Hello" }),
    });
    expect(response.status).toBe(402);
    expect(await response.text()).toContain('"reason":"used_up"');
  });

  it("lists the scenarios where there is none of that name", async () => {
    const { stderr } = await promisify(execFile)(process.execPath, [
      main,
      ...["--scenario", "no-such"],
    ]).catch((error: { stderr: string }) => error);
    expect(stderr).toContain(`There is no scenario "no-such". Known are budget-alert, cut-stream,`);
  });

  it("serves, reloads a changed document and says what changed", async () => {
    const path = join(folder, "openapi.json");
    const document = loadDocument();
    writeFileSync(path, JSON.stringify(document));
    const printed = start("--port", "0", "--spec", path);
    const [, url] = await printed(/serves the contract at (\S+)/);
    const status = async (below: string): Promise<number> =>
      (await fetch(`${url}${below}`, { headers: { Authorization: "Bearer k" } })).status;
    expect(await status("/models")).toBe(200);
    const { Model, ...others } = document.components.schemas;
    const changed = { ...Model, description: "Changed for the test." };
    const schemas = { ...others, Model: changed };
    writeFileSync(
      path,
      JSON.stringify({ ...document, components: { ...document.components, schemas } }),
    );
    await printed(/The spec changed:\n {2}schema Model changed/);
    // As many editors save; the file that is edited after that is another one than the first.
    writeFileSync(`${path}.new`, JSON.stringify(document));
    renameSync(`${path}.new`, path);
    await printed(/schema Model changed[\s\S]*The spec changed:\n {2}schema Model changed/);
    writeFileSync(path, "{ not a document");
    await printed(/keeps the last one/);
    expect(await status("/models")).toBe(200);
  });

  it("has a help of one page, and lists for what is longer", async () => {
    const said = async (...args: string[]) =>
      (await promisify(execFile)(process.execPath, [main, ...args])).stdout;
    expect((await said("--help")).split("\n").length).toBeLessThanOrEqual(60);
    for (const name of Object.keys(faults)) expect(await said("--list", "faults")).toContain(name);
    const examples = await said("--list", "examples");
    for (const line of [/^createResponse: .*text-stream/m, /^listModels: models/m])
      expect(examples).toMatch(line);
    expect(await said("--list", "scenarios")).toMatch(/^out-of-credit {2,}\S/m);
  });

  it("plays a script of a file, takes other models, and shows a page", async () => {
    const path = join(folder, "script.yaml");
    writeFileSync(path, "rules:\n  - reply: [{ fault: overload }, { text: By the script. }]\n");
    const printed = start("--port", "0", "--no-watch", "--script", path, "--model", "gpt-*");
    const [, url] = await printed(/serves the contract at (\S+)/);
    const ask = async (model: string) => {
      const reply = await fetch(`${url}/responses`, {
        method: "POST",
        headers: { Authorization: "Bearer any-key", "Content-Type": "application/json" },
        body: JSON.stringify({ model, input: "Hello" }),
      });
      const { output_text, error } = JSON.parse(await reply.text());
      return output_text ?? error.code;
    };
    expect([await ask("llama"), await ask("gpt-5"), await ask("gpt-5")]).toEqual([
      ...[404, 529, "By the script."],
    ]);
  });

  it.each([
    ["--fault", "flood=0.1", 'no fault "flood"'],
    ["--state", "/no-such-folder/state.json", "there is no folder /no-such-folder to write in"],
    ["--script", "/no-such-folder/script.yaml", "there is no such file"],
    ["--script", join(import.meta.dirname, "../package.json"), "rules is required."],
    ["--list", "flood", "Allowed choices are faults"],
    ["--record", "ftp://gateway.example", "--record takes an http or https address"],
  ])("says what is wrong with %s %s", async (flag, value, reason) => {
    const given = [main, "--port", "0", "--no-watch", flag, value];
    const failed = promisify(execFile)(process.execPath, given);
    await expect(failed).rejects.toMatchObject({ stderr: expect.stringContaining(reason) });
  });
});
