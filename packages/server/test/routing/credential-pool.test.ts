import { afterEach, describe, expect, it } from "vitest";
import { parseConfiguration } from "../../src/configuration/load-configuration.ts";
import { chatUsage } from "../responses/chat-upstream.ts";
import { engines } from "../store/engines.ts";
import { jsonHeaders, startTestGateway, type TestGateway } from "../support/gateway.ts";
import { type Answer, fakeUpstream, json } from "../wire/fake-upstream.ts";

const secrets = { one: "sk-secret-one", two: "sk-secret-two", three: "sk-secret-three" } as const;
type Name = keyof typeof secrets;
const names = Object.keys(secrets) as Name[];

const started: AsyncDisposable[] = [];
afterEach(async () => {
  for (const one of started.splice(0).toReversed()) await one[Symbol.asyncDispose]();
});

/** A vendor with a prompt cache for each account, which is found by the beginning of the conversation. */
function vendor(says: Partial<Record<Name, Answer>>) {
  const cached = new Map<string, number>();
  const answer: Answer = async (response, asked) => {
    const secret = asked.headers.authorization?.replace("Bearer ", "") ?? "";
    const name = names.find((one) => secrets[one] === secret);
    const said = name === undefined ? json(401, { error: { message: "no" } }) : says[name];
    if (said !== undefined) return said(response, asked);
    if (asked.path.endsWith("/models")) return json(200, { data: [{ id: "m" }] })(response, asked);
    const { messages } = JSON.parse(asked.body) as { messages: { content: string }[] };
    const place = `${name} ${messages[0]?.content}`;
    const length = JSON.stringify(messages).length;
    const found = cached.get(place) ?? 0;
    cached.set(place, length);
    const usage = {
      ...{ prompt_tokens: length, completion_tokens: 3, total_tokens: length + 3 },
      prompt_tokens_details: { cached_tokens: found },
    };
    const message = { role: "assistant", content: "Good" };
    const choices = [{ index: 0, message, finish_reason: "stop" }];
    return json(200, { id: "c", object: "chat.completion", choices, usage })(response, asked);
  };
  return fakeUpstream(answer);
}

const yaml = (url: string, keys: readonly Name[]) => `
sandbox: false
providers:
  v:
    kind: openai-compatible
    base_url: "${url}/v1"
    api_keys:
${keys.map((name) => `      - { name: ${name}, api_key: ${secrets[name]} }`).join("\n")}
models:
  - id: m
    kind: text
    context_length: 100000
    endpoints: [ { provider: v, upstream_model: m, price: { input: "1", output: "1", cached_input: "0.1" } } ]
`;

type Asked = Pick<TestGateway, "api" | "own">;

async function start(
  says: Partial<Record<Name, Answer>>,
  keys: readonly Name[] = names,
  options: Parameters<typeof startTestGateway>[0] = {},
) {
  const upstream = await vendor(says);
  started.push(upstream);
  const gateway = await startTestGateway({ ...options, yaml: yaml(upstream.url, keys) });
  started.push(gateway);
  return { upstream, gateway };
}

async function call(gateway: Asked, path: string, body?: object, key?: string) {
  const response = await fetch(gateway.api + path, {
    headers: jsonHeaders(key ?? (body ? gateway.own.ordinary : gateway.own.management)),
    ...(body !== undefined && { method: "POST", body: JSON.stringify(body) }),
  });
  return { response, text: await response.text() };
}

/** Sessions of a few turns each, all at once. */
async function talk(gateway: Asked, sessions: number, turns: number, prefix = "s") {
  const conversations = Array.from({ length: sessions }, async (_, session) => {
    const input = [{ role: "user", content: `Question ${prefix}${session}` }];
    const seen: { status: number; cached: number; tokens: number; id: string | null }[] = [];
    for (let turn = 0; turn < turns; turn += 1) {
      const { response, text } = await call(gateway, "/responses", { model: "m", input });
      const { usage } = JSON.parse(text);
      seen.push({
        status: response.status,
        cached: usage?.input_tokens_details.cached_tokens ?? 0,
        tokens: usage?.input_tokens ?? 0,
        id: response.headers.get("x-generation-id"),
      });
      input.push({ role: "assistant", content: "Good" }, { role: "user", content: "Go on" });
    }
    return seen;
  });
  return (await Promise.all(conversations)).flat();
}

function shareOf(seen: Awaited<ReturnType<typeof talk>>): number {
  const sum = (field: "cached" | "tokens") => seen.reduce((all, one) => all + one[field], 0);
  return sum("cached") / sum("tokens");
}

const limits = json(429, { error: { message: "slow down" } }, { "retry-after": "1" });

it("no caller sees that one of three credentials is limited, and sessions keep their prompt caches", async () => {
  const alone = await start({}, ["one"]);
  const single = shareOf(await talk(alone.gateway, 30, 6));
  const { gateway, upstream } = await start({ two: limits });
  const seen = await talk(gateway, 30, 6);
  expect(new Set(seen.map(({ status }) => status))).toEqual(new Set([200]));
  expect(shareOf(seen) / single).toBeGreaterThanOrEqual(0.95);
  const by = Map.groupBy(upstream.asked, ({ headers }) => headers.authorization);
  expect([...by.keys()].toSorted()).toEqual(
    names.map((name) => `Bearer ${secrets[name]}`).toSorted(),
  );
  // It was tried, and then left alone.
  expect(by.get(`Bearer ${secrets.two}`)?.length).toBeLessThan(40);
});

describe.each(engines)("a credential that is refused, on $engine", (engine) => {
  it("is taken out; provider, generation, metrics and log name it, and nothing shows a secret", async () => {
    const log: string[] = [];
    const refuses = json(401, { error: { message: `Incorrect API key: ${secrets.three}` } });
    const { gateway, upstream } = await start({ three: refuses }, names, {
      engine,
      logStream: { write: (line: string) => void log.push(line) },
    });
    const seen = await talk(gateway, 40, 2);
    expect(seen.every(({ status }) => status === 200)).toBe(true);
    const asked = () =>
      upstream.asked.filter(({ headers }) => headers.authorization?.endsWith(secrets.three)).length;
    const before = asked();
    expect(before).toBeGreaterThan(0);
    await talk(gateway, 40, 1, "t");
    expect(asked()).toBe(before);

    const shown = await call(gateway, "/providers/v");
    const { credentials } = JSON.parse(shown.text).data;
    expect(credentials.operator).toBe(true);
    expect(credentials.pool).toMatchObject([
      { name: "one", weight: 1, state: "ready", until: null, last_failure: null },
      { name: "two", state: "ready" },
      { name: "three", state: "refused", last_failure: { failure: "credential", status: 401 } },
    ]);
    expect(Date.parse(credentials.pool[2].until)).toBeGreaterThan(Date.now());

    const generation = await call(gateway, `/generation?id=${seen[0]?.id}`);
    const { attempts, provider_responses: tried } = JSON.parse(generation.text).data;
    expect(attempts).toBe(1);
    expect(["one", "two"]).toContain(tried[0].credential);

    const checked = await call(gateway, "/providers/v/check", {}, gateway.own.management);
    expect(JSON.parse(checked.text).data).toMatchObject({
      outcome: "doubtful",
      message: expect.stringContaining("2 of 3 credentials are accepted. three: "),
    });
    const metrics = await fetch(`${gateway.url}/metrics`).then((reply) => reply.text());
    expect(metrics).toContain(
      'portico_credential_attempts_total{provider="v",credential="three",outcome="credential"}',
    );
    expect(metrics).toContain('credential="one",outcome="served"');
    const warned = log.filter((line) => line.includes("a provider refused a credential"));
    expect(warned[0]).toContain('"credential":"three"');
    const all = [shown.text, generation.text, checked.text, metrics, ...log].join("\n");
    for (const secret of Object.values(secrets)) expect(all).not.toContain(secret);
  });
});

it("a new configuration leaves a refused key at rest, and tries it with another secret", async () => {
  const refuses = json(401, { error: { message: "no" } });
  const { gateway, upstream } = await start({ three: refuses });
  const node = await gateway.another();
  const asked = () =>
    upstream.asked.filter(({ headers }) => headers.authorization?.endsWith(secrets.three)).length;
  const use = (text: string) => node.use(parseConfiguration(text, { file: null, environment: {} }));
  const stateOfThree = async () => {
    const shown = await call({ api: node.api, own: gateway.own }, "/providers/v");
    return JSON.parse(shown.text).data.credentials.pool[2].state;
  };
  await talk({ api: node.api, own: gateway.own }, 40, 1);
  const before = asked();
  expect([before > 0, await stateOfThree()]).toEqual([true, "refused"]);
  // Another provider object, by the same keys.
  use(`${yaml(upstream.url, names)}\ntimeouts: { total_ms: 50000 }`);
  await talk({ api: node.api, own: gateway.own }, 40, 1, "t");
  expect([asked(), await stateOfThree()]).toEqual([before, "refused"]);
  use(yaml(upstream.url, names).replace(secrets.three, "sk-another"));
  expect(await stateOfThree()).toBe("ready");
});

it("a caller learns of a limit only where all credentials have reached theirs", async () => {
  const { gateway } = await start({ one: limits, two: limits, three: limits });
  const { response, text } = await call(gateway, "/responses", { model: "m", input: "a" });
  expect(response.status).toBe(429);
  expect(response.headers.get("retry-after")).toBe("1");
  expect(JSON.parse(text).error.metadata.attempts).toHaveLength(1);
});

it("a stream goes on by the next credential as long as nothing has come", async () => {
  const events = (asked: { body: string }) =>
    JSON.parse(asked.body).stream === true
      ? [
          { choices: [{ index: 0, delta: { role: "assistant", content: "Hi" } }] },
          { choices: [{ index: 0, delta: {}, finish_reason: "stop" }] },
          { choices: [], usage: chatUsage },
        ]
      : [];
  const serves: Answer = (response, asked) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (const event of events(asked)) response.write(`data: ${JSON.stringify(event)}\n\n`);
    response.end("data: [DONE]\n\n");
  };
  const { gateway, upstream } = await start({ one: limits, two: limits, three: serves });
  const replies = await Promise.all(
    Array.from({ length: 12 }, (_, session) =>
      call(gateway, "/responses", { model: "m", input: `Question ${session}`, stream: true }),
    ),
  );
  for (const { response, text } of replies) {
    expect(response.status).toBe(200);
    expect(text).toContain("response.completed");
  }
  expect(upstream.asked.length).toBeGreaterThan(12);
});
