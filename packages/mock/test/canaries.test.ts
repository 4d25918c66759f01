import type { Output } from "@portico/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Mock, startMock } from "../src/index.ts";
import { sendTo } from "./ask.ts";

let mock: Mock;
beforeAll(async () => {
  mock = await startMock({ rehearsal: { paceMs: 0 } });
});
afterAll(() => mock.close());

async function read<Body>(path: string, sent?: Parameters<typeof sendTo>[2]): Promise<Body> {
  const reply = await sendTo(mock, path, { key: "management", ...sent });
  const text = await reply.text();
  expect(reply.status, text).toBe(200);
  return JSON.parse(text);
}

async function configure(canary: string): Promise<number> {
  const { data } = await read<Output<"getConfiguration">>("/configuration");
  const yaml = `canaries:\n  # Tried out\n  sandbox/text:${canary}\n`;
  const body = { yaml, parent: data.in_use };
  const made = await read<Output<"updateConfiguration">>("/configuration", { method: "PUT", body });
  return made.data.version;
}

const ask = () =>
  read<{ readonly id: string; readonly model: string }>("/responses", {
    key: "ordinary",
    body: { model: "sandbox/text", input: "Hi" },
  });
const attempts = async (id: string) =>
  (await read<Output<"getGeneration">>(`/generation?id=${id}`)).data.provider_responses;
const canaries = async () =>
  (await read<Output<"getProvider">>("/providers/sandbox")).data.canaries;

describe("a canary of the mock's configuration", () => {
  it.each([
    " { to: sandbox/fail-400, percent: 100 }",
    "\n    to: sandbox/fail-400\n    percent: 100",
  ])(
    "is tried first, and taken back with the failure that it cannot make good: %j",
    async (canary) => {
      const version = await configure(canary);
      const tried = { model: "sandbox/text", to: "sandbox/fail-400", percent: 100 };
      expect(await canaries()).toEqual([{ ...tried, rolled_back: null }]);
      for (let call = 1; call <= 3; call += 1)
        expect(await attempts((await ask()).id)).toMatchObject([
          { endpoint_id: "sandbox/fail-400", status: 400 },
          { status: 200 },
        ]);
      const found = { reason: "failures", requests: 3, failures: 3, slow: 0 };
      expect(await canaries()).toMatchObject([{ ...tried, rolled_back: found }]);
      expect(await attempts((await ask()).id)).toHaveLength(1);
      const { data: alerts } = await read<Output<"listAlerts">>("/alerts?kind=canary_rolled_back");
      expect(alerts[0]).toMatchObject({
        subject: "canary:sandbox/text",
        subject_name: "sandbox/text",
        details: { to: "sandbox/fail-400", ...found, version },
      });
      const { data: events } = await read<Output<"listAuditEvents">>(
        "/audit?action=rollBackCanary",
      );
      expect(events[0]).toMatchObject({ actor: { type: "system" }, after: { serves: false } });
    },
  );

  it("gets its share of the calls, and serves them where it can", async () => {
    await configure(" { to: sandbox/think, percent: 50 }");
    const models = [];
    for (let call = 1; call <= 4; call += 1) models.push((await ask()).model);
    expect(models.filter((model) => model === "sandbox/think")).toHaveLength(2);
    expect((await canaries())[0]?.rolled_back).toBeNull();
  });
});
