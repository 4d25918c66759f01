import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { startGatewayProcess } from "@portico/test-support/gateway-process";
import { gatewayProgram } from "@portico/test-support/gateway-program";
import { startPostgres } from "@portico/test-support/postgres/start-postgres";
import { afterAll, beforeAll, expect, it } from "vitest";

const root = join(import.meta.dirname, "../../..");
const run = (script: string, ...parameters: readonly string[]) =>
  promisify(execFile)(process.execPath, [join(root, script), ...parameters]);

let data: string;
beforeAll(() => {
  data = mkdtempSync(join(tmpdir(), "portico-bundle-"));
});
afterAll(() => rmSync(data, { recursive: true, force: true }));

it("keeps the contract as one program, in two workers", async () => {
  await using gateway = await startGatewayProcess(data, { WORKERS: "2" });
  const keys = JSON.parse(readFileSync(join(data, "bootstrap.json"), "utf8"));
  const { stdout } = await run(
    "packages/contract-tests/src/cli.ts",
    ...["--url", gateway.url, "--key", keys.api_key, "--management-key", keys.management_key],
  );
  expect(stdout).toMatch(/^\d{3} passed, 0 failed/m);
}, 600_000);

it("opens a store on PostgreSQL", async () => {
  const postgres = await startPostgres();
  try {
    const settings = {
      DATABASE_URL: `${postgres.url}/postgres`,
      PORTICO_SECRET: randomBytes(32).toString("base64"),
    };
    await using gateway = await startGatewayProcess(mkdtempSync(join(data, "postgres-")), settings);
    expect((await fetch(`${gateway.url}/readyz`)).status).toBe(200);
  } finally {
    await postgres.stop();
  }
});

it("finds what stays outside of it", async () => {
  const program = await gatewayProgram();
  // Not the sources, which run where no program can be made.
  expect(program).toMatch(/packages\/server\/dist\/[0-9a-f]{16}\/main\.js$/);
  const folder = dirname(program);
  const chunks = readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"));
  const named = chunks.flatMap((code) =>
    Array.from(
      code.matchAll(/\b(?:from|import\(|require\()\s*["'`]([@a-z][\w@/.-]*)["'`]/g),
      ([, name = ""]) => name,
    ),
  );
  const outside = [...new Set(named)].filter((name) => !name.startsWith("node:"));
  const { resolve } = createRequire(program);
  const missing = outside.filter((name) => {
    try {
      return resolve(name) === "";
    } catch {
      return true;
    }
  });
  expect(outside).toContain("@aws-sdk/credential-provider-ini");
  expect(missing).toEqual([]);
});
