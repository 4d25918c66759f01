import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { loadDocument } from "@portico/contract";
import { freePort } from "@portico/test-support/free-port";
import { someOf } from "@portico/test-support/proof";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { folderWith, published } from "./stock/published.ts";
import { bin, rootBin, runTool } from "./stock/run-tool.ts";

/** Tools of others on the document as it is handed out. */
describe("Spectral", () => {
  it.each(someOf(published, 2))("finds nothing wrong with %s", async (_name, document) => {
    using folder = folderWith(document());
    writeFileSync(join(folder.path, "rules.json"), '{ "extends": ["spectral:oas"] }');
    const words = ["lint", "openapi.json", "--ruleset", "rules.json"];
    const { code, output } = await runTool(folder.path, bin("spectral"), ...words);
    expect(`${code} ${output}`).toContain("0 No results");
  });
});

describe("Redocly's lint", () => {
  it.each(someOf(published, 2))(
    "finds nothing wrong with %s, under its strictest rules",
    async (_, document) => {
      using folder = folderWith(document());
      writeFileSync(join(folder.path, "redocly.yaml"), "extends: [recommended-strict]\n");
      const { code, output } = await runTool(
        folder.path,
        rootBin("redocly"),
        "lint",
        "openapi.json",
      );
      expect(code, output).toBe(0);
      expect(output).toContain("Your API description is valid.");
    },
  );
});

describe("Prism's own command", () => {
  let prism: ChildProcess;
  let url: string;
  const folder = folderWith(loadDocument());
  beforeAll(async () => {
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    const words = ["mock", "-h", "127.0.0.1", "-p", String(port), "openapi.json"];
    prism = spawn(bin("prism"), words, { cwd: folder.path, stdio: "ignore" });
    while (!(await fetch(url).catch(() => null))) await delay(100);
  });
  afterAll(async () => {
    const gone = once(prism, "exit");
    prism.kill("SIGTERM");
    await gone;
    folder[Symbol.dispose]();
  });

  const ask = (path: string, body: object, headers: Record<string, string> = {}) =>
    fetch(`${url}${path}`, {
      method: "POST",
      headers: { Authorization: "Bearer x", "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });

  it.each(["/responses", "/embeddings"])("refuses a bad body of %s with 400", async (path) => {
    const reply = await ask(path, { model: "acme/x", inpt: "x" });
    expect(reply.status).toBe(400);
    expect(await reply.json()).toMatchObject({
      error: { code: 400, message: "input is required." },
    });
  });

  it("shows a whole stream, and the failures that are asked for", async () => {
    const stream = await ask(
      "/responses",
      { model: "acme/x", input: "x", stream: true },
      { Accept: "text/event-stream" },
    );
    expect(await stream.text()).toMatch(
      /^data: \{"type":"response\.created".*data: \[DONE\]\n\n$/s,
    );
    for (const code of [402, 404, 429, 500, 529]) {
      const body = { model: "acme/x", input: "x" };
      const reply = await ask("/responses", body, { Prefer: `code=${code}` });
      expect([reply.status, await reply.json()]).toMatchObject([code, { error: { code } }]);
    }
  });
});
