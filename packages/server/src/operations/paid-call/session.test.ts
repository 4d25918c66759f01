import type { Turn } from "@portico/core/model-call/respond-call";
import { describe, expect, it } from "vitest";
import { callerGivenName, sessionOf } from "./session.ts";

const caller = { workspaceId: "workspace-1", keyHash: "key-1" };

function say(role: "system" | "user" | "assistant", ...texts: string[]): Turn {
  return { type: "message", role, content: texts.map((text) => ({ type: "text", text })) };
}

interface Given {
  readonly session?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cacheKey?: string;
  readonly conversation?: readonly Turn[];
  readonly instructions?: string;
  readonly modelId?: string;
  readonly from?: Partial<typeof caller>;
}

function session({ headers = {}, from, modelId = "m", ...given }: Given): string {
  const { session: named, conversation = [say("user", "Hi")], cacheKey, instructions } = given;
  const call = {
    conversation,
    ...(cacheKey !== undefined && { cacheKey }),
    ...(instructions !== undefined && { instructions }),
  };
  const sent = { modelId, call, ...(named !== undefined && { session: named }) };
  return sessionOf(sent, (name) => headers[name], { ...caller, ...from });
}

describe("a session that has a name", () => {
  const named = session({ session: "one" });

  it.each<[string, Given]>([
    [
      "the body before all else",
      { session: "one", headers: { "x-session-id": "two" }, cacheKey: "two" },
    ],
    ["X-Session-Id", { headers: { "x-session-id": "one", "x-claude-code-session-id": "two" } }],
    [
      "Claude Code's header",
      {
        headers: { "x-claude-code-session-id": "one", "x-session-affinity": "two" },
        cacheKey: "two",
      },
    ],
    ["opencode's header", { headers: { "x-session-affinity": "one" }, cacheKey: "two" }],
    ["prompt_cache_key", { cacheKey: "one" }],
    [
      "the next one where one is blank",
      { session: "", headers: { "x-session-id": " " }, cacheKey: "one" },
    ],
  ])("is named by %s", (_, given) => {
    expect(session(given)).toBe(named);
  });

  it("is the same for all contents, keys and models", () => {
    const other = { session: "one", modelId: "other", from: { keyHash: "key-2" } };
    expect(session({ ...other, conversation: [say("user", "Bye")] })).toBe(named);
  });

  it("differs between workspaces", () => {
    expect(session({ session: "one", from: { workspaceId: "workspace-2" } })).not.toBe(named);
    expect(session({ session: "two" })).not.toBe(named);
  });
});

describe("a session without a name", () => {
  const begun: Given = {
    instructions: "Be brief.",
    conversation: [say("system", "Be kind."), say("user", "Preface", "Hi")],
  };

  it("is named by the beginning of the conversation, which every further turn repeats", () => {
    const { conversation = [] } = begun;
    const later = [...conversation, say("assistant", "Hello"), say("user", "And now?")];
    expect(session({ ...begun, conversation: later })).toBe(session(begun));
  });

  it.each<[string, Given]>([
    ["question", { conversation: [say("system", "Be kind."), say("user", "Preface", "Ho")] }],
    ["system's words", { conversation: [say("system", "Be rude."), say("user", "Preface", "Hi")] }],
    ["instructions", { instructions: "Be long." }],
    ["model", { modelId: "other" }],
    ["key", { from: { keyHash: "key-2" } }],
  ])("differs with another %s", (_, change) => {
    expect(session({ ...begun, ...change })).not.toBe(session(begun));
  });

  it("depends on both ends of a long question and on the head of the system's words", () => {
    const long = "a".repeat(10_000);
    const asked = (system: string, user: string) =>
      session({ conversation: [say("system", system), say("user", user)] });
    const one = asked(`Be kind. ${long} 11:05`, `${long} one`);
    expect(asked(`Be kind. ${long} 11:06`, `${long} one`)).toBe(one);
    expect(asked(`Be kind. ${long} 11:05`, `${long} two`)).not.toBe(one);
    expect(asked(`Be rude. ${long} 11:05`, `${long} one`)).not.toBe(one);
  });

  it("depends on pictures and files too", () => {
    const show = (data: string) =>
      session({
        conversation: [
          {
            type: "message",
            role: "user",
            content: [
              { type: "image", url: `data:image/png;base64,${data}` },
              { type: "file", data: "data:application/pdf;base64,AA==" },
              { type: "file", url: "https://example.com/a.pdf" },
              { type: "foreign", family: "anthropic", block: {} },
            ],
          },
        ],
      });
    expect(show("AAAA")).toBe(show("AAAA"));
    expect(show("AAAA")).not.toBe(show("BBBB"));
  });

  it("exists even without a turn of the user", () => {
    expect(session({ conversation: [] })).toBe(session({ conversation: [say("assistant", "Hi")] }));
  });

  it("is the same in every version of the gateway, so that an update moves no session", () => {
    expect(session(begun)).toMatch(/^f80c4fc53568f7cb/);
    expect(session({ session: "one" })).toMatch(/^415726230af7511d/);
  });
});

describe("a name that a caller gives", () => {
  it("is kept as it is up to 256 characters", () => {
    expect(callerGivenName("user 7")).toBe("user 7");
    expect(callerGivenName("u".repeat(256))).toBe("u".repeat(256));
  });

  it("is its digest if it is longer, the same for the same name", () => {
    const long = callerGivenName("u".repeat(257));
    expect(long).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(callerGivenName("u".repeat(257))).toBe(long);
    expect(callerGivenName("u".repeat(258))).not.toBe(long);
  });

  it("is the same with space around it", () => {
    expect(callerGivenName(" alice\t")).toBe("alice");
    expect(callerGivenName(` ${"u".repeat(257)}`)).toBe(callerGivenName("u".repeat(257)));
  });

  it.each([null, undefined, "", "  "])("is null for %j", (name) => {
    expect(callerGivenName(name)).toBeNull();
  });
});
