import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { fakeTerminal } from "../../../test/cli/fake-terminal.ts";
import { startTestGateway, type TestGateway } from "../../../test/support/gateway.ts";
import { run } from "../program.ts";

let gateway: TestGateway;
let folder: string;
beforeAll(async () => {
  gateway = await startTestGateway();
  folder = mkdtempSync(join(tmpdir(), "portico-config-"));
});
afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

async function portico(words: string, answer?: string) {
  const terminal = fakeTerminal(answer === undefined ? {} : { answer });
  const environment = {
    ...{ url: gateway.url, managementKey: gateway.own.management, dataFolder: "/nowhere" },
    ...{ host: "", port: 0 },
  };
  const exitCode = await run(words.split(" "), { terminal, environment });
  return { exitCode, out: terminal.written.join("\n"), err: terminal.told.join("\n") };
}

it("plans a configuration, applies it, lists it, exports it without its secret, and rolls back", async () => {
  const path = join(folder, "next.yaml");
  writeFileSync(path, "providers:\n  openai:\n    api_key: sk-hidden\n");
  const planned = await portico(`config plan ${path}`);
  expect(planned.out).toMatch(/^Would change:\n {2}providers\.openai$/m);
  expect(planned.out).toContain("New providers:\n  openai");
  expect(JSON.parse((await portico("config export --json")).out)).toMatchObject({ version: 0 });
  expect(await portico(`config apply ${path} --note first`)).toMatchObject({
    ...{ exitCode: 0, out: "Version 1 of the configuration is in use." },
  });
  expect((await portico("config export")).out).toBe(
    "providers:\n  openai:\n    api_key: sealed:1.1",
  );
  writeFileSync(path, "limits: { websocket: false }\n");
  expect((await portico(`config apply ${path}`)).out).toBe(
    "Version 2 of the configuration is in use. After a restart alone: limits.websocket.",
  );
  expect((await portico(`config plan ${path}`)).out).toBe("Nothing would change.");
  const late = await portico(`config apply ${path} --parent 1`);
  expect([late.exitCode, late.err]).toEqual([
    1,
    expect.stringContaining("Version 2 of the configuration is in use by now"),
  ]);
  const { out: list } = await portico("config history");
  expect(list).toMatch(/^VERSION +IN USE +MADE +BY +FROM +NOTE +CHANGES$/m);
  expect(list).toMatch(/^ *1 .* first +providers\.openai$/m);
  expect((await portico("config rollback 1", "no")).exitCode).toBe(1);
  expect((await portico("config rollback 1 --yes")).out).toBe(
    "Version 1 of the configuration is in use.",
  );
  expect(JSON.parse((await portico("config history --json")).out)).toMatchObject([
    { version: 2, active: false },
    { version: 1, active: true },
  ]);
});

it("says what is wrong, with the line, and which file cannot be read", async () => {
  const path = join(folder, "wrong.yaml");
  writeFileSync(path, "providers:\n  openai: { api_kee: x }\n");
  const wrong = await portico(`config apply ${path}`);
  expect([wrong.exitCode, wrong.err]).toEqual([
    1,
    expect.stringContaining('configuration:2:13: Unknown key "api_kee"'),
  ]);
  expect(await portico(`config plan ${join(folder, "absent")}`)).toMatchObject({
    ...{ exitCode: 2, err: expect.stringContaining("cannot be read (ENOENT)") },
  });
});
