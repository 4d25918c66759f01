import { eventually } from "@portico/test-support/eventually";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Target } from "../../src/targets/target.ts";
import { startHandlersTarget } from "../targets/handlers-target.ts";
import { startMockTarget } from "../targets/mock-target.ts";
import type { RunningTarget } from "../targets/running-target.ts";
import { startSqliteTarget } from "../targets/sqlite-target.ts";

/** A canary is read, tried and rolled back alike by gateway, mock and request handlers. */
let running: readonly RunningTarget[];
beforeAll(async () => {
  running = [
    await startSqliteTarget({ hasFile: false }),
    await startMockTarget(),
    await startHandlersTarget(),
  ];
});
afterAll(async () => {
  for (const one of running) await one[Symbol.asyncDispose]();
});

// biome-ignore lint/suspicious/noExplicitAny: the tests look at single fields.
type Said = any;

interface Question {
  readonly method?: string;
  readonly body?: object;
  readonly key?: string;
}

async function ask({ baseUrl, managementKey = "" }: Target, path: string, asked: Question = {}) {
  const { body, method = body === undefined ? "GET" : "POST", key = managementKey } = asked;
  const reply = await fetch(`${baseUrl}${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await reply.text().catch(() => "");
  const said: Said = text.startsWith("{") ? JSON.parse(text) : null;
  return { status: reply.status, said, id: reply.headers.get("x-generation-id") };
}

/** Its version, or the refusal. */
async function configure(target: Target, yaml: string) {
  const { said } = await ask(target, "/configuration");
  const body = { yaml, parent: said.data.in_use };
  const { status, said: made } = await ask(target, "/configuration", { method: "PUT", body });
  const { error, data } = made;
  return { status, version: data?.version, changes: data && (await changesOf(target)), error };
}

/** The sections: only the gateway knows the default of each value, and a default that is written is no change. */
async function changesOf(target: Target): Promise<readonly string[]> {
  const { said } = await ask(target, "/configuration/versions?limit=1");
  const sections = said.data[0].changes.map((place: string) => place.split(".")[0]);
  return [...new Set<string>(sections)].toSorted();
}

/** One call of the canary's model: what its caller got, and who was asked for it. */
async function call(target: Target, more: object) {
  const body = { model: "sandbox/text", input: "Hi", ...more };
  const { status, id } = await ask(target, "/responses", { body, key: target.apiKey });
  return await eventually(async () => {
    const { said } = await ask(target, `/generation?id=${id}`);
    const attempts = said.data.provider_responses.map((one: Said) => [
      ...[one.endpoint_id, one.status, one.failure],
    ]);
    return { status, model: said.data.model, attempts };
  });
}

async function canaryOf(target: Target) {
  const { said } = await ask(target, "/providers/sandbox");
  return said.data.canaries.map(({ rolled_back: found, ...rest }: Said) => {
    const { at, ...counts } = found ?? {};
    return { ...rest, found: found && { ...counts, at: typeof at } };
  });
}

/** The alert and the line in the audit log, of the version that was rolled back. */
async function tellsOf(target: Target, version: number) {
  const alerts = await ask(target, "/alerts?kind=canary_rolled_back&limit=5");
  const [alert] = alerts.said.data.filter(({ details }: Said) => details.version === version);
  const audit = await ask(target, "/audit?action=rollBackCanary&limit=5");
  const [event] = audit.said.data.filter(
    ({ target: changed }: Said) => changed.id === String(version),
  );
  const { subject, subject_name, state, details, ...others } = alert;
  const { actor, before, after, workspace_id } = event;
  const told = { subject, subject_name, details: { ...details, version: 0 }, fields: others };
  return { ...told, fields: Object.keys(others).toSorted(), actor, before, after, workspace_id };
}

async function story({ target }: RunningTarget, canaries: string, more: object) {
  const { version, ...made } = await configure(target, `sandbox: true\n${canaries}`);
  expect(made.status, JSON.stringify(made.error)).toBe(200);
  const calls: unknown[] = [await canaryOf(target)];
  for (let turn = 1; turn <= 5; turn += 1)
    calls.push(await call(target, more), await canaryOf(target));
  const isRolledBack = (await canaryOf(target))[0]?.found !== null;
  const told = isRolledBack ? await eventually(() => tellsOf(target, version)) : null;
  // Another version tries it again.
  await configure(target, `# Again\nsandbox: true\n${canaries}`);
  return { made, calls, told, again: await canaryOf(target) };
}

const marks = "roll_back: { failure_percent: 30, requests: 5 }";

describe("a canary is rolled back by all of them alike", () => {
  it.each([
    ["fail-400", "canaries: { sandbox/text: { to: sandbox/fail-400, percent: 100 } }", {}],
    ["fail-500", "canaries:\n  'sandbox/text':\n    percent: 100\n    to: sandbox/fail-500", {}],
    [
      "fail-529, by marks of its own",
      `canaries:\n  sandbox/text:\n    to: sandbox/fail-529\n    percent: 100\n    ${marks}`,
      {},
    ],
    [
      "fail-429, in lines of a map",
      `canaries: {\n  sandbox/text: {\n    to: "sandbox/fail-429", percent: 100,\n    ${marks} } }`,
      { stream: true },
    ],
    [
      "fail-503, by an anchor",
      "canaries:\n  sandbox/text: &trial { to: sandbox/fail-503, percent: 100 }\n  sandbox/think: *trial",
      {},
    ],
    [
      "cut-midstream",
      "canaries: { sandbox/text: { to: sandbox/cut-midstream, percent: 100 } }",
      {},
    ],
    [
      "cut-midstream, streamed",
      `canaries: { sandbox/text: { to: sandbox/cut-midstream, percent: 100, ${marks} } }`,
      { stream: true },
    ],
    ["think, which serves", "canaries: { sandbox/text: { to: sandbox/think, percent: 100 } }", {}],
  ] as const)("to %s", async (name, canaries, more) => {
    const [ours, mock, handlers] = await Promise.all(
      running.map((one) => story(one, canaries, more)),
    );
    if (name.startsWith("think")) expect(ours?.told).toBeNull();
    else expect(ours?.told).toMatchObject({ after: { canary: "sandbox/text", serves: false } });
    expect(mock).toEqual(ours);
    expect(handlers).toEqual(ours);
  });
});

it("a text that is no YAML is refused by all of them in the same words", async () => {
  const said = await Promise.all(
    running.map(async ({ target }) => {
      const { status, error } = await configure(target, "canaries: { a: [\n");
      return { status, message: error?.message, metadata: error?.metadata };
    }),
  );
  expect(said[0]).toMatchObject({ status: 400 });
  for (const one of said) expect(one).toEqual(said[0]);
});
