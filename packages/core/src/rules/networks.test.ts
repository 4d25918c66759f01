import { isIP } from "node:net";
import fc from "fast-check";
import { expect, it } from "vitest";
import { readNetwork } from "./networks.ts";

it.each([
  "010.0.0.1",
  "10.0.0.0/",
  "10.0.0.0/33",
  "::1/129",
  "1.2.3",
  "::ffff:10.0.0.0/95",
  "x",
  "",
])("finds no network in %j", (text) => expect(readNetwork(text)).toBeNull());

it.each([
  ["10.0.0.0/08", { address: "10.0.0.0", prefix: 8, family: "ipv4" }],
  ["2001:db8::/32", { address: "2001:db8::", prefix: 32, family: "ipv6" }],
  ["::ffff:192.0.2.0/120", { address: "192.0.2.0", prefix: 24, family: "ipv4" }],
  ["::ffff:c000:201", { address: "192.0.2.1", prefix: 32, family: "ipv4" }],
])("reads %j", (text, network) => expect(readNetwork(text)).toEqual(network));

it("takes the addresses that Node takes, and no other", () => {
  const group = fc.stringMatching(/^[\da-f]{0,5}$/);
  const texts = fc.oneof(
    fc.ipV4(),
    fc.ipV6(),
    fc.stringMatching(/^\d{1,3}(\.\d{1,4}){3}$/),
    fc.array(group, { minLength: 2, maxLength: 9 }).map((groups) => groups.join(":")),
    fc.stringMatching(/^[\da-f.:]{1,20}$/),
  );
  fc.assert(
    fc.property(texts, (text) => {
      expect([text, readNetwork(text) !== null]).toEqual([text, isIP(text) !== 0]);
    }),
    { numRuns: 3000 },
  );
});
