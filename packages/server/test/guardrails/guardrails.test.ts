import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { jsonHeaders, startTestGateway, type TestGateway } from "../support/gateway.ts";
import { type Hook, Play, shownIn } from "./play.ts";

const play = new Play();
const lines: string[] = [];
let gateway: TestGateway;

const shared = "models: acme/*, timeout_ms: 2000, piece_characters: 10, piece_ms: 5000";

async function startWith(options: string): Promise<TestGateway> {
  return await startTestGateway({
    yaml: play.configurationWith(options),
    logStream: { write: (line: string) => void lines.push(line) },
  });
}

beforeAll(async () => {
  await play.begin();
  gateway = await startWith(shared);
});
afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
  await play[Symbol.asyncDispose]();
});
beforeEach(() => {
  lines.length = 0;
  play.again();
});
afterEach(() => play.goOn.resolve());

const messages = [{ role: "user", content: "my secret is 42" }];
const wires = [
  { path: "responses", body: { input: "my secret is 42" } },
  { path: "chat/completions", body: { messages } },
  { path: "messages", body: { messages, max_tokens: 100 } },
] as const;

async function ask(
  path: string,
  body: object,
  { api, own } = gateway,
  model = "acme/m",
  signal?: AbortSignal,
) {
  const response = await fetch(`${api}/${path}`, {
    ...(signal && { signal }),
    method: "POST",
    headers: jsonHeaders(own.ordinary),
    body: JSON.stringify({ model, ...body }),
  });
  return { status: response.status, text: await response.text() };
}

async function generations({ api, own } = gateway) {
  const response = await fetch(`${api}/generations?limit=100`, {
    headers: jsonHeaders(own.management),
  });
  const { data } = JSON.parse(await response.text());
  return data;
}

/** What is held for calls that run. */
async function held({ api, own } = gateway) {
  const response = await fetch(`${api}/holds`, { headers: jsonHeaders(own.management) });
  return JSON.parse(await response.text()).data;
}

async function metricsOf({ url } = gateway): Promise<string> {
  return await (await fetch(`${url}/metrics`)).text();
}

describe.each(wires)("a guardrail of $path", ({ path, body }) => {
  it("is shown what is asked and answered, signed, with whose call it is", async () => {
    const { status, text } = await ask(path, body);
    expect(status).toBe(200);
    expect(text).toContain("Hello there.");
    expect(play.judged.map(({ type, data }) => [type, data.texts])).toEqual([
      ["guardrail.request", [{ of: "user", text: "my secret is 42" }]],
      ["guardrail.answer", [{ of: "assistant", text: "Hello there." }]],
    ]);
    expect(play.judged[0]?.data).toMatchObject({
      model: "acme/m",
      key_id: 1,
      unread: 0,
      is_last: true,
    });
  });

  it("refuses a request before anything is asked or paid", async () => {
    const before = (await generations()).length;
    play.hook = () => ({ action: "refuse", reason: "42 is private" });
    const { status, text } = await ask(path, body);
    expect(status).toBe(403);
    expect(text).toContain("The guardrail privacy has refused the request: 42 is private");
    expect(play.vendor.asked).toEqual([]);
    expect((await generations()).length).toBe(before);
  });

  it("replaces a text on its way to the vendor, and on its way back", async () => {
    play.hook = ({ data: { texts } }) => ({
      action: "replace",
      texts: texts.map(({ text }) => text.replace("42", "[number]").replace("there", "you")),
    });
    const { text } = await ask(path, body);
    expect(play.vendor.asked[0]?.body).toContain("my secret is [number]");
    expect(play.vendor.asked[0]?.body).not.toContain("42");
    expect(text).toContain("Hello you.");
    expect(text).not.toContain("there");
  });

  it("refuses a whole answer, which its caller pays and does not see", async () => {
    play.hook = ({ type }) => ({ action: type === "guardrail.request" ? "allow" : "refuse" });
    const { status, text } = await ask(path, body);
    expect(status).toBe(403);
    expect(text).not.toContain("Hello");
    const [row] = await generations();
    expect(row).toMatchObject({ status: 403, tokens_prompt: 10, tokens_completion: 20 });
    expect(row.usage ?? row.total_cost).toBeGreaterThan(0);
  });

  it("judges a stream by pieces that end with a word, and ends it truthfully where it refuses", async () => {
    play.pieces = ["A first piece", " and a bad", null, "word that nobody sees", " ever"];
    play.hook = ({ type, data: { texts } }) => {
      // Otherwise the rest may come with the words before it, and is judged with them.
      if (type === "guardrail.answer" && texts.some(({ text }) => text.includes("and a")))
        play.goOn.resolve();
      return texts.some(({ text }) => text.includes("badword"))
        ? { action: "refuse", reason: "rude" }
        : { action: "allow" };
    };
    const { status, text } = await ask(path, { ...body, stream: true });
    expect(status).toBe(200);
    expect(shownIn(text)).toContain("A first piece and a ");
    expect(text).not.toContain("bad");
    expect(text).toMatch(/has refused the answer: rude/);
    const answers = play.judged.filter(({ type }) => type === "guardrail.answer");
    const said = answers.map(({ data }) => data.texts[0]?.text ?? "");
    expect(said.join("")).toBe("A first piece and a badword that nobody sees ever");
    for (const piece of said.slice(0, -1)) expect(piece).toMatch(/ $/);
    expect(answers.at(-1)?.data).toMatchObject({ context: "A first piece and a ", is_last: true });
    const [row] = await generations();
    expect(row.tokens_completion).toBeGreaterThan(0);
  });

  it("lets a caller go that leaves during a judgement, and books what was asked by then", async () => {
    for (const [leaves, stream] of [
      ["guardrail.request", false],
      ["guardrail.request", true],
      ["guardrail.answer", false],
      ["guardrail.answer", true],
    ] as const) {
      play.again();
      const before = (await generations()).length;
      const caller = new AbortController();
      play.hook = ({ type }) => {
        if (type !== leaves) return { action: "allow" };
        caller.abort();
        return undefined;
      };
      await expect(
        ask(path, { ...body, stream }, gateway, "acme/m", caller.signal),
      ).rejects.toThrow();
      const isAsked = leaves === "guardrail.answer";
      await expect.poll(() => held()).toEqual([]);
      await expect.poll(async () => (await generations()).length).toBe(before + (isAsked ? 1 : 0));
      expect(play.vendor.asked).toHaveLength(isAsked ? 1 : 0);
      if (!isAsked) continue;
      const [row] = await generations();
      expect(row).toMatchObject({ cancelled: true, tokens_prompt: 10, tokens_completion: 20 });
    }
  });
});

it("shows a stream's text after a bounded delay, although the vendor pauses in a word", async () => {
  play.pieces = ["Hel", null, "lo there."];
  await using quick = await startWith("piece_characters: 1000, piece_ms: 20");
  const { api, own } = quick;
  const response = await fetch(`${api}/chat/completions`, {
    method: "POST",
    headers: jsonHeaders(own.ordinary),
    body: JSON.stringify({ model: "acme/m", messages, stream: true }),
  });
  let text = "";
  for await (const chunk of response.body ?? []) {
    text += Buffer.from(chunk).toString();
    if (text.includes('"Hel"')) play.goOn.resolve();
  }
  expect(text).toContain("lo there.");
  expect(text).toContain("[DONE]");
});

it("judges the arguments of a tool as a whole, and takes no others than JSON", async () => {
  play.pieces = [];
  play.call = { name: "pay", arguments: ['{"amo', 'unt":', "42}"] };
  const tools = [{ type: "function", function: { name: "pay", parameters: { type: "object" } } }];
  play.hook = ({ type, data: { texts } }) =>
    type === "guardrail.answer"
      ? { action: "replace", texts: texts.map(({ text }) => text.replace("42", "1")) }
      : { action: "allow" };
  for (const stream of [false, true]) {
    play.judged.length = 0;
    const { text } = await ask("chat/completions", { messages, tools, stream });
    expect(play.judged[1]?.data.texts).toEqual([
      { of: "tool_call", name: "pay", text: '{"amount":42}' },
    ]);
    expect(text).toContain(String.raw`{\"amount\":1}`);
  }
  play.hook = () => ({ action: "replace", texts: ["not JSON"] });
  const { status } = await ask("chat/completions", {
    messages: [
      { role: "user", content: "" },
      {
        role: "assistant",
        tool_calls: [{ id: "a", type: "function", function: { name: "pay", arguments: "{}" } }],
      },
      { role: "tool", tool_call_id: "a", content: "" },
    ],
    tools,
  });
  expect(status).toBe(503);
});

const failures: readonly (readonly [string, Hook])[] = [
  ["is silent", () => undefined],
  ["answers an error", (_, response) => void response.writeHead(500).end("my secret is 42")],
  ["answers no JSON", (_, response) => void response.end("my secret is 42")],
  ["says something else", () => ({ action: "perhaps" })],
  ["replaces another number of texts", () => ({ action: "replace", texts: [] })],
];

describe.each(failures)("a guardrail that %s", (_name, fails) => {
  it("refuses all where it is to fail closed, and passes all where it is to fail open", async () => {
    play.hook = fails;
    await using closed = await startWith("timeout_ms: 200");
    const refused = await ask("responses", { input: "my secret is 42" }, closed);
    expect(refused.status).toBe(503);
    expect(refused.text).toContain("The guardrail privacy has not judged this call");
    expect(play.vendor.asked).toEqual([]);
    await using open = await startWith("timeout_ms: 200, on_failure: allow");
    const passed = await ask("responses", { input: "my secret is 42" }, open);
    expect(passed.status).toBe(200);
    expect(lines.join("")).toContain("a guardrail has not judged");
    expect(lines.join("")).not.toContain("secret is 42");
    expect(await metricsOf(open)).toMatch(
      /portico_guardrail_judgements_total\{guardrail="privacy",outcome="failed"\} 2/,
    );
  });
});

it("judges the calls of its keys, workspaces and models alone", async () => {
  await using some = await startWith(`keys: [99], models: acme/*`);
  expect((await ask("responses", { input: "Hi" }, some)).status).toBe(200);
  expect((await ask("responses", { input: "Hi" }, gateway, "sandbox/echo")).status).toBeLessThan(
    500,
  );
  await using other = await startWith(`workspaces: ${gateway.own.workspaceId}`);
  expect((await ask("responses", { input: "Hi" }, other)).status).toBe(200);
  expect(play.judged).toEqual([]);
});

it("keeps what it says of texts out of the log and of the list of refused requests", async () => {
  play.hook = () => ({ action: "refuse", reason: "it names Rumpelstiltskin" });
  await ask("responses", { input: "my secret is 42" });
  const { api, own } = gateway;
  const response = await fetch(`${api}/refusals`, { headers: jsonHeaders(own.management) });
  const listed = await response.text();
  expect(listed).toContain("The guardrail privacy has refused the request.");
  expect(listed).toContain('"last_subject":"guardrail:privacy"');
  expect(listed).not.toContain("Rumpelstiltskin");
  expect(lines.join("")).not.toMatch(/Rumpelstiltskin|secret is/);
});

it("counts its time in the overhead", async () => {
  play.hook = async () => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    return { action: "allow" };
  };
  await using slow = await startWith("timeout_ms: 5000");
  await ask("responses", { input: "Hi" }, slow);
  const metrics = await metricsOf(slow);
  expect(metrics).toMatch(
    /portico_overhead_seconds_bucket\{le="0\.5",operation="createResponse"\} 0/,
  );
  expect(metrics).toMatch(/portico_guardrail_duration_seconds_count\{guardrail="privacy"\} 2/);
});
