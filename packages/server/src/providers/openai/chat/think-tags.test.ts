import type { Part } from "@portico/core/model-call/parts";
import { expect, it } from "vitest";
import { ThinkTags } from "./think-tags.ts";

function read(deltas: readonly string[]): string {
  const tags = new ThinkTags();
  const parts: Part[] = [];
  for (const delta of deltas) tags.add(delta, parts);

  tags.end(parts);
  return parts.map((part) => ("text" in part ? `${part.type}:${part.text}` : "")).join("|");
}

it("keeps white space before an answer, and drops it before a thought", () => {
  expect(read([" ", "\n", "Hi"])).toBe("text: \nHi");
  expect(read([" ", "\n", "<th", "ink>a", "</think>", "b"])).toBe("reasoning:a|text:b");
});

it("takes white space without end for the answer", () => {
  const deltas = new Array<string>(3_000).fill(" ");
  expect(read([...deltas, "<think>a"])).toContain("text:");
  expect(read(deltas).replaceAll(/[^ ]/g, "")).toHaveLength(3_000);
});
