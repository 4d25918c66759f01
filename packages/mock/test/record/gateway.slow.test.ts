import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startGatewayProcess } from "@portico/test-support/gateway-process";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runSession, type Session, sentSecrets } from "./session.ts";
import { newSetting, type Setting } from "./setting.ts";

describe("a session with a gateway on SQLite", () => {
  const stack = new AsyncDisposableStack();
  let setting: Setting;
  let keys: { key: string; managementKey: string };
  let recorded: Session;
  let replayed: Session;

  beforeAll(async () => {
    setting = stack.use(newSetting());
    const folder = mkdtempSync(join(tmpdir(), "portico-recorded-"));
    stack.defer(() => rmSync(folder, { recursive: true, force: true }));
    const gateway = await startGatewayProcess(folder, { PORTICO_LOG_LEVEL: "silent" });
    const written = JSON.parse(readFileSync(join(folder, "bootstrap.json"), "utf8"));
    keys = { key: written.api_key, managementKey: written.management_key };
    const recorder = await setting.record(gateway.url);
    recorded = await runSession(recorder.url, keys);
    await gateway.stop();
    const player = await setting.replay({ paceMs: 0 });
    replayed = await runSession(player.url, keys);
  });
  afterAll(() => stack.disposeAsync());

  it("has the statuses that it should have", () => {
    expect(recorded.steps.map(({ what, status }) => `${what}: ${status}`)).toEqual([
      ...[
        "embeddings: 200",
        "a response: 200",
        "a stream: 200",
        "an echo: 200",
        "a chat's stream: 200",
      ],
      ...["a message's stream: 200", "a failing stream: 529", "a bad request: 400"],
      ...["a wrong key: 401", "no such model: 404", "a new key: 201", "the new key's facts: 200"],
      ...["the new key's end: 200", "the facts once more: 401", "a credential: 201"],
      ...["its end: 200", "its end once more: 404", "the activity as a table: 200"],
      "the activity: 200",
    ]);
  });

  it("is replayed with the same statuses, bodies and events, without the gateway", () => {
    const withoutPlaceholders = (text = "") =>
      text.replace(/(ptcm?_|sk-|secret-)placeholder-\d{6}/g, "SECRET");
    const secrets = [...sentSecrets, ...Object.values(keys), recorded.createdKey];
    const withoutSecrets = (text = "") =>
      secrets.reduce((rest, secret) => rest.replaceAll(secret, "SECRET"), text);
    for (const [index, { what, status, text }] of recorded.steps.entries()) {
      const again = replayed.steps[index];
      const shown = what === "an echo" ? sumOfDeltas : (whole: string) => whole;
      expect([what, again?.status, withoutPlaceholders(shown(again?.text ?? ""))]).toEqual([
        what,
        status,
        withoutSecrets(shown(text)),
      ]);
    }
    expect(replayed.createdKey).toMatch(/^ptc_placeholder-\d{6}$/);
  });

  it("keeps no pieces of a secret that a model repeats", () => {
    const [, , , echo] = setting.exchanges();
    expect(sumOfDeltas(recorded.steps[3]?.text ?? "")).toContain("sk-proj-that-stands");
    expect(sumOfDeltas(echo?.reply.text ?? "")).toMatch(/my key is sk-placeholder-\d{6}/);
  });

  it("breaks the contract only where the session does", () => {
    const broken = setting.exchanges().flatMap(({ violations }) => violations ?? []);
    expect(broken).toEqual(["request: input is required."]);
  });

  it("leaves no secret in the folder", () => {
    const secrets = [...Object.values(keys), ...sentSecrets, recorded.createdKey];
    const found = secrets.filter((secret) => setting.text().includes(secret));
    expect(found).toEqual([]);
  });

  it("shows by equal placeholders which key was used where", () => {
    const keyOf = (index: number) => setting.exchanges()[index]?.request.headers["authorization"];
    expect(keyOf(0)).toBe("Bearer ptc_placeholder-000001");
    expect(keyOf(1)).toBe(keyOf(0));
    const created = setting.exchanges()[10]?.reply.body;
    expect(keyOf(11)).toBe(`Bearer ${Reflect.get(Object(created), "key")}`);
    expect(keyOf(13)).toBe(keyOf(11));
  });

  it("keeps a stream as the examples of the contract have it", () => {
    const [, , stream] = setting.exchanges();
    expect(stream?.reply.text).toMatch(/^data: \{"type":"response\.created".*data: \[DONE\]\n\n$/s);
    const events = stream?.reply.text?.match(/^data: /gm);
    expect(stream?.reply.waits_ms).toHaveLength(events?.length ?? -1);
  });
});

function sumOfDeltas(text: string): string {
  const deltas = text.matchAll(/^data: (\{"type":"response\.output_text\.delta".*\})$/gm);
  return [...deltas].map(([, json = ""]) => JSON.parse(json).delta).join("");
}
