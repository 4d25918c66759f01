import fc from "fast-check";
import { expect, it } from "vitest";
import { returnPath } from "./sign-in.ts";

it.each([
  ["/console/", ""],
  ["/console/requests?from=a&b=%2F#x", "requests?from=a&b=%2F#x"],
  ["/console/keys/../spend", "spend"],
])("keeps a path below the console: %s", (asked, path) => {
  expect(returnPath(asked)).toBe(path);
});

it.each([
  undefined,
  ["/console/a", "/console/b"],
  "",
  "console/",
  "/consolex/",
  "/api/v1/keys",
  "/console/../api/v1/keys",
  "/console/%2e%2e/api",
  "//evil.example/console/",
  "/\\evil.example/console/",
  "/\t/evil.example/console/",
  "https://evil.example/console/",
  "javascript:alert(1)",
  `/console/${"a".repeat(2_000)}`,
])("becomes the console's first page for %j", (asked) => {
  expect(returnPath(asked)).toBe("");
});

it("never leads a browser to another site, whatever is asked", () => {
  const part = fc.constantFrom(
    "/",
    "\\",
    "..",
    ".",
    "%2e",
    "%2f",
    "\t",
    "console",
    "evil.example",
    "@",
    ":",
    "?",
    "#",
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
      const path = returnPath(`/console/${parts.join("")}`);
      for (const page of ["/console/sign-in/oidc/callback", "/console/sign-in/proxy"]) {
        const root = page.endsWith("callback") ? "../../" : "../";
        const led = new URL(`${root}${path}`, `https://gateway.example/portico${page}`);
        expect(led.href.startsWith("https://gateway.example/portico/console/")).toBe(true);
      }
    }),
  );
});
