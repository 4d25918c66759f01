import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isBelow, readUriPrefix, type UriPrefix } from "../upstream/uri-prefix.ts";
import { type LinkRules, linkFault } from "./links.ts";

const cloud: LinkRules = {
  fetchesUrls: true,
  readsByCredential: true,
  allowed: [],
  accountHosts: [".googleapis.com", "api.vendor.example"],
};
const inside: LinkRules = { ...cloud, fetchesUrls: false, readsByCredential: false };

const fault = (url: string, rules: LinkRules = cloud, byok = false) =>
  linkFault({ place: "input[0]", url }, rules, byok);

function prefix(text: string): UriPrefix {
  const read = readUriPrefix(text);
  if (typeof read === "string") throw new Error(read);
  return read;
}

it("counts an address of what goes on only with the workspace's own credential only there", () => {
  const link = {
    place: "messages[0].content[0]",
    url: "http://169.254.169.254/",
    isOwn: true,
  } as const;
  expect([false, true].map((byok) => linkFault(link, inside, byok))).toEqual([null, "fetch_urls"]);
});

describe("an address in a request", () => {
  it.each([
    "s3://operators-private-bucket/payroll.pdf",
    "S3://operators-private-bucket/payroll.pdf",
    "gs://operators-private-bucket/payroll.png",
    "file:///etc/passwd",
    "ftp://host/file",
    "files/abc",
    "file-abc123",
    "http:storage",
    "https:/x",
    " https://example.com/a.png",
    "https://example.com/a\tb.png",
    "https://user:secret@example.com/a.png",
    "https://example.com\\@generativelanguage.googleapis.com/v1beta/files/x",
    "https://generativelanguage.googleapis.com/v1beta/files/abc",
    "https://GENERATIVELANGUAGE.googleapis.com./v1beta/files/abc",
    "https://generativelanguage。googleapis。com/v1beta/files/abc",
    "https://storage.googleapis.com/bucket/object",
    "https://%67oogleapis.com/x",
    "https://api.vendor.example/v1/files/file-1/content",
    "",
  ])("an address that only the operator's credential would open is refused: %s", (url) => {
    expect(fault(url)).toBe("allow_uris");
    expect(fault(url, cloud, true), "the caller's own credential opens its own account").toBeNull();
  });

  it.each([
    "https://example.com/a.png",
    "HTTP://example.com/a.png?x=1#y",
    "https://example.com",
    "https://example.com:8443/a%20b.png",
    "https://notgoogleapis.com/x",
    "https://vendor.example/x",
    "https://files.api.vendor.example/x",
  ])("an address that is open to the public is handed on: %s", (url) => {
    expect(fault(url)).toBeNull();
  });

  it.each([
    "http://169.254.169.254/latest/meta-data/",
    "http://2852039166/",
    "http://0xa9fea9fe/",
    "http://[::ffff:169.254.169.254]/",
    "http://localhost./",
    "https://rebinding.example/",
    "https://example.com/a.png",
  ])("an address of the web is not given to an upstream in the operator's network: %s", (url) => {
    expect(fault(url, inside)).toBe("fetch_urls");
    expect(fault(url, inside, true), "with the workspace's own credential too").toBe("fetch_urls");
    expect(fault(url, { ...inside, fetchesUrls: true })).toBeNull();
  });

  it("an address of another kind is not given to such an upstream with any credential", () => {
    for (const url of ["file:///etc/passwd", "s3://b/x", "unix:///run/x"])
      expect(fault(url, { ...inside, fetchesUrls: true }, true)).toBe("allow_uris");
  });

  it("an address below a prefix of allow_uris is handed on, and none beside it", () => {
    const open = { ...cloud, allowed: [prefix("s3://public-samples/")] };
    expect(fault("s3://public-samples/a/b.pdf", open)).toBeNull();
    expect(fault("S3://public-samples/a.pdf", open)).toBeNull();
    expect(fault("s3://public-samples-2/a.pdf", open)).toBe("allow_uris");
    expect(fault("s3://Public-Samples/a.pdf", open)).toBe("allow_uris");
  });
});

describe("a prefix of addresses", () => {
  it.each([
    ["s3://public", "of the form"],
    ["s3://public/a", "a slash"],
    ["public/", "of the form"],
    ["s3:///a/", "of the form"],
    ["https://user@host/", "of the form"],
    ["s3://bucket/a%2f/", "of the form"],
    ["s3://bucket/?x/", "of the form"],
    ["s3://bucket/../", '".."'],
    ["s3://bucket//", "empty"],
    ["", "of the form"],
  ])("a prefix that opens more than it seems to is refused: %s", (text, words) => {
    expect(readUriPrefix(text)).toContain(words);
  });

  it.each([
    "s3://public/../private/x",
    "s3://public/a/../../private/x",
    "s3://public/./x",
    "s3://public/.. ",
    "s3://public/..%20/x",
    "s3://public/..",
    "s3://public/a//b",
    "s3://public/%2e%2e/private",
    "s3://public/a%2f..%2fprivate",
    "s3://public/a%5c..",
    "s3://public/a%252e",
    "s3://public/a%",
    "s3://public/a%zz",
    "s3://public/a\\..\\private",
    "s3://public/a\n",
    "s3://public/a?versionId=1",
    "s3://public/a#b",
    "s3://public@private/x",
    "s3://private/public/x",
    "s3:public/x",
    " s3://public/x",
  ])("an address that leads out of the prefix is refused: %s", (uri) => {
    expect(isBelow(uri, prefix("s3://public/"))).toBe(false);
  });

  it("a prefix of the web accepts hosts in any case, queries, and encoded letters", () => {
    const web = prefix("HTTPS://CDN.example.com/Public/");
    expect(isBelow("https://cdn.EXAMPLE.com/Public/a%20%C3%A9.png?sig=%2F", web)).toBe(true);
    expect(isBelow("https://cdn.example.com/public/a.png", web)).toBe(false);
    expect(isBelow("https://cdn.example.com/Public/..?x", web)).toBe(false);
    expect(isBelow("http://cdn.example.com/Public/a", web)).toBe(false);
  });

  it("a prefix and a normalizing reader agree on every address below it", () => {
    const piece = fc.constantFrom(
      "..",
      ".",
      "/",
      "%2e",
      "%2F",
      "\\",
      "a",
      "b",
      "%61",
      "?",
      "#",
      "@",
      " ",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const uri = `https://host/open/${pieces.join("")}`;
        if (!isBelow(uri, prefix("https://host/open/"))) return;
        const normal = new URL(decodeURIComponent(uri));
        expect(`${normal.host}${normal.pathname}`).toMatch(/^host\/open\//);
      }),
      { numRuns: 2_000 },
    );
  });
});
