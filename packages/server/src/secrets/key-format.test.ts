import { readFileSync } from "node:fs";
import { keyPattern, withoutKeys } from "@portico/core/rules/key-text";
import { expect, it } from "vitest";
import { isKey, newKey } from "./key-format.ts";

const root = new URL("../../../../", import.meta.url);
const documents = [
  "SECURITY.md",
  "packages/docs/guides/runbook.md",
  "packages/docs/guides/authentication.md",
];

it.each(["ordinary", "management"] as const)("an %s key fits the pattern of scanners", (kind) => {
  for (let time = 0; time < 200; time += 1) {
    const { secret } = newKey(kind);
    expect(new RegExp(`^(?:${keyPattern})$`).test(secret)).toBe(true);
    expect(isKey(secret)).toBe(true);
  }
});

it("a text that fits the pattern is not a key if its check characters are wrong", () => {
  const { secret } = newKey("ordinary");
  for (const at of [4, 20, 46, 47, 52]) {
    const other = secret[at] === "0" ? "1" : "0";
    expect(isKey(`${secret.slice(0, at)}${other}${secret.slice(at + 1)}`)).toBe(false);
  }
  expect(isKey(secret.replace("ptc_", "ptcm_"))).toBe(false);
  expect(isKey(`${secret}0`)).toBe(false);
  expect(isKey(secret.slice(0, -1))).toBe(false);
});

it.each(documents)("%s says the pattern that scanners are to look for", (document) => {
  expect(readFileSync(new URL(document, root), "utf8")).toContain(keyPattern);
});

it("the documented check matches the one in generated keys", () => {
  const { secret } = newKey("management");
  expect(secret.slice(-6)).toBe(documentedCheck(secret.slice(0, -6)));
});

/** The check as the authentication guide describes it, without the gateway's code. */
function documentedCheck(text: string): string {
  let crc = 0xffffffff;
  for (const byte of Buffer.from(text)) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  let rest = (crc ^ 0xffffffff) >>> 0;
  const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  let check = "";
  for (let place = 0; place < 6; place += 1) {
    check = digits.charAt(rest % 62) + check;
    rest = Math.floor(rest / 62);
  }
  return check;
}

it("a key is removed from a text in every form in which an address can hold it, and the rest stays unchanged", () => {
  const { secret } = newKey("ordinary");
  const once = [...secret].map((one) => `%${one.charCodeAt(0).toString(16)}`).join("");
  const forms = [
    secret,
    once,
    encodeURIComponent(once),
    encodeURIComponent(encodeURIComponent(once)),
  ];
  for (const form of forms) {
    const kept = withoutKeys(`https://x.example/?a=${form}&b=${forms.join("|")}`);
    expect(kept).toMatch(/^https:\/\/x\.example\/\?a=ptc_…&b=ptc_…/);
    for (const other of forms) expect(kept).not.toContain(other.slice(0, 40));
  }
  for (const text of ["", "100%", "https://x.example/%C3%BC?q=%25#ptc_short", "%zz%"])
    expect(withoutKeys(text)).toBe(text);
});
