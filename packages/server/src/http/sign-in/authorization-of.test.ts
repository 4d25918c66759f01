import { describe, expect, it } from "vitest";
import { GatewayError } from "../../errors.ts";
import { authorizationOf, sessionTokenOf } from "./authorization-of.ts";

const sent = (...rawHeaders: string[]) => {
  const headers: Record<string, string> = {};
  for (let at = 0; at < rawHeaders.length; at += 2)
    headers[rawHeaders[at]?.toLowerCase() ?? ""] ??= rawHeaders[at + 1] ?? "";
  return { headers, rawHeaders };
};
const takes = { takesKeyHeader: true };

describe("the key of a request", () => {
  it.each([
    ["Authorization", sent("Authorization", "Bearer ptc_1"), "Bearer ptc_1"],
    ["x-api-key", sent("X-Api-Key", "ptc_1"), "Bearer ptc_1"],
    [
      "both, if they are the same",
      sent("x-api-key", "ptc_1", "authorization", "bearer  ptc_1"),
      "Bearer ptc_1",
    ],
    [
      "Authorization beside an empty x-api-key",
      sent("authorization", "Bearer ptc_1", "x-api-key", ""),
      "Bearer ptc_1",
    ],
  ])("is read from %s", (_, request, authorization) => {
    expect(authorizationOf(takes, request)).toBe(authorization);
  });

  it("is read from Authorization alone where an operation takes no other", () => {
    const request = sent("x-api-key", "ptc_2", "authorization", "Bearer ptc_1");
    expect(authorizationOf({ takesKeyHeader: false }, request)).toBe("Bearer ptc_1");
    expect(authorizationOf({ takesKeyHeader: false }, sent("x-api-key", "ptc_2"))).toBeUndefined();
  });

  it.each([
    [
      "two different keys",
      sent("authorization", "Bearer ptc_1", "x-api-key", "ptc_2"),
      /Two different/,
    ],
    [
      "a key beside another scheme",
      sent("authorization", "Basic abc", "x-api-key", "ptc_2"),
      /Two different/,
    ],
    [
      "two Authorization headers",
      sent("authorization", "Bearer ptc_1", "Authorization", "Bearer ptc_1"),
      /Two Authorization/,
    ],
    ["two x-api-key headers", sent("x-api-key", "ptc_1", "X-API-KEY", "ptc_1"), /Two x-api-key/],
    ["no key", sent(), /No API key was sent/],
  ])("is refused for %s", (_, request, message) => {
    expect(() => authorizationOf(takes, request)).toThrow(GatewayError);
    expect(() => authorizationOf(takes, request)).toThrow(message);
  });
});

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
