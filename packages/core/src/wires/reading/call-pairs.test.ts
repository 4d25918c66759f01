import { describe, expect, it } from "vitest";
import { GatewayError } from "../../failures.ts";
import { readConversation } from "../responses/read-conversation.ts";

const user = { role: "user", content: "Hi" } as const;
const call = (call_id: string, text = "{}") =>
  ({ type: "function_call", call_id, name: "f", arguments: text }) as const;
const output = (call_id: string) =>
  ({ type: "function_call_output", call_id, output: "42" }) as const;

function refusalOf(input: Parameters<typeof readConversation>[0]): [string, string] | null {
  try {
    readConversation(input, (url) => ({ url }));
    return null;
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    expect(error.status).toBe(400);
    return [String(error.metadata?.["field"]), error.message];
  }
}

describe("the calls of a conversation", () => {
  it("calls are accepted with outputs, without outputs, and with other turns between", () => {
    expect(refusalOf([user, call("a"), call("b"), output("b"), user, output("a")])).toBeNull();
    expect(refusalOf([call("a"), user])).toBeNull();
  });

  it.each([
    ["an output without its call", [user, call("a"), output("a"), output("b")], "input[3].call_id"],
    ["an output before its call", [user, output("a"), call("a")], "input[1].call_id"],
    ["a call id that came before", [user, call("a"), output("a"), call("a")], "input[3].call_id"],
    ["two outputs of a call", [user, call("a"), output("a"), output("a")], "input[3].call_id"],
    ["arguments cut off", [user, call("a", '{"city":"')], "input[1].arguments"],
    ["arguments that are no JSON", [user, call("a", "{city: 'Paris'}")], "input[1].arguments"],
    ["two values for arguments", [user, call("a", "{}{}")], "input[1].arguments"],
    ["a bracket within a text", [call("a", '{"a":"[\\\\"]"}'), output("x")], "input[0].arguments"],
  ] as const)("are refused for %s, with the place and what to do", (_, input, field) => {
    const [place, message] = refusalOf([...input]) ?? [];
    expect(place).toBe(field);
    expect(message?.startsWith(`${field} `)).toBe(true);
    expect(message).toMatch(/: .*(send|needs)/);
  });

  it.each([
    "",
    " ",
    "{}",
    "[1]",
    "3",
    '"x"',
    '{"a":"[[\\"[["}',
    `${"[".repeat(64)}${"]".repeat(64)}`,
  ])("a call may have the arguments %s", (text) => {
    expect(refusalOf([call("a", text)])).toBeNull();
  });

  it("arguments that are expensive to parse are refused", () => {
    const deep = "[".repeat(5_000_000);
    expect(refusalOf([call("a", deep)])?.[1]).toContain("64 levels");
    expect(refusalOf([call("a", `[${"[],".repeat(100_000)}[]]`)])?.[1]).toContain("100,000");
    expect(refusalOf([call("a", JSON.stringify("[".repeat(1_000_000)))])).toBeNull();
  });

  it("each call is looked up once: twice as many calls take twice the look-ups, not four times", () => {
    const many = (count: number) =>
      Array.from({ length: count }, (_, index) => [call(`c${index}`), output(`c${index}`)]).flat();
    let lookUps = 0;
    const { get } = Map.prototype;
    const counting = (count: number) => {
      lookUps = 0;
      Map.prototype.get = function (this: Map<unknown, unknown>, key: unknown) {
        lookUps += 1;
        return get.call(this, key);
      };
      try {
        expect(refusalOf(many(count))).toBeNull();
      } finally {
        Map.prototype.get = get;
      }
      return lookUps;
    };
    expect(counting(4_000)).toBe(2 * counting(2_000));
  });
});
