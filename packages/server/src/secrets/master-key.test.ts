import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { looksRandom } from "./master-key.ts";

it.each([
  "",
  "short",
  "passwordpassword",
  "1234567890123456",
  "12345678901234567890123456789012",
  "0123456789abcdef0123456789abcdef",
  "secretsecretsecretsecretsecretsecretsecret",
  "a".repeat(64),
  "0".repeat(64),
  "correcthorsebatterystaplecorrecthorsebattery",
  "this is a long sentence that a person made up",
  "entirely different secret and long enough too",
  "MyCompanyPorticoGatewaySecretProduction",
  "changeme-changeme-changeme-changeme-changeme",
  "abababababababababababababababababababab",
  "qwertyuiopasdfghjklzxcvbnmqwertyuiopasdf",
  "a1b2c3d4e5f60718",
])("a text that a person made up, or that is too short, does not look random (%j)", (text) => {
  expect(looksRandom(text)).toBe(false);
});

it("the output of the usual commands for random secrets looks random", () => {
  const made = [
    () => randomBytes(32).toString("base64"),
    () => randomBytes(32).toString("base64url"),
    () => randomBytes(32).toString("hex"),
    () => randomBytes(16).toString("hex"),
    () => randomBytes(48).toString("base64"),
    () => randomBytes(64).toString("hex"),
  ];
  // Fewer than one in ten thousand is refused by chance.
  const refused = made.flatMap((make) =>
    Array.from({ length: 2000 }, make).filter((text) => !looksRandom(text)),
  );
  expect(refused.length).toBeLessThan(6);
});
