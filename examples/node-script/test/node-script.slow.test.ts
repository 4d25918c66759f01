import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { bareEnvironment } from "@portico/test-support/gateway-process";
import { gatewayService, type Service, services } from "@portico/test-support/services";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const script = join(import.meta.dirname, "../src/main.ts");

interface Printed {
  readonly stdout: string;
  readonly stderr: string;
}

describe.each(services)("the script, with %s", (_, start) => {
  let service: Service;
  beforeAll(async () => {
    service = await start();
  });
  afterAll(() => service[Symbol.asyncDispose]());

  const run = (key: string, ...given: readonly string[]): Promise<Printed> =>
    promisify(execFile)(process.execPath, [script, ...given], {
      env: { ...bareEnvironment(), PORTICO_BASE_URL: service.url, PORTICO_API_KEY: key },
    });

  it("streams an answer and says what it cost", async () => {
    const { stdout, stderr } = await run(service.apiKey, "ask", "Repeat:", "one", "door");
    expect(stdout).toContain("one door");
    expect(stderr).toMatch(/^\d+ tokens, \$[\d.e-]+\n$/);
  });

  it("lists keys, makes one, and shows what was spent", async () => {
    const made = await run(service.managementKey, "new-key", "Script", "--limit", "3");
    expect(made.stdout).toMatch(/, which may spend \$\d+: ptc_\S+\n$/);
    expect((await run(service.managementKey, "keys")).stdout).toContain(" of $");
    expect((await run(service.managementKey, "spending")).stdout).toMatch(/^all: \d+ requests/m);
  });

  it("makes no key without a limit where the limit is no amount", async () => {
    await expect(
      run(service.managementKey, "new-key", "Script", "--limit", "five"),
    ).rejects.toMatchObject({
      code: 2,
      stderr: '--limit is an amount in dollars, such as 5 or 0.50, not "five".\n',
    });
  });

  it("says what is wrong with its settings, and exits with 1", async () => {
    await expect(run("", "ask", "Hello")).rejects.toMatchObject({
      code: 1,
      stderr: "apiKey is missing: pass it, or set PORTICO_API_KEY.\n",
    });
  });

  it("shows its usage where it is given no verb", async () => {
    await expect(run(service.apiKey)).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^Usage:/),
    });
  });
});

it("says what a gateway refuses, and exits with 1", async () => {
  await using service = await gatewayService();
  const env = {
    ...bareEnvironment(),
    PORTICO_BASE_URL: service.url,
    PORTICO_API_KEY: service.apiKey,
  };
  const words = ["ask", "--model", "no/such-model", "Hello"];
  await expect(
    promisify(execFile)(process.execPath, [script, ...words], { env }),
  ).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^404 /),
  });
});
