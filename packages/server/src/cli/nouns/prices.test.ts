import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { fakeTerminal } from "../../../test/cli/fake-terminal.ts";
import { startTestGateway } from "../../../test/support/gateway.ts";
import { run } from "../program.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "portico-prices-"));
  vi.stubEnv("PORTICO_CONFIG", join(folder, "portico.yaml"));
  vi.stubEnv("PORTICO_DATA", folder);
  vi.stubEnv("DATABASE_URL", "");
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

async function portico(words: readonly string[], url = "http://127.0.0.1:9", managementKey = "k") {
  const terminal = fakeTerminal({});
  const environment = { url, managementKey, dataFolder: folder, host: "127.0.0.1", port: 1 };
  const exitCode = await run(words, { terminal, environment });
  return { exitCode, out: terminal.written.join("\n"), err: terminal.told.join("\n") };
}

const price = `{ input: "2.5", output: "15", cached_input: "0.25", steps: [ { above: 271999, input: "5", output: "22.5", cached_input: "0.5" } ] }`;
const yaml = `
providers: { openai: { kind: openai-compatible, preset: groq, api_key: k } }
sandbox: false
models:
  - { id: a/long, kind: text, context_length: 999999, endpoints: [ { provider: openai, upstream_model: long, price: ${price} } ] }
  - { id: a/own, kind: text, context_length: 999, endpoints: [ { provider: openai, upstream_model: own, price: { input: "1", output: "1" } } ] }
`;
const tiered = (base: number, above: number) => ({
  base,
  tiers: [{ start: 271_999, price: above }],
});
const listOf = (prices: unknown) => [
  { id: "groq", name: "Groq", models: [{ id: "x", match: { or: [{ equals: "long" }] }, prices }] },
];
const same = {
  input_mtok: tiered(2.5, 5),
  output_mtok: tiered(15, 22.5),
  cache_read_mtok: tiered(0.25, 0.5),
};

/** The differences of the model that the list has. */
async function check(list: unknown) {
  writeFileSync(join(folder, "portico.yaml"), yaml);
  writeFileSync(join(folder, "data.json"), JSON.stringify(list));
  const checked = await portico(["prices", "check", join(folder, "data.json"), "--json"]);
  const { models } = JSON.parse(checked.out);
  const found = models.find(({ model }: { model: string }) => model === "a/long");
  return { ...checked, differences: found.differences };
}

describe("portico prices check", () => {
  it("ends with 0 where every listed price is the one in use", async () => {
    expect(await check(listOf(same))).toMatchObject({ exitCode: 0, differences: [] });
    expect(await check({ providers: listOf(same) })).toMatchObject({ exitCode: 0 });
  });

  it("names each price that differs, for long inputs too, and ends with 1", async () => {
    const list = listOf({ ...same, output_mtok: tiered(15, 30), cache_write_mtok: 3 });
    const { exitCode, differences, err } = await check(list);
    expect(exitCode).toBe(1);
    expect(differences).toEqual([
      { price: "cache_write", above: 0, in_use: "2.5", listed: "3" },
      { price: "output", above: 271_999, in_use: "22.5", listed: "30" },
      { price: "cache_write", above: 271_999, in_use: "5", listed: "3" },
    ]);
    expect(err).toContain("One price differs.");
    const { out } = await portico(["prices", "check", join(folder, "data.json")]);
    expect(out).toMatch(/a\/long +openai +output above 271999 +22\.5 +30 /);
    expect(out).toContain("prices in use: 1 differ from the list");
  });

  it("goes by the prices that hold today", async () => {
    const conditional = [
      { prices: { input_mtok: 99 } },
      { constraint: { type: "start_date", start_date: "2020-01-01" }, prices: same },
      { constraint: { type: "start_date", start_date: "2999-01-01" }, prices: { input_mtok: 7 } },
      { constraint: { type: "time_of_date", start_time: "1", end_time: "2" }, prices: {} },
    ];
    expect(await check(listOf(conditional))).toMatchObject({ exitCode: 0, differences: [] });
  });

  it("goes by the dearest hour of the day", async () => {
    const hourly = [
      { constraint: { type: "time_of_date", start_time: "1", end_time: "2" }, prices: same },
      { prices: { input_mtok: 1, output_mtok: 1 } },
    ];
    expect(await check(listOf(hourly))).toMatchObject({ exitCode: 0, differences: [] });
  });

  it("leaves out models that the list does not have", async () => {
    expect((await check([])).differences).toBeNull();
  });

  it("reads the npm package too", async () => {
    writeFileSync(join(folder, "portico.yaml"), yaml);
    mkdirSync(join(folder, "package/dist"), { recursive: true });
    writeFileSync(join(folder, "package/package.json"), '{ "type": "module" }');
    const found = `({ providerId }) => ${JSON.stringify(listOf(same))}.find(({ id }) => id === providerId)`;
    writeFileSync(join(folder, "package/dist/index.js"), `export const findProvider = ${found};`);
    const checked = await portico(["prices", "check", join(folder, "package"), "--json"]);
    expect(checked).toMatchObject({ exitCode: 0 });
    expect(JSON.parse(checked.out).models).toContainEqual(
      expect.objectContaining({ model: "a/long", differences: [] }),
    );
  });

  it.each([
    ["{", "cannot be read as JSON"],
    ['{"providers":[{"id":"groq"}]}', "is no price list of genai-prices"],
  ])("refuses what is no list: %s", async (text, message) => {
    writeFileSync(join(folder, "portico.yaml"), yaml);
    writeFileSync(join(folder, "data.json"), text);
    const { exitCode, err } = await portico(["prices", "check", join(folder, "data.json")]);
    expect([exitCode, err]).toEqual([1, expect.stringContaining(message)]);
    expect((await portico(["prices", "check", join(folder, "none")])).err).toContain("There is no");
  });
});

it("portico prices show shows every price of a model, with its source", async () => {
  await using gateway = await startTestGateway({ yaml });
  const { out } = await portico(["prices", "show", "a/long"], gateway.url, gateway.own.management);
  expect(out).toMatch(/PROVIDER +FOR +IN +OUT +CACHE READ/);
  expect(out).toMatch(/openai +all +2\.5 +15 +0\.25 +2\.5/);
  expect(out).toMatch(/openai +above 271999 tokens +5 +22\.5 +0\.5 +5/);
  expect(out).toMatch(/openai: portico\.yaml \(portico\.yaml:[0-9a-f]{12}\)/);
});
