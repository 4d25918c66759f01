import { isProof } from "@portico/test-support/proof";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Target } from "../../src/targets/target.ts";
import { startHandlersTarget } from "../targets/handlers-target.ts";
import { startMockTarget } from "../targets/mock-target.ts";
import type { RunningTarget } from "../targets/running-target.ts";
import { startSqliteTarget } from "../targets/sqlite-target.ts";

/** Rules that a form of the contract does not say: gateway, mock and request handlers refuse and derive the same. */
let running: readonly RunningTarget[];
beforeAll(async () => {
  running = await Promise.all([startSqliteTarget(), startMockTarget(), startHandlersTarget()]);
  // Without the budgets that the contract's examples bring.
  await answers({ path: "/workspaces", body: { name: "Rules" } });
  // The gateway's file has these tags.
  for (const { target } of running) await configure(target, "tags: [project, feature]\n");
});
afterAll(async () => {
  for (const one of running) await one[Symbol.asyncDispose]();
});

async function configure(target: Target, yaml: string): Promise<void> {
  const { data } = (await ask(target, { path: "/configuration" })).said;
  const body = { yaml, parent: data?.["in_use"] };
  if (data?.["read_only"] === false)
    await ask(target, { method: "PUT", path: "/configuration", body });
}

interface Question {
  readonly method?: string;
  readonly path: string;
  readonly body?: object | undefined;
  readonly isOfCaller?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
}

interface Said {
  readonly error?: {
    readonly message: string;
    readonly metadata?: Readonly<Record<string, unknown>>;
  };
  readonly data?: Readonly<Record<string, unknown>>;
}

/**
 * What each of them says: the words and the field of a refusal, or the fields that rules decide. The mock refuses a date by its
 * form, in the words of the validator in front of it.
 */
async function answers(question: Question): Promise<readonly (readonly unknown[])[]> {
  return await Promise.all(running.map(({ target }) => answer(target, question)));
}

async function answer(target: Target, question: Question) {
  const { status, said } = await ask(target, question);
  const { error, data = {} } = said;
  // A refusal of what is past says what time it is.
  if (error) return [status, error.message.replace(/it is \S+ now/, ""), error.metadata?.["field"]];
  return [status, ...decided.map((name) => data[name])];
}

const decided = [
  "expires_at",
  "allowed_networks",
  "slug",
  "scope",
  "end_user",
  "tag",
  "name",
  "raise",
  "raise_until",
  "limit",
];

async function ask(
  { baseUrl, managementKey, apiKey }: Target,
  {
    path,
    body,
    method = body === undefined ? "GET" : "POST",
    isOfCaller = false,
    headers = {},
  }: Question,
): Promise<{ readonly status: number; readonly said: Said }> {
  const reply = await fetch(`${baseUrl}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${isOfCaller ? apiKey : managementKey}`,
      "content-type": "application/json",
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: reply.status, said: JSON.parse(await reply.text()) };
}

const ofOtherKind = { kind: "management", allowed_models: ["x"] };

it.each([
  ["/keys", { name: "a", expires_at: "2027-02-30T00:00:00Z" }, 400],
  ["/keys", { name: "a", expires_at: "2028-02-29T00:00:00Z" }, 201],
  ["/keys", { name: "a", expires_at: "2027-02-30T00:00:00Z", ...ofOtherKind }, 400],
  ["/keys", { name: "a", allowed_networks: ["010.0.0.1"] }, 400],
  ["/keys", { name: "a", allowed_networks: ["::ffff:10.0.0.0/95"] }, 400],
  ["/keys", { name: "a", allowed_networks: ["10.0.0.0/8"] }, 201],
  ["/workspaces", { name: "Straße" }, 201],
  ["/workspaces", { name: "Łódź" }, 201],
  ["/workspaces", { name: "Œuvre of Søren's team" }, 201],
  ["/budgets", { limit: 1, scope: "end_user", end_user: "  Anna " }, 201],
  ["/budgets", { limit: 1, scope: "end_user", end_user: "Anna" }, 409],
  ["/activity?date=2026-11-20&from=2026-11-19T00:00:00Z", undefined, 400],
  ["/activity?start_date=2026-11-20&from=2026-11-19T00:00:00Z", undefined, 400],
  ["/activity?end_date=2026-11-20&to=2026-11-19T00:00:00Z", undefined, 400],
  ["/activity?granularity=hour&start_date=2026-11-01&end_date=2026-11-20", undefined, 400],
])("%s with %j is answered %i by all of them", async (path, body, status) => {
  const [gateway, mock, handlers] = await answers({ path, body });
  expect([gateway?.[0], mock?.[0]]).toEqual([status, status]);
  expect(handlers).toEqual(gateway);
});

it("a session without a rest of its budget is refused by all of them in the same words", async () => {
  const call = (headers: Readonly<Record<string, string>>) => ({
    path: "/chat/completions",
    body: { model: "sandbox/text", messages: [{ role: "user", content: "Hi" }] },
    isOfCaller: true,
    headers,
  });
  const seen = await Promise.all(
    running.map(async ({ target }) => {
      const said = [];
      const made = await ask(target, { path: "/keys", body: { name: "poor", session_budget: 0 } });
      const ofPoor = { authorization: `Bearer ${Object(made.said)["key"]}` };
      for (const headers of [
        { ...ofPoor, "x-session-id": "poor" },
        { ...ofPoor, "x-session-id": "poor", "x-session-budget": "1" },
        ofPoor,
        { "x-session-budget": "1" },
        { "x-session-id": "poor", "x-session-budget": "a dollar" },
        { "x-session-id": "poor", "x-session-budget": "0" },
      ]) {
        const reply = await ask(target, call(headers));
        const { required, ...others } = { required: null, ...reply.said.error?.metadata };
        said.push([reply.status, others]);
      }
      const named = { ...ofPoor, "x-session-id": "poor" };
      for (const [path, body] of [
        ["/embeddings", { model: "sandbox/embed", input: "Hi" }],
        ["/rerank", { model: "sandbox/rerank", query: "Hi", documents: ["Ho"] }],
        ["/responses/compact", { model: "sandbox/text", input: "Hi" }],
      ] as const) {
        const { status, said: refused } = await ask(target, { ...call(named), path, body });
        const { limit_source, session_id, limit } = refused.error?.metadata ?? {};
        said.push([status, { limit_source, session_id, limit }]);
      }
      return said;
    }),
  );
  const [ours, ...theirs] = seen;
  expect(ours?.map(([status]) => status)).toEqual([402, 402, 200, 400, 400, 402, 402, 402, 402]);
  for (const one of theirs) expect(one).toEqual(ours);
});

it("a key that was found is noted by all of them with the same source and place", async () => {
  const found = await Promise.all(
    running.map(async ({ target }) => {
      const made = await ask(target, { path: "/keys", body: { name: "found" } });
      const { key, data } = Object(made.said);
      const url = ` https://someone:secret@example.com/${encodeURIComponent(key)} `;
      await ask(target, { path: "/keys/exposed", body: { keys: [key], source: " a scan ", url } });
      const { said } = await ask(target, { path: `/keys/${data.hash}` });
      return [said.data?.["exposed_source"], said.data?.["exposed_url"]];
    }),
  );
  const noted = ["a scan", "https://example.com/ptc_…"];
  expect(found).toEqual([noted, noted, noted]);
});

it("the requests of a session are summed up by all of them, with the turn that found no cache", async () => {
  const named = { session_id: "rules" };
  const call = (model: string, more: object) => ({
    path: "/chat/completions",
    body: { model, messages: [{ role: "user", content: "Hi" }], ...more },
    isOfCaller: true,
  });
  const seen = await Promise.all(
    running.map(async ({ target }) => {
      await ask(target, call("sandbox/text", named));
      await ask(target, call("sandbox/fail-500", named));
      await ask(target, call("sandbox/think", named));
      await ask(target, call("sandbox/think", { session_id: "another" }));
      const path = "/agent-sessions?session_id=rules";
      const list = await ask(target, { path, isOfCaller: true });
      return JSON.parse(JSON.stringify(list.said.data, (name, value) => known(name, value)));
    }),
  );
  const [ours, ...theirs] = seen;
  expect(ours).toHaveLength(1);
  expect(ours[0]).toMatchObject({ requests: 3, failed_requests: 1, lost_cache_count: 1 });
  expect(ours[0].lost_caches[0].message).toContain("Turn 3 went to another model");
  for (const one of theirs) expect(one).toEqual(ours);
});

/** Without what each of them makes for itself. */
function known(name: string, value: unknown): unknown {
  const own = /_at$|^api_key_|^workspace_id$|^generation_id$|^usage$|tokens$/;
  return own.test(name) ? typeof value : value;
}

it("a tag is budgeted by all of them under the operator's names, and refused in the same words", async () => {
  const budget = (body: object) => ({
    path: "/budgets",
    body: { limit: 1, scope: "tag", ...body },
  });
  const call = (tags: string) => ({
    path: "/chat/completions",
    body: { model: "sandbox/text", messages: [{ role: "user", content: "Hi" }] },
    isOfCaller: true,
    headers: { "x-tags": tags },
  });
  const seen = await Promise.all(
    running.map(async ({ target }) => {
      const said: unknown[] = [];
      for (const refused of [{}, { tag: "team=a" }, { tag: "project= " }])
        said.push(await answer(target, budget(refused)));
      said.push(await answer(target, budget({ tag: "project", scope: "end_user" })));
      const { id } = Object((await ask(target, budget({ tag: "project", limit: 2 }))).said.data);
      said.push(await answer(target, budget({ tag: "project= poor ", limit: 0 })));
      said.push(await answer(target, budget({ tag: "project=poor" })));
      for (const tags of ["project=rich", "feature=poor", "project=poor, feature=a"]) {
        const { status, said: reply } = await ask(target, call(tags));
        const { required, ...others } = { required: null, ...reply.error?.metadata };
        said.push([status, reply.error && others]);
      }
      const { tag_values: values } = Object((await ask(target, { path: `/budgets/${id}` })).said);
      said.push(values.data.map(({ value }: { readonly value: string }) => value));
      const own = await ask(target, { path: "/key?tag=project=poor", isOfCaller: true });
      said.push(Object(own.said.data).budgets.map(sourceOf)[0]);
      return said;
    }),
  );
  const [ours, ...theirs] = seen;
  const refusal = { limit_source: "tag_budget", tag: "project=poor", remaining: 0 };
  expect(ours?.slice(5)).toEqual([
    expect.arrayContaining([409]),
    [200, undefined],
    [200, undefined],
    [402, expect.objectContaining(refusal)],
    ["rich"],
    "tag_budget",
  ]);
  for (const one of theirs) expect(one).toEqual(ours);
});

function sourceOf(budget: { readonly limit_source: string }): string {
  return budget.limit_source;
}

it("a blank end user is none for all of them", async () => {
  await answers({ path: "/budgets", body: { limit: 1, scope: "end_user" } });
  const budgets = await Promise.all(
    running.map(async ({ target }) => {
      const { said } = await ask(target, { path: "/key?user=%20", isOfCaller: true });
      return Object(said.data)["budgets"].map(sourceOf);
    }),
  );
  expect(budgets.flat()).not.toContain("end_user_budget");
});

const day = fc.tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 28, max: 31 }));
const two = (number: number) => String(number).padStart(2, "0");
const dates = fc
  .tuple(fc.constantFrom(2020, 2031, 2032), day)
  .map(([year, [month, date]]) => `${year}-${two(month)}-${two(date)}`);
const times = dates.map((date) => `${date}T10:00:00Z`);
const networks = fc
  .tuple(fc.oneof(fc.ipV4(), fc.ipV6(), fc.stringMatching(/^\d{1,3}(\.\d{1,4}){3}$/)), fc.nat(140))
  .map(([address, bits]) => [`${address}/${bits}`]);
const some = { requiredKeys: [] };

const keys = fc
  .record(
    {
      kind: fc.constantFrom("ordinary", "management"),
      scope: fc.constantFrom("all", "read_only", "spend"),
      expires_at: times,
      allowed_networks: networks,
      allowed_models: fc.constantFrom(null, ["x"]),
      zero_data_retention: fc.boolean(),
      max_output_tokens: fc.constantFrom(null, 7),
      include_byok_in_limit: fc.boolean(),
    },
    some,
  )
  .map((body) => ({ path: "/keys", body: { name: "any", ...body } }));
const budgets = fc
  .record(
    {
      scope: fc.constantFrom("workspace", "end_user", "tag"),
      tag: fc.constantFrom(null, "project", "project=a"),
      end_user: fc.constantFrom("a", " a", "b", " ", ""),
      raise: fc.constantFrom(null, 1),
      raise_until: fc.option(times),
    },
    some,
  )
  .map((body) => ({ path: "/budgets", body: { limit: 3, workspace_id: "rules", ...body } }));
const workspaces = fc
  .record(
    {
      name: fc.constantFrom("Łódź", "–", "team"),
      slug: fc.constantFrom("team", "1b4e28ba-2fa1-11d2-883f-0016d3cca427"),
    },
    { requiredKeys: ["name", "slug"] },
  )
  .map((body) => ({ path: "/workspaces", body }));
/** Of days that exist: the mock refuses the others by their form, also where another parameter counts. */
const days = fc.constantFrom("2026-02-28", "2026-11-18", "2026-11-20");
const periods = fc
  .record(
    {
      granularity: fc.constantFrom("day", "hour"),
      date: days,
      start_date: days,
      end_date: days,
      from: times,
      to: times,
    },
    some,
  )
  .map((query) => ({ path: `/activity?${new URLSearchParams(query)}` }));

it("any key, budget, workspace and period is taken or refused by all of them", async () => {
  const questions = fc.oneof(keys, budgets, workspaces, periods);
  await fc.assert(
    fc.asyncProperty(questions, async (question) => {
      const [gateway, mock, handlers] = await answers(question);
      expect([question, handlers, mock?.[0]]).toEqual([question, gateway, gateway?.[0]]);
    }),
    { numRuns: isProof ? 1000 : 100 },
  );
});
