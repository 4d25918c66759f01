import { BlockList } from "node:net";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { plainAddress, toNetworks } from "./networks.ts";

describe("networks", () => {
  it.each([
    ["192.0.2.0/24", "192.0.2.255", true],
    ["192.0.2.0/24", "192.0.3.0", false],
    ["192.0.2.77/24", "192.0.2.1", true],
    ["192.0.2.7", "192.0.2.7", true],
    ["192.0.2.7", "192.0.2.8", false],
    ["0.0.0.0/0", "198.51.100.1", true],
    ["0.0.0.0/0", "2001:db8::1", false],
    ["2001:db8::/32", "2001:db8:ffff::1", true],
    ["2001:db8::/32", "2001:db9::1", false],
    ["::1", "::1", true],
    ["::1", "0:0:0:0:0:0:0:1", true],
    ["192.0.2.0/24", "::ffff:192.0.2.9", true],
    ["192.0.2.0/24", "::ffff:c000:209", true],
    ["192.0.2.0/24", "0:0:0:0:0:FFFF:C000:0209", true],
    ["::ffff:192.0.2.0/120", "192.0.2.9", true],
    ["::ffff:192.0.2.0/120", "192.0.3.9", false],
    ["::/0", "192.0.2.9", false],
    ["fe80::/10", "fe80::1%eth0", true],
    ["192.0.2.0/24", "192.0.2.9:4711", true],
    ["2001:db8::/32", "[2001:db8::9]:4711", true],
  ])("%s and the address %s: %s", (network, address, expected) => {
    expect(toNetworks([network]).has(address)).toBe(expected);
  });

  it.each([
    "",
    "192.0.2.0/33",
    "2001:db8::/129",
    "192.0.2",
    "192.0.2.256",
    "example.com",
    "192.0.2.0/-1",
    "192.0.2.0/24/8",
    "::ffff:192.0.2.0/64",
    "fe80::1%eth0/64",
    " 192.0.2.0/24",
  ])("%j is not a network, and has no address", (text) => {
    expect(toNetworks([text]).has("192.0.2.1")).toBe(false);
  });

  it("networks have no unknown address and no text that is not one", () => {
    const all = toNetworks(["0.0.0.0/0", "::/0"]);
    for (const address of [null, "", "unknown", "_hidden", "1.2.3", "1.2.3.4, 5.6.7.8"])
      expect(all.has(address)).toBe(false);
  });

  it("any network has an address where Node's own list has it, in both of its forms", () => {
    fc.assert(
      fc.property(
        fc.ipV4(),
        fc.integer({ min: 0, max: 32 }),
        fc.ipV4(),
        (network, prefix, address) => {
          const list = new BlockList();
          list.addSubnet(network, prefix, "ipv4");
          const networks = toNetworks([`${network}/${prefix}`]);
          const expected = list.check(address, "ipv4");
          expect(networks.has(address)).toBe(expected);
          expect(networks.has(`::ffff:${address}`)).toBe(expected);
        },
      ),
    );
  });

  it("an address is written plainly, without brackets, port and zone", () => {
    fc.assert(
      fc.property(fc.ipV6(), (address) => {
        const plain = plainAddress(address);
        expect(plain).not.toBeNull();
        expect(plainAddress(`[${address}]:443`)).toBe(plain);
      }),
    );
  });
});
