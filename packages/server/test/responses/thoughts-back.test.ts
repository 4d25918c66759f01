import type { Schema } from "@portico/contract";
import type { Turn } from "@portico/core/model-call/respond-call";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { post } from "./read-events.ts";
import {
  argumentsOf,
  call,
  carrier,
  end,
  type Script,
  ScriptedProvider,
  scriptedYaml,
  text,
  thought,
} from "./scripted-provider.ts";
import { startGateway, type TestGateway } from "./test-gateway.ts";

type Item = Schema<"OutputItem">;

/** Nothing may change on its way: quotes, line ends, halves of characters, JSON in JSON. */
const odd = '{"a":"\\u2028\\"\u2028\\n\ud83d \u{1f600} \0 ÿ 漢"}\n\n';
const scripts: Readonly<Record<string, Script>> = {
  calls: [
    [thought("They want ", 0), thought(`two ${odd}`, 0), thought(" of them.", 1)],
    [carrier("thought", odd), carrier("call", `of a ${odd}`), call("a"), argumentsOf("a", "{}")],
    [thought("The other too."), carrier("thought", "second"), call("b"), argumentsOf("b", "{}")],
    end(),
  ],
  texts: [[text("Rome."), carrier("text", odd), ...end()]],
  "no-words": [[carrier("thought", odd), text("Rome."), ...end()]],
};

let scripted: ScriptedProvider;
let gateway: TestGateway;

beforeAll(async () => {
  scripted = new ScriptedProvider("scripted", scripts);
  const yaml = scriptedYaml(["scripted"], Object.keys(scripts));
  gateway = await startGateway(yaml, { providers: [scripted] });
});

afterAll(() => gateway.close());

const question = { type: "message", role: "user", content: "Hi" };
const tools = ["a", "b"].map((name) => ({ type: "function", name, parameters: {} }));
const include = ["reasoning.encrypted_content"];

async function ask(model: string, output: readonly unknown[] = [], to = gateway) {
  const results = output.flatMap((item) =>
    isCall(item) ? [{ type: "function_call_output", call_id: item.call_id, output: "1" }] : [],
  );
  const input = [question, ...output, ...results];
  const response = await post(to, { model, input, tools, include });
  expect(response.status).toBe(200);
  const { output: answered } = (await response.json()) as Schema<"Response">;
  return { output: answered, notice: response.headers.get("x-portico-notice") };
}

function isCall(item: unknown): item is Schema<"FunctionCallItem"> {
  return typeof item === "object" && item !== null && "call_id" in item;
}

/** What the provider got of the first answer. */
function received(provider = scripted): readonly Turn[] {
  const conversation = provider.calls.at(-1)?.conversation ?? [];
  return conversation.filter(({ type }) => type !== "result").slice(1);
}

const carried = (of: "thought" | "call" | "text", data: string) => ({
  ...{ type: "thought", carrier: { family: "scripted", of, data } },
});
const callTurn = (name: string) => ({ type: "call", callId: `call_${name}`, name });

describe("a sealed thought that comes back", () => {
  it("opens to what the provider gave, byte for byte and in its place", async () => {
    const { output } = await ask("calls");
    const { notice } = await ask("calls", output);
    expect(notice).toBeNull();
    expect(received()).toEqual([
      {
        ...carried("thought", odd),
        text: `They want two ${odd}\n\n of them.`,
        isSummary: true,
      },
      { ...carried("call", `of a ${odd}`), text: "" },
      { ...callTurn("a"), arguments: "{}" },
      { ...carried("thought", "second"), text: "The other too." },
      { ...callTurn("b"), arguments: "{}" },
    ]);
  });

  it("opens behind the text that it belongs to, and before the text that it led to", async () => {
    const first = await ask("texts");
    await ask("texts", first.output);
    const said = { type: "message", role: "assistant" };
    expect(received()).toMatchObject([said, { ...carried("text", odd), text: "" }]);
    const second = await ask("no-words");
    await ask("no-words", second.output);
    expect(received()).toMatchObject([{ ...carried("thought", odd), text: "" }, said]);
  });

  it("opens even if the client changed the words and the id beside it", async () => {
    const { output } = await ask("calls");
    const changed = output.map((item) =>
      item.type === "reasoning"
        ? { type: item.type, id: null, encrypted_content: item.encrypted_content }
        : item,
    );
    await ask("calls", changed);
    expect(received()[0]).toMatchObject({ ...carried("thought", odd) });
    const reworded = output.map((item) =>
      item.type === "reasoning"
        ? { ...item, summary: [{ type: "summary_text", text: "Something else." }] }
        : item,
    );
    await ask("calls", reworded);
    expect(received()[0]).toMatchObject({ text: `They want two ${odd}\n\n of them.` });
  });

  it("opens at another node that has the same master key", async () => {
    const provider = new ScriptedProvider("scripted", scripts);
    const node = await gateway.another({ providers: [provider] });
    const { output } = await ask("calls");
    expect((await ask("calls", output, node)).notice).toBeNull();
    expect(received(provider)).toHaveLength(5);
    expect((await ask("calls", (await ask("calls", [], node)).output)).notice).toBeNull();
    expect(received()).toHaveLength(5);
    await node.close();
  });
});

describe("a sealed thought that does not open", () => {
  let sealed: readonly Item[];

  beforeEach(async () => {
    sealed = (await ask("calls")).output;
  });

  const withSeals = (change: (seal: string) => string | null) =>
    sealed.map((item) =>
      item.type === "reasoning"
        ? { ...item, encrypted_content: change(item.encrypted_content ?? "") }
        : item,
    );
  const leftOut = async () => {
    const [last] = gateway.booked.slice(-1);
    const row = last === undefined ? null : await gateway.rowOf(last);
    return row?.attempts.map((attempt) => attempt.thoughtsLeftOut);
  };
  const onlyCalls = [callTurn("a"), callTurn("b")];
  const allThree =
    "3 sealed thoughts of earlier turns were left out: this workspace cannot open them.";

  it("is left out, and a notice counts it, in another workspace", async () => {
    const neighbour = { ...gateway, key: await gateway.neighbourKey() };
    expect((await ask("calls", sealed, neighbour)).notice).toBe(allThree);
    expect(received()).toMatchObject(onlyCalls);
    expect(await leftOut()).toEqual([3]);
    await ask("calls", sealed);
    expect(await leftOut()).toEqual([undefined]);
  });

  it("is left out, and a notice counts it, under another master key", async () => {
    const provider = new ScriptedProvider("scripted", scripts);
    const masterKey = "another-9R1e3U5q3Zk0mJ8v1T5y7B2n4X6c8L0w";
    const stranger = await gateway.another({ providers: [provider], masterKey });
    expect((await ask("calls", sealed, stranger)).notice).toBe(allThree);
    expect(received(provider)).toMatchObject(onlyCalls);
    await stranger.close();
  });

  it("is left out, and a notice counts it, with any changed byte", async () => {
    const [first] = sealed;
    const bytes = Buffer.from(
      (first?.type === "reasoning" && first.encrypted_content) || "",
      "base64url",
    );
    for (let at = 0; at < bytes.length; at += 7) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 0x10;
      const spoilt = { ...first, encrypted_content: changed.toString("base64url") };
      const { notice } = await ask("calls", sealed.with(0, spoilt as Item));
      expect(notice, `byte ${at}`).toBe(
        "1 sealed thought of an earlier turn was left out: this workspace cannot open it.",
      );
      expect(received(), `byte ${at}`).toHaveLength(4);
    }
  });

  it.each([
    ["cut short", (seal: string) => seal.slice(0, -5)],
    ["cut to its head", (seal: string) => seal.slice(0, 12)],
    ["of another gateway", () => "gAAAAABpT2Zm".repeat(400)],
    ["no base64 at all", () => "what is this? \u{1f600}"],
  ])("is left out, and a notice counts it, where it is %s", async (_, change) => {
    expect((await ask("calls", withSeals(change))).notice).toBe(allThree);
    expect(received()).toMatchObject(onlyCalls);
  });

  it.each([
    ["null", () => null],
    ["empty", () => ""],
  ])("is left out without a notice where it is %s", async (_, change) => {
    expect((await ask("calls", withSeals(change))).notice).toBeNull();
    expect(received()).toMatchObject(onlyCalls);
  });
});

it("the notice comes with a stream too", async () => {
  const spoilt = { type: "reasoning", id: "rs_1", summary: [], encrypted_content: "nothing" };
  const body = { model: "texts", input: [question, spoilt], stream: true };
  const response = await post(gateway, body);
  expect(response.headers.get("x-portico-notice")).toMatch(/^1 sealed thought /);
  expect(await response.text()).toContain('"response.completed"');
});
