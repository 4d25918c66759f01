import { expect, it } from "vitest";
import { askedEvents } from "./asked-events.ts";
import { auditSearch } from "./search.ts";

it("asks for whole days of the reader's zone, the last one included", () => {
  const search = auditSearch({ from: "2026-11-20", to: "2026-11-21", actor: "key" });
  expect(askedEvents(search, "Europe/Berlin")).toEqual({
    from: "2026-11-19T23:00:00.000Z",
    to: "2026-11-21T23:00:00.000Z",
    actor_type: "key",
  });
});

it("leaves out what an address says wrongly", () => {
  const search = auditSearch({
    from: "yesterday",
    actor: "ghost",
    actor_key: "-1",
    action: "deleteApiKey",
    event: "x",
    at: "then",
  });
  expect(askedEvents(search, "UTC")).toEqual({ action: "deleteApiKey" });
  expect([search.event, search.at]).toEqual([undefined, undefined]);
});
