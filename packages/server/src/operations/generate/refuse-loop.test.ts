import type { SentTurn } from "@portico/core/answer/wire";
import { describe, expect, it } from "vitest";
import { refuseLoop } from "./asked.ts";

const user: SentTurn = { type: "message", role: "user", content: [{ type: "text", text: "Go" }] };
let calls = 0;
const call = (city: string): SentTurn[] => {
  calls += 1;
  const callId = `call_${calls}`;
  const output = [{ type: "text" as const, text: "Sunny" }];
  return [
    { type: "call", callId, name: "get_weather", arguments: JSON.stringify({ city }) },
    { type: "result", callId, output },
  ];
};

describe("an agent that goes in circles", () => {
  it("is refused at the third equal call, with what to do, also where other calls lie between", () => {
    const turns = [user, ...call("Rome"), ...call("Oslo"), ...call("Rome"), ...call("Rome")];
    expect(() => refuseLoop(turns, 3)).toThrow(
      /^The model has called "get_weather" 3 times with the same arguments .* \(limits\.same_calls\)\. Stop/,
    );
    expect(() => refuseLoop(turns, 4)).not.toThrow();
  });

  it("is not one that calls with other arguments, or whose user has spoken since", () => {
    const other = [user, ...["Rome", "Oslo", "Bern"].flatMap(call)];
    expect(() => refuseLoop(other, 2)).not.toThrow();
    const spoken = [user, ...call("Rome"), ...call("Rome"), user, ...call("Rome")];
    expect(() => refuseLoop(spoken, 3)).not.toThrow();
  });
});
