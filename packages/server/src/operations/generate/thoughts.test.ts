import type { SentTurn } from "@portico/core/answer/wire";
import type { Carrier } from "@portico/core/model-call/carrier";
import type { Turn } from "@portico/core/model-call/respond-call";
import { describe, expect, it } from "vitest";
import { readMasterKeys } from "../../secrets/master-key.ts";
import { createThoughtSeals } from "../../secrets/thought-seal.ts";
import { openThoughts, sealerFor } from "./thoughts.ts";

const seals = createThoughtSeals(readMasterKeys("q3Zk0mJ8v1T5y7B2n4X6c8L0w9R1e3U5"));
const seal = sealerFor(seals, "w1");
const sealed = (of: Carrier["of"], text = ""): SentTurn => ({
  type: "sealed",
  seal: seal(
    { paragraphs: text === "" ? [] : [text], isSummary: false },
    { family: "f", of, data: "d" },
  ),
});
const opened = (of: Carrier["of"], text = ""): Turn => ({
  ...{ type: "thought", text },
  carrier: { family: "f", of, data: "d" },
});
const said = (role: "user" | "assistant"): Turn => ({
  ...{ type: "message", role },
  content: [{ type: "text", text: "Hi" }],
});
const call: Turn = { type: "call", callId: "c", name: "f", arguments: "{}" };
const open = (sent: readonly SentTurn[], workspaceId = "w1") =>
  openThoughts(sent, seals, workspaceId);

describe("the thoughts of a conversation", () => {
  it("are opened in their places, those of calls before their calls", async () => {
    const sent = [said("user"), sealed("thought", "Hm."), said("assistant"), sealed("call"), call];
    expect(await open(sent)).toEqual({
      conversation: [
        ...[said("user"), opened("thought", "Hm."), said("assistant"), opened("call"), call],
      ],
      unopened: 0,
    });
  });

  it.each<[string, SentTurn[], Turn[]]>([
    [
      "before its text",
      [sealed("text"), sealed("thought"), said("assistant"), call],
      [opened("thought"), said("assistant"), opened("text"), call],
    ],
    ["behind its text", [said("assistant"), sealed("text")], [said("assistant"), opened("text")]],
    ["without its text", [sealed("text"), call], [opened("text"), call]],
    ["at the end", [said("user"), sealed("text")], [said("user"), opened("text")]],
  ])("of a text, sent %s, are put behind the text", async (_, sent, turns) => {
    expect((await open(sent)).conversation).toEqual(turns);
  });

  it("of another workspace, or broken, are left out and counted", async () => {
    const sent = [sealed("thought"), { type: "sealed", seal: "x" } as const, said("user")];
    expect(await open(sent, "w2")).toEqual({ conversation: [said("user")], unopened: 2 });
  });

  it("are opened in turns with other work, valid or not", async () => {
    const one = sealed("thought", "Hm.");
    for (const workspaceId of ["w1", "w2"]) {
      let turnsOfOthers = 0;
      const others = setInterval(() => {
        turnsOfOthers += 1;
      });
      await open(Array(4096).fill(one), workspaceId);
      clearInterval(others);
      expect(turnsOfOthers, workspaceId).toBeGreaterThan(1);
    }
  });
});
