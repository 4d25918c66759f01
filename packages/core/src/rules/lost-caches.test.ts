import { expect, it } from "vitest";
import { cacheLifeMs, whyLost } from "./lost-caches.ts";

const before = { model: "large", provider: "acme", createdAtMs: 1_000_000 };

it.each([
  [{ provider: "globex" }, ["provider"], "Turn 7 went to another provider: globex after acme."],
  [{ model: "small" }, ["model"], "Turn 7 went to another model: small after large."],
  [
    { createdAtMs: before.createdAtMs + 12 * 60_000 },
    ["pause"],
    "Turn 7 came 12 minutes after the turn before.",
  ],
  [
    { model: "small", provider: "globex", createdAtMs: before.createdAtMs + cacheLifeMs + 1 },
    ["model", "provider", "pause"],
    "Turn 7 came 5 minutes after the turn before, and went to another model: small after large, and to another provider: globex after acme.",
  ],
])("says why a turn with %j found no cache", (change, reasons, message) => {
  expect(whyLost({ turn: 7, ...before, ...change }, before)).toEqual({ reasons, message });
});

it("takes no pause for long that is as long as a cache lives", () => {
  const turn = { turn: 7, ...before, createdAtMs: before.createdAtMs + cacheLifeMs };
  expect(whyLost(turn, before).reasons).toEqual([]);
});
