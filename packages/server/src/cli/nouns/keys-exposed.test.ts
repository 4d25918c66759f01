import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { fakeTerminal } from "../../../test/cli/fake-terminal.ts";
import { startTestGateway, type TestGateway } from "../../../test/support/gateway.ts";
import { newKey } from "../../secrets/key-format.ts";
import { run } from "../program.ts";

let gateway: TestGateway;
let folder: string;
beforeAll(async () => {
  gateway = await startTestGateway();
  folder = await mkdtemp(join(tmpdir(), "portico-exposed-"));
});
afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

async function portico(words: readonly string[], secret = "") {
  const terminal = fakeTerminal({ secret });
  const managementKey = gateway.own.management;
  const environment = { url: gateway.url, managementKey, dataFolder: folder, host: "", port: 0 };
  const exitCode = await run(words, { terminal, environment });
  return { exitCode, out: terminal.written.join("\n"), err: terminal.told.join("\n") };
}

it("reports every key in a log, and shows each result without the key", async () => {
  const own = await gateway.own.addKey({ name: "Search", ownerEmail: "owner@example.com" });
  const other = newKey("ordinary").secret;
  const file = join(folder, "build.log");
  await writeFile(file, `a=1 Authorization: Bearer ${own}\nKEY="${other}" again ${own},\n`);
  const { exitCode, out, err } = await portico(["keys", "exposed", file, "--source", "build log"]);
  expect([exitCode, err]).toEqual([0, ""]);
  expect(out).toMatch(/^ *\d+ +Search +ptc_\S+ +ordinary +20\S+Z +enabled +owner@example\.com$/m);
  expect(out).toContain("1 more look like keys, and are not keys of this gateway.");
  for (const key of [own, other]) expect(out).not.toContain(key.slice(0, 20));
  const listed = await portico(["keys", "list"]);
  expect(listed.out).toMatch(/STATE +EXPOSED/);
  expect(listed.out).toMatch(/Search .* enabled +20\S+Z$/m);
});

it("takes a key from standard input, as JSON for programs", async () => {
  const key = await gateway.own.addKey({ name: "Piped" });
  const { exitCode, out } = await portico(["keys", "exposed", "-", "--json"], `${key}\n`);
  expect(exitCode).toBe(0);
  expect(JSON.parse(out)).toMatchObject([{ name: "Piped", exposed_source: "operator" }]);
});

it("refuses a key on the command line, and a text without keys", async () => {
  const key = await gateway.own.addKey();
  const typed = await portico(["keys", "exposed", key]);
  expect(typed.exitCode).toBe(2);
  expect(typed.err).toContain("not written on the command line");
  expect(typed.err).not.toContain(key.slice(0, 20));
  expect(await portico(["keys", "exposed", "-"], "nothing")).toMatchObject({ exitCode: 2 });
  expect(await portico(["keys", "exposed", join(folder, "absent")])).toMatchObject({ exitCode: 2 });
});
