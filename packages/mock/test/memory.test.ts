import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Mock, type MockOptions, startMock } from "../src/index.ts";
import { type Sent, sendTo } from "./ask.ts";

const folder = mkdtempSync(join(tmpdir(), "portico-mock-state-"));
const start = (options: Partial<MockOptions> = {}) =>
  startMock({ rehearsal: { paceMs: 0 }, ...options });

let mock: Mock;
beforeAll(async () => {
  mock = await start();
});
afterAll(async () => {
  await mock.close();
  rmSync(folder, { recursive: true });
});

const send = async (path: string, sent?: Sent, to = mock) => {
  const reply = await sendTo(to, path, sent);
  return { status: reply.status, body: JSON.parse(await reply.text()) };
};
const keyNames = async (headers: Record<string, string>, to = mock): Promise<string[]> =>
  (await send("/keys", { headers }, to)).body.data.map(({ name }: { name: string }) => name);
const own = (path: string, init?: RequestInit) => fetch(new URL(path, mock.url), init);
const question = { model: "sandbox/text", input: "Say hello" };

describe("a session", () => {
  it.each<[string, Record<string, string>]>([
    ["a header", { "Portico-Session": "header" }],
    ["a cookie", { Cookie: "theme=dark; portico_session=cookie" }],
  ])("named by %s has a state of its own", async (_, headers) => {
    await send("/keys", { body: { name: "Mine" }, headers });
    expect(await keyNames(headers)).toContain("Mine");
    expect(await keyNames({})).not.toContain("Mine");
  });

  it("is shown, replaced and begun again", async () => {
    const headers = { "Portico-Session": "control" };
    await send("/keys", { body: { name: "Kept" }, headers });
    const state = await (await own("/_mock/state", { headers })).text();
    expect(state).not.toMatch(/ptc_[0-9A-Za-z]{49}/);
    const begun = await own("/_mock/state", { method: "DELETE", headers });
    expect([begun.status, await keyNames(headers)]).toEqual([
      200,
      ["Search service", "Operations"],
    ]);
    await own("/_mock/state", { method: "PUT", headers, body: state });
    expect(await keyNames(headers)).toContain("Kept");
    const wrong = await own("/_mock/state", { method: "PUT", headers, body: "{}" });
    expect(wrong.status).toBe(400);
  });

  it("is there again after a start with the same file", async () => {
    const stateFile = join(folder, "state.json");
    const headers = { "Portico-Session": "saved" };
    const first = await start({ stateFile });
    const { key } = (await send("/keys", { body: { name: "Saved" }, headers }, first)).body;
    await first.close();
    await using second = await start({ stateFile });
    expect(await keyNames(headers, second)).toContain("Saved");
    const shown = await send("/key", { key, headers }, second);
    expect(shown.body.data).toMatchObject({ name: "Saved" });
  });
});

describe("a scenario", () => {
  const outOfCredit = {
    status: 402,
    body: { error: { metadata: { limit_source: "key_limit", reason: "used_up", remaining: 0 } } },
  };

  it("is the state that a request with the header meets, and no other", async () => {
    const headers = { "Portico-Scenario": "out-of-credit" };
    expect(await send("/responses", { body: question, headers })).toMatchObject(outOfCredit);
    expect((await send("/responses", { body: question })).status).toBe(200);
  });

  it("lets any key stand for the one that it is about", async () => {
    const headers = { "Portico-Scenario": "revoked-key" };
    const { status, body } = await send("/responses", { body: question, headers });
    expect([status, body.error.message]).toEqual([401, "The API key is disabled."]);
  });

  it("has its alerts", async () => {
    const headers = { "Portico-Scenario": "budget-alert" };
    const { body } = await send("/alerts?kind=budget", { headers });
    expect(body.data[0]).toMatchObject({ kind: "budget", state: "unsent" });
  });

  it("has its faults, as often as it says", async () => {
    const headers = { "Portico-Scenario": "cut-stream" };
    const streamed = { body: { ...question, stream: true }, headers };
    const texts = [
      await sendTo(mock, "/responses", streamed),
      await sendTo(mock, "/responses", streamed),
    ];
    const [first, second] = await Promise.all(texts.map((reply) => reply.text()));
    expect(first).toContain("response.failed");
    expect(second).toContain("response.completed");
  });

  it("is entered by a session, and by a whole run", async () => {
    const headers = { "Portico-Session": "entering", "Content-Type": "application/json" };
    const body = JSON.stringify({ scenario: "out-of-credit" });
    const entered = await own("/_mock/scenario", { method: "PUT", headers, body });
    expect(await entered.json()).toMatchObject({ scenario: "out-of-credit" });
    expect(await send("/responses", { body: question, headers })).toMatchObject(outOfCredit);
    await using run = await start({ scenario: "out-of-credit" });
    expect(await send("/responses", { body: question }, run)).toMatchObject(outOfCredit);
  });

  it("that does not exist is refused with the names of those that do", async () => {
    const headers = { "Portico-Scenario": "flood" };
    const { status, body } = await send("/models", { headers });
    expect([status, body.error.message]).toEqual([400, expect.stringContaining("out-of-credit")]);
    const init = { method: "PUT", body: '{"scenario": "flood"}' };
    expect((await own("/_mock/scenario", init)).status).toBe(400);
  });
});
