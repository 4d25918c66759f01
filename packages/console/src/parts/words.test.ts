import { expect, it } from "vitest";
import { spoken } from "./words.ts";

it("says the gateway's own names in words", () => {
  expect(
    ["updateApiKey", "rate_limited", "eraseIoLog", "deleteByokCredential", "half_open"].map(spoken),
  ).toEqual([
    "Update API key",
    "Rate limited",
    "Erase I/O log",
    "Delete BYOK credential",
    "Half open",
  ]);
});
