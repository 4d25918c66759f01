import { describe, expect, it } from "vitest";
import { callerGivenName } from "./caller-given-name.ts";

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
