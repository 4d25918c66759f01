import { lookup } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";

/**
 * Addresses that no caller may make the gateway connect to: all that are not in the public
 * internet (https://www.iana.org/assignments/iana-ipv4-special-registry, …-ipv6-…), and the
 * metadata addresses of clouds, all but one of which lie inside those ranges.
 */
const forbidden = new BlockList();
for (const [network, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
] as const)
  forbidden.addSubnet(network, prefix, "ipv4");

// Azure's host agent, which hands out machine credentials, has a public address.
forbidden.addAddress("168.63.129.16", "ipv4");
for (const [network, prefix] of [
  ["::", 96],
  // NAT64 of a local network; the well-known prefix is checked below.
  ["64:ff9b:1::", 48],
  ["100::", 64],
  ["2001::", 23],
  ["2001:db8::", 32],
  // 6to4 carries any IPv4 address.
  ["2002::", 16],
  ["3fff::", 20],
  ["5f00::", 16],
  ["fc00::", 7],
  ["fe80::", 10],
  ["fec0::", 10],
  ["ff00::", 8],
] as const)
  forbidden.addSubnet(network, prefix, "ipv6");

const nat64 = new BlockList();
nat64.addSubnet("64:ff9b::", 96, "ipv6");

/** Returns true for every IP address, in any notation, that is not in the public internet. */
export function isForbiddenAddress(address: string): boolean {
  const plain = address.replace(/^\[|\]$/g, "").replace(/%.*$/, "");
  const family = isIP(plain);
  if (family === 0) return true;

  if (family === 4) return forbidden.check(plain, "ipv4");

  if (nat64.check(plain, "ipv6")) return forbidden.check(embeddedIpv4(plain), "ipv4");

  // An IPv4-mapped address (::ffff:…) is checked against the IPv4 ranges by BlockList itself.
  return forbidden.check(plain, "ipv6");
}

function embeddedIpv4(address: string): string {
  const { hostname } = new URL(`http://[${address}]/`);
  const groups = hostname.slice(1, -1).split(":");
  const [high = 0, low = 0] = groups.slice(-2).map((group) => Number.parseInt(group || "0", 16));
  return [high >> 8, high & 255, low >> 8, low & 255].join(".");
}

export class ForbiddenAddressError extends Error {
  override readonly name = "ForbiddenAddressError";
  readonly code = "FORBIDDEN_ADDRESS";
}

/**
 * A `lookup` for sockets. The socket connects to the addresses that were checked, so the name cannot resolve to
 * another address in between. One forbidden address refuses the name.
 */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) {
      callback(error, []);
      return;
    }
    if (addresses.length === 0 || addresses.some((entry) => isForbiddenAddress(entry.address))) {
      callback(new ForbiddenAddressError("The host has a private address."), []);
      return;
    }
    if (options.all) callback(null, addresses);
    else callback(null, addresses[0]?.address ?? "", addresses[0]?.family);
  });
};
