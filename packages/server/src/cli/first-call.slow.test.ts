import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { startFakeUpstream, vendorEmbedding } from "../../test/cli/fake-upstream.ts";
import { portico, startGatewayProcess } from "../../test/cli/portico-process.ts";

const secret = "sk-vendor-0123456789";

/**
 * Two minutes is what a new operator may need: a vendor's model is called, and no editor was opened. How long the machine took
 * is in the report.
 */
it("leads from an empty folder to a first call of a vendor's model by commands alone", {
  timeout: 600_000,
}, async () => {
  const startedMs = performance.now();
  const folder = await mkdtemp(join(tmpdir(), "portico-first-call-"));
  const vendor = await startFakeUpstream();
  const data = { PORTICO_DATA: join(folder, "data") };
  const gateway = await startGatewayProcess(data);
  const environment = { ...data, PORT: new URL(gateway.url).port };
  const yaml = vendorEmbedding(vendor, `, api_key: ${secret}`);
  const run = async (words: string, input?: string) => {
    const { exitCode, out, err } = await portico(words.split(" "), environment, input);
    expect(exitCode, err).toBe(0);
    return out;
  };
  try {
    const plan = await run("config plan - --check vendor", yaml);
    expect(plan).toContain("New models:\n  vendor/embed");
    expect(plan).toContain("accepts its credential");
    expect(vendor.credentials).toEqual([`Bearer ${secret}`]);
    expect(plan).not.toContain(secret);
    expect(await run("config apply - --note first", yaml)).toContain("is in use");
    const { key } = JSON.parse(await run("keys create --name first --json"));
    const response = await fetch(`${gateway.url}/api/v1/embeddings`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ model: "vendor/embed", input: "Hello" }),
    });
    expect(response.status, await response.text()).toBe(200);
    console.log(`first call after ${Math.round(performance.now() - startedMs)} ms, by command`);
    expect(vendor.credentials.at(-1)).toBe(`Bearer ${secret}`);
  } finally {
    await gateway.stop();
    await vendor.close();
    await rm(folder, { recursive: true });
  }
});
