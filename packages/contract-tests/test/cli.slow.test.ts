import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cases } from "../src/cases/index.ts";
import { startExactServer } from "./exact/exact-server.ts";
import { startLyingServer } from "./lying-server.ts";
import { startMockTarget } from "./targets/mock-target.ts";
import type { RunningTarget } from "./targets/running-target.ts";
import { startSqliteTarget } from "./targets/sqlite-target.ts";

const program = fileURLToPath(new URL("../src/cli.ts", import.meta.url));

/** Without a terminal, as on a build server. */
async function conformance(...flags: string[]) {
  const child = spawn(process.execPath, [program, ...flags], { stdio: ["ignore", "pipe", "pipe"] });
  const exited = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const [out, error, code] = await Promise.all([text(child.stdout), text(child.stderr), exited]);
  return { out, error, code };
}

describe("npm run conformance", () => {
  let running: RunningTarget;
  let folder: string;
  beforeAll(async () => {
    running = await startSqliteTarget();
    folder = await mkdtemp(join(tmpdir(), "portico-conformance-cli-"));
  });
  afterAll(async () => {
    await running[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });
  const access = () => {
    const { baseUrl, apiKey, managementKey } = running.target;
    return ["--url", baseUrl, "--key", apiKey, "--management-key", managementKey ?? ""];
  };

  it("proves a service at an address, and reports for people, programs and build servers", async () => {
    const [json, junit] = [join(folder, "results.json"), join(folder, "results.xml")];
    const reports = ["--json", json, "--junit", junit, "--byok-provider", "plain"];
    const { out, error, code } = await conformance(...access(), ...reports);
    expect(`${code} ${error}`).toBe("0 ");
    expect(out).toMatch(/^4\.3\.1 +passed +Embeddings of identical input/m);
    expect(out).toMatch(/^createResponse +200 +text\/event-stream +\d+ +0$/m);
    expect(out).toMatch(/\d+ passed, 0 failed, \d+ not applicable, in [\d.]+ s\n$/);
    const { results } = JSON.parse(await readFile(json, "utf8"));
    expect(results).toHaveLength(cases.length);
    const xml = await readFile(junit, "utf8");
    expect(xml.match(/<testcase /g)).toHaveLength(cases.length);
    expect(xml).toContain('failures="0"');
  });

  it("ends with 1 and names clause and case where the service does not keep the contract", async () => {
    const mock = await startMockTarget();
    const liar = await startLyingServer(mock.target, "swappedEmbeddings");
    const { baseUrl, apiKey } = liar.target;
    const { out, code } = await conformance(
      "--url",
      baseUrl,
      "--key",
      apiKey,
      "--only",
      "2.3.order",
    );
    await liar[Symbol.asyncDispose]();
    await mock[Symbol.asyncDispose]();
    expect(code).toBe(1);
    expect(out).toMatch(/^2\.3\.order +failed/m);
    expect(out).toMatch(/^FAILED embeds an array of strings .*\[.*2\.3\.order/m);
  });

  it("holds a service to the specified interface alone where additions are left out", async () => {
    const exact = await startExactServer(running.target.baseUrl);
    const { apiKey, managementKey } = running.target;
    const flags = ["--url", exact.baseUrl, "--key", apiKey, "--only", "stream"];
    const keys = ["--management-key", managementKey ?? ""];
    const alone = await conformance("--without-additions", ...flags, ...keys);
    const asked = await conformance(...flags, ...keys);
    await exact[Symbol.asyncDispose]();
    expect(`${alone.code} ${alone.error}`).toBe("0 ");
    expect(alone.out).toMatch(/^6\.response\.done +passed +Sent when generation ends/m);
    expect(alone.out).toMatch(
      /^ {2}ends a stream that breaks off .*: The events of a failure are additions\.$/m,
    );
    expect(asked.code).toBe(1);
    // The line of a clause says why, and does not end where the list of reasons would begin.
    expect(asked.out).toMatch(/^6\.order +failed +createResponse answered 200: \S/m);
    expect(asked.out).not.toMatch(/^\d\S+ +failed .*:$/m);
  });

  it("needs no management key, and says what it then leaves out", async () => {
    const { baseUrl, apiKey } = running.target;
    const flags = ["--url", baseUrl, "--key", apiKey, "--only", "workspace"];
    const { out, code } = await conformance(...flags);
    expect(code).toBe(0);
    expect(out).toMatch(/^ {2}finds a workspace by .*: It needs a management key\.$/m);
  });

  it.each([
    ["is not there", ["--url", "http://127.0.0.1:9", "--key", "x"], /Nothing answers at .*127/],
    ["is not named", ["--key", "x"], /--url/],
  ])("says so where the service %s", async (_, flags, message) => {
    const { error, code } = await conformance(...flags);
    expect(error).toMatch(message);
    expect(code).not.toBe(0);
  });

  it("ends with 2 where the key is refused", async () => {
    const { error, code } = await conformance("--url", running.target.baseUrl, "--key", "wrong");
    expect(error).toMatch(/refuses the key/);
    expect(code).toBe(2);
  });
});
