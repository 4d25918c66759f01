import { describe, expect, it } from "vitest";
import { sessionTokenOf } from "./session-of.ts";

/** Headers that fail the test when the cookie is read. */
const withoutCookie = (headers: Readonly<Record<string, string>>) => ({
  headers: {
    ...headers,
    get cookie(): string {
      throw new Error("The cookie was read.");
    },
  },
});

describe("the session of a request", () => {
  it.each([{ authorization: "Bearer ptc_x" }, { authorization: "" }, { "x-api-key": "ptc_x" }])(
    "is not even looked for beside a key: %j",
    (headers) => {
      expect(sessionTokenOf(withoutCookie(headers), false)).toBeNull();
      expect(() => sessionTokenOf(withoutCookie({}), false)).toThrow("The cookie was read.");
    },
  );

  it("is null where no cookie of ours was sent, also from elsewhere", () => {
    const headers = { host: "g.example", cookie: "theme=dark", "sec-fetch-site": "cross-site" };
    expect(sessionTokenOf({ headers }, false)).toBeNull();
  });

  it("is taken by https from the name that no other host can set", () => {
    const headers = {
      ...{ host: "10.0.0.1", "sec-fetch-site": "same-origin" },
      ...{ "x-forwarded-proto": "https", "x-forwarded-host": "g.example" },
      cookie: "portico-session=plain; __Host-portico-session=prefixed",
    };
    expect(sessionTokenOf({ headers }, true)).toBe("prefixed");
    expect(sessionTokenOf({ headers }, false)).toBe("plain");
  });
});
