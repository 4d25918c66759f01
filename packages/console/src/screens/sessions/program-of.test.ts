import { describe, expect, it } from "vitest";
import { programOf } from "./program-of.ts";

describe("programOf", () => {
  it.each([
    ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox, Linux"],
    [
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0",
      "Edge, Windows",
    ],
    [
      "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605 (KHTML, like Gecko) Version/19.0 Mobile Safari/604.1",
      "Safari, iPhone",
    ],
    ["curl/8.14.1", "curl/8.14.1"],
  ])("%s is %s", (agent, name) => {
    expect(programOf(agent)).toBe(name);
  });

  it("keeps the words of a stranger short", () => {
    expect(programOf("x".repeat(5000))).toHaveLength(40);
  });
});
