import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Configuration } from "../configuration/configuration.ts";
import { loadConfiguration } from "../configuration/load-configuration.ts";
import { takeOver } from "../configuration/take-over.ts";
import { readMasterKeys } from "../secrets/master-key.ts";
import { createSecrets } from "../secrets/secrets.ts";
import type { ConfigurationStore } from "../store/ports/configuration.ts";
import { FollowedConfiguration } from "./follow-configuration.ts";

let folder: string;
let path: string;
let running: Configuration;
let said: { readonly level: string; readonly facts: object; readonly message: string }[];
let following: FollowedConfiguration;

const textOf = (usd: string, more = "") => `
providers: { local: { kind: openai, api_key: "sk-secret" } }
models:
  - { id: a/b, kind: text, context_length: 100, endpoints: [ { provider: local, upstream_model: t, price: { input: "${usd}", output: "2" } } ] }
${more}`;
const price = () => running.catalog.models.get("a/b")?.endpoints[0]?.price.inputPicousd;

/** Two looks: a change counts when both see it. */
async function look() {
  await following.look();
  await following.look();
}

async function follow(configuration?: Configuration) {
  running = configuration ?? (await loadConfiguration({ path, required: false, environment: {} }));
  const start = running;
  following = new FollowedConfiguration(partsOf(), start);
  following.follow((next) => {
    const taken = takeOver({ start, current: running }, next);
    running = taken.configuration;
    return taken;
  });
}

function partsOf() {
  const say = (level: string) => (facts: object, message: string) => {
    said.push({ level, facts, message });
  };
  const log = { info: say("info"), warn: say("warn"), error: say("error") };
  const references = { environment: {} };
  return { store, secrets, path, references, secretsFolder: folder, log };
}

/** Without an organisation no version is made. */
const store = { firstIdentity: async () => null, configuration: noVersions() };
const secrets = createSecrets(readMasterKeys("q3Zk0mJ8v1T5y7B2n4X6c8L0w9R1e3U5"));

function noVersions(): ConfigurationStore {
  const none = () => {
    throw new Error("There are no versions.");
  };
  return {
    ...{ list: none, get: none, named: none, add: none, activate: none },
    ...{ rewrap: none, keyVersions: none, rolledBack: none, rollBack: none },
    inUse: async () => 0,
  };
}

beforeEach(async () => {
  // No look comes by itself.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
  folder = mkdtempSync(join(tmpdir(), "portico-prices-"));
  path = join(folder, "portico.yaml");
  said = [];
  writeFileSync(path, textOf("1"));
  await follow();
});

afterEach(async () => {
  await following.close();
  vi.useRealTimers();
  rmSync(folder, { recursive: true });
});

describe("a gateway that follows its file", () => {
  it("takes a price that was written into it, and says so once", async () => {
    await look();
    expect(said).toEqual([]);
    writeFileSync(path, textOf("3"));
    await look();
    await look();
    expect(price()).toBe(3_000_000);
    expect(said).toMatchObject([
      { level: "info", facts: { changed: ["models.a/b.endpoints.local/t.price.input"] } },
    ]);
  });

  it("takes a file that an editor has put in its place", async () => {
    writeFileSync(join(folder, "other"), textOf("3"));
    renameSync(join(folder, "other"), path);
    await look();
    expect(price()).toBe(3_000_000);
  });

  it("keeps the old one where the file is wrong, names the places once, and takes the mended one", async () => {
    writeFileSync(path, textOf("three"));
    await look();
    await look();
    expect(said).toMatchObject([
      {
        level: "error",
        facts: { problems: [expect.stringMatching(/portico\.yaml:4:\d+: "three"/)] },
      },
    ]);
    expect(price()).toBe(1_000_000);
    writeFileSync(path, textOf("4"));
    await look();
    expect(price()).toBe(4_000_000);
  });

  it("keeps the old one while the file is gone or empty", async () => {
    writeFileSync(path, "");
    await look();
    rmSync(path);
    await look();
    expect(said.map(({ level }) => level)).toEqual(["warn", "warn"]);
    expect(price()).toBe(1_000_000);
    writeFileSync(path, textOf("5"));
    await look();
    expect(price()).toBe(5_000_000);
  });

  it("waits for a file that is being written: each part of it could be a whole one", async () => {
    for (const part of ["3", "4", "5"]) {
      writeFileSync(path, textOf(part));
      await following.look();
      expect(price()).toBe(1_000_000);
    }
    await following.look();
    expect(price()).toBe(5_000_000);
  });

  it("forgets a change that is undone before it counts", async () => {
    writeFileSync(path, textOf("3"));
    await following.look();
    writeFileSync(path, textOf("1"));
    await look();
    writeFileSync(path, textOf("3"));
    await following.look();
    expect(price()).toBe(1_000_000);
  });

  it("says which changes wait for a restart", async () => {
    writeFileSync(path, textOf("1", "limits: { websocket: false }"));
    await look();
    expect(said).toMatchObject([
      { level: "info", facts: { changed: ["limits.websocket"] } },
      { level: "warn", facts: { waiting: ["limits.websocket"] } },
    ]);
  });

  it("sees a change between the start of the gateway and its first look", async () => {
    await following.close();
    writeFileSync(path, textOf("8"));
    await follow(running);
    await look();
    expect(price()).toBe(8_000_000);
  });

  it("takes a file that was not there at the start", async () => {
    await following.close();
    rmSync(path);
    await follow();
    writeFileSync(
      path,
      `models: [ { id: sandbox/text, kind: text, context_length: 131072, endpoints: [ { provider: sandbox, upstream_model: text, price: { input: "9", output: "9" } } ] } ]`,
    );
    await look();
    const [endpoint] = running.catalog.models.get("sandbox/text")?.endpoints ?? [];
    expect(endpoint?.price.inputPicousd).toBe(9_000_000);
  });

  it("says once that the file cannot be read, and goes on", async () => {
    rmSync(path);
    mkdirSync(path);
    await look();
    await look();
    expect(said.map(({ level }) => level)).toEqual(["error"]);
    rmSync(path, { recursive: true });
    writeFileSync(path, textOf("6"));
    await look();
    expect(price()).toBe(6_000_000);
  });
});

describe("gateways that follow their store", () => {
  /** When one that starts at this time looks. */
  async function looksOf(startsAtMs: number, untilMs: number): Promise<number[]> {
    vi.setSystemTime(startsAtMs);
    const looks: number[] = [];
    const inUse = async () => {
      looks.push(Date.now());
      return 0;
    };
    const configuration = { ...noVersions(), inUse };
    const parts = { ...partsOf(), path: null, store: { ...store, configuration } };
    const node = new FollowedConfiguration(parts, running);
    node.follow(() => ({ configuration: running, changed: [], waiting: [] }));
    await vi.advanceTimersByTimeAsync(untilMs - startsAtMs);
    await node.close();
    return looks;
  }

  it("look at the same moments, whenever they have started, and once a second", async () => {
    expect(await looksOf(10_400, 13_500)).toEqual([11_000, 12_000, 13_000]);
    expect(await looksOf(20_900, 23_500)).toEqual([21_000, 22_000, 23_000]);
    // A timer that comes too early does not look twice for one second.
    expect(await looksOf(29_999, 32_500)).toEqual([31_000, 32_000]);
  });
});
