import type { RespondCall, Turn } from "@portico/core/model-call/respond-call";
import { describe, expect, it } from "vitest";
import { emptyCall } from "../../../test/providers/sample.ts";
import { toOllamaRequest } from "../ollama/request.ts";
import { plainDialect } from "../openai/chat/dialect.ts";
import { toChatRequest } from "../openai/chat/request.ts";
import { type Conversation, toConversation } from "./conversation.ts";
import type { Abilities } from "./gathering.ts";

/** Turns that count how often their ids are looked at. */
class Counted {
  reads = 0;

  call(id: number): Turn {
    return this.#counting({ type: "call", callId: `c${id}`, name: "f", arguments: "{}" });
  }

  result(id: number): Turn {
    return this.#counting({ type: "result", callId: `c${id}`, output: [] });
  }

  #counting<Told extends Turn>(turn: Told): Told {
    return new Proxy(turn, {
      get: (target, name, receiver) => {
        if (name === "callId") this.reads += 1;

        return Reflect.get(target, name, receiver);
      },
    });
  }
}

function conversationOf(count: number): { counted: Counted; call: RespondCall } {
  const counted = new Counted();
  const ids = Array.from({ length: count }, (_, id) => id);
  const conversation = [
    ...ids.map((id) => counted.call(id)),
    ...ids.toReversed().map((id) => counted.result(id)),
  ];
  return { counted, call: { ...emptyCall, conversation } };
}

function resultsIn({ messages }: Conversation): string[] {
  return messages.flatMap((message) =>
    message.role === "user" ? message.results.map(({ callId }) => callId) : [],
  );
}

const dialects: Readonly<Record<string, (call: RespondCall) => unknown>> = {
  "alternating roles": (call) => toConversation(call),
  "chat completions": (call) => toChatRequest(call, plainDialect),
  Ollama: (call) => toOllamaRequest(call),
};

describe("a conversation of thousands of calls", () => {
  it.each(Object.entries(dialects))(
    "is put in order by looking at each call a few times, for %s",
    (_name, convert) => {
      const { counted, call } = conversationOf(4_000);
      convert(call);
      expect(counted.reads).toBeLessThan(10 * call.conversation.length);
    },
  );

  it("has its results in the order of the calls", () => {
    const { call } = conversationOf(100);
    const ids = Array.from({ length: 100 }, (_, id) => `c${id}`);
    expect(resultsIn(toConversation(call))).toEqual(ids);
  });

  it("is given to chat completions and to Ollama as one message with all calls", () => {
    const { call } = conversationOf(4_000);
    for (const convert of [dialects["chat completions"], dialects["Ollama"]]) {
      const { messages } = Object(convert?.(call));
      expect(messages[0].tool_calls).toHaveLength(4_000);
    }
  });
});

const said = (role: "user" | "assistant" | "system", text: string): Turn => ({
  type: "message",
  role,
  content: [{ type: "text", text }],
});
const thought = (family: string, of: "thought" | "call" | "text" = "thought"): Turn => ({
  type: "thought",
  text: `${family} thought`,
  carrier: { family, of, data: "{}" },
});
const called: Turn = { type: "call", callId: "c", name: "f", arguments: "{}" };
const result: Turn = { type: "result", callId: "c", output: [] };

/** Roles, and what the messages hold, in order. */
function outlineOf(conversation: readonly Turn[], abilities: Abilities): readonly unknown[] {
  const { messages } = toConversation({ ...emptyCall, conversation }, abilities);
  return messages.map((message) =>
    message.role === "user"
      ? [message.isSystem ? "system" : "user", message.results.length, message.content.length]
      : ["assistant", ...message.entries.map(({ type }) => type)],
  );
}

describe("a conversation with thoughts", () => {
  const turns = [
    said("user", "Go"),
    thought("ours"),
    said("assistant", "Hm"),
    thought("ours"),
    called,
    said("assistant", "Wait"),
    result,
  ];

  it("keeps thoughts, texts and calls in the order in which the model made them", () => {
    expect(outlineOf(turns, { thoughts: "ours" })).toEqual([
      ["user", 0, 1],
      ["assistant", "thought", "text", "thought", "call", "text"],
      ["user", 1, 0],
    ]);
  });

  it.each<[string, Abilities]>([
    ["another family", { thoughts: "theirs" }],
    ["a dialect without thoughts", {}],
  ])("has none for %s", (_, abilities) => {
    const entries = ["assistant", "text", "call", "text"];
    expect(outlineOf(turns, abilities)).toEqual([["user", 0, 1], entries, ["user", 1, 0]]);
  });

  it("has no message of thoughts alone, and roles still alternate", () => {
    const alone = [said("user", "Go"), thought("ours"), said("user", "And?"), thought("ours")];
    expect(outlineOf(alone, { thoughts: "ours" })).toEqual([["user", 0, 2]]);
  });

  it("keeps a carrier of a text directly after that text", () => {
    const signed = [said("user", "Go"), said("assistant", "Hm"), thought("ours", "text"), called];
    expect(outlineOf(signed, { thoughts: "ours" })[1]).toEqual([
      "assistant",
      "text",
      "thought",
      "call",
    ]);
  });
});

describe("a conversation with blocks of one vendor", () => {
  const foreign: Turn = {
    type: "message",
    role: "user",
    content: [{ type: "foreign", family: "ours", block: { type: "odd" } }],
  };

  it("has them for that vendor alone, and no empty message for the others", () => {
    const turns = [said("user", "Go"), said("assistant", "Yes"), foreign, said("assistant", "So")];
    expect(outlineOf(turns, { blocks: ({ family }) => family === "ours" })[2]).toEqual([
      "user",
      0,
      1,
    ]);
    expect(outlineOf(turns, {})).toEqual([
      ["user", 0, 1],
      ["assistant", "text", "text"],
    ]);
  });
});

describe("what the operator says in mid-conversation", () => {
  const turns = [said("system", "Be kind."), said("user", "Go"), said("system", "Be brief.")];

  it("joins the instructions, or stays in its place for a dialect that keeps it there", () => {
    const { system } = toConversation({ ...emptyCall, conversation: turns });
    expect(system).toBe("Be kind.\n\nBe brief.");
    expect(outlineOf(turns, { systemInPlace: true })).toEqual([
      ["user", 0, 1],
      ["system", 0, 1],
    ]);
  });
});
