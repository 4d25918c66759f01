import type { Schema } from "@portico/client";
import { describe, expect, it } from "vitest";
import { firstCall, nearTheirLimit, needsAttention, ofPresentBudgets } from "./needs-attention.ts";

const now = Date.parse("2026-11-22T14:00:00Z");
const alert = (fields: Partial<Schema<"Alert">>): Schema<"Alert"> => ({
  ...{ id: "5f0c1a52-3b2e-4c8e-9a57-0d6f1a2b3c4d", kind: "budget", state: "sent" },
  ...{ subject: "key:1", subject_name: "Bot", workspace_id: null, threshold_percent: 80 },
  ...{ period: "2026-11", limit: 1, spent: 0.8, remaining: 0.2, resets_at: null, details: {} },
  ...{ created_at: "2026-11-20T00:00:00Z", resolved_at: null, deliveries: [] },
  ...fields,
});

describe("an alert needs attention", () => {
  it.each<[string, boolean, Partial<Schema<"Alert">>]>([
    ["of a limit in this period", true, { resets_at: "2026-12-01T00:00:00Z" }],
    ["of a limit that never starts again", true, {}],
    ["of a period that is over: not", false, { resets_at: "2026-11-01T00:00:00Z" }],
    ["of a provider that is down", true, { kind: "provider_down" }],
    [
      "of one that answers again: not",
      false,
      { kind: "provider_down", resolved_at: "2026-11-21T00:00:00Z" },
    ],
    ["of an exposed key", true, { kind: "key_exposed" }],
    [
      "that was not delivered, whatever its period",
      true,
      { state: "failed", resets_at: "2026-11-01T00:00:00Z" },
    ],
  ])("%s", (_, expected, fields) => {
    expect(needsAttention(alert(fields), now)).toBe(expected);
  });
});

it("alerts of deleted budgets are left out, where all budgets are known", () => {
  const subjects = ["budget:a", "budget:b", "budget:b:ada", "key:1", "credits", "provider:a"];
  const alerts = subjects.map((subject) => alert({ subject }));
  const left = ofPresentBudgets(alerts, [{ id: "a" }]);
  expect(left.map(({ subject }) => subject)).toEqual([
    "budget:a",
    "key:1",
    "credits",
    "provider:a",
  ]);
  expect(ofPresentBudgets(alerts, null)).toHaveLength(subjects.length);
});

it("budgets near their limit are those of which four fifths are spent or held, the fullest first", () => {
  const budget = (name: string, spent: number, held: number): Schema<"Budget"> => ({
    ...{
      id: name,
      workspace_id: "w",
      scope: "workspace",
      end_user: null,
      tag: null,
      name,
      limit: 10,
    },
    ...{ limit_reset: "monthly", raise: null, raise_until: null, created_by: null },
    ...{ created_at: "2026-11-01T00:00:00Z", updated_at: null },
    state: {
      limit: 10,
      spent,
      held,
      remaining: 10 - spent - held,
      resets_at: null,
      raise_until: null,
    },
  });
  const budgets = [budget("half", 5, 1), budget("held", 7, 1), budget("full", 10, 0)];
  const found = nearTheirLimit([...budgets, { ...budget("each user", 10, 0), state: null }]);
  expect(found.map(({ name }) => name)).toEqual(["full", "held"]);
});

const api = "https://models.example.com/ai/api/v1";
const model = (id: string, output: string) => ({
  id,
  architecture: { output_modalities: [output] },
});

it("the first call asks the simulated model, which costs nothing", () => {
  const call = firstCall(api, [model("acme/writer", "text"), model("sandbox/text", "text")]);
  expect(call).toContain(`'${api}/responses'`);
  expect(call).toContain('"model":"sandbox/text"');
});

it("without it, a model that writes, and without one, a model that does not", () => {
  expect(firstCall(api, [model("a/embed", "embeddings"), model("a/b", "text")])).toContain('"a/b"');
  expect(firstCall(api, [model("a/embed", "embeddings")])).toContain("/embeddings'");
});

it("a name of a model cannot end the shell's quotes", () => {
  const call = firstCall(api, [model("a/b'; rm -rf ~; '", "text")]);
  expect(call).toContain(String.raw`a/b'\''; rm -rf ~; '\''`);
});
