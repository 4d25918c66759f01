import { describe, expect, it } from "vitest";
import { signInHref } from "./sign-in-href.ts";

const page = {
  base: "https://gateway.example/portico/console/",
  pathname: "/portico/console/keys",
  search: "?search=a&kind=ordinary",
};

describe("signInHref", () => {
  it("is relative to the console and comes back to the same address", () => {
    const href = new URL(signInHref("sign-in/oidc", page) ?? "");
    expect(href.origin + href.pathname).toBe(
      "https://gateway.example/portico/console/sign-in/oidc",
    );
    expect(href.searchParams.get("return_to")).toBe("/console/keys?search=a&kind=ordinary");
  });

  it("keeps what the address has already", () => {
    const href = new URL(signInHref("https://login.example/a?b=c", page) ?? "");
    expect(href.searchParams.get("b")).toBe("c");
  });

  it.each(["javascript:alert(1)", "data:text/html,x", "http://["])("refuses %s", (href) => {
    expect(signInHref(href, page)).toBeNull();
  });

  it("is nothing for a way without a page", () => {
    expect(signInHref(null, page)).toBeNull();
  });
});
