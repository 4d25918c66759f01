import { BlockList, isIP } from "node:net";

interface Network {
  readonly address: string;
  readonly prefix: number;
  readonly family: "ipv4" | "ipv6";
}

/** A set of networks that an address is looked up in. */
export interface Networks {
  /** False for null and for a text that is not an address. */
  has(address: string | null): boolean;
}

/** Whether the text is an address, or a network in CIDR notation: `192.0.2.0/24`, `2001:db8::/32`. */
export function isNetwork(text: string): boolean {
  return readNetwork(text) !== null;
}

/** Texts that are not networks are left out: a network that cannot be read admits no address. */
export function toNetworks(texts: readonly string[]): Networks {
  // One list of both would find IPv4 addresses in networks of IPv6 as well.
  const lists = { ipv4: new BlockList(), ipv6: new BlockList() };
  for (const text of texts) {
    const network = readNetwork(text);
    if (network !== null)
      lists[network.family].addSubnet(network.address, network.prefix, network.family);
  }
  return {
    has(address) {
      const plain = address === null ? null : plainAddress(address);
      if (plain === null) return false;
      const family = isIP(plain) === 4 ? "ipv4" : "ipv6";
      return lists[family].check(plain, family);
    },
  };
}

const mapped = /^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i;

/**
 * The address without brackets, port and zone, as proxies and sockets write them around it; an IPv4 address in IPv6
 * form becomes an IPv4 address. Null where it is not an address.
 */
export function plainAddress(text: string): string | null {
  const bare = /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1] ?? withoutPort(text);
  const plain = bare.replace(/%.*$/, "").replace(mapped, "");
  if (isIP(plain) !== 6) return isIP(plain) === 4 ? plain : null;
  return mappedAddress(plain) ?? plain;
}

/** Only an IPv4 address has exactly one colon in front of a port. */
function withoutPort(text: string): string {
  return /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
}

const mappedSpace = new BlockList();
mappedSpace.addSubnet("::ffff:0:0", 96, "ipv6");

/** The IPv4 address in an IPv6 address that is written with groups, such as `::ffff:c000:201`. */
function mappedAddress(address: string): string | null {
  const [, high = "", low = ""] =
    /:([\da-f]{1,4}):([\da-f]{1,4})$/i.exec(new URL(`http://[${address}]`).hostname.slice(1, -1)) ??
    [];
  if (high === "" || !mappedSpace.check(address, "ipv6")) return null;
  const bits = Number.parseInt(high, 16) * 65_536 + Number.parseInt(low, 16);
  return [bits >>> 24, (bits >>> 16) & 255, (bits >>> 8) & 255, bits & 255].join(".");
}

function readNetwork(text: string): Network | null {
  const [, address = "", digits] = /^([\da-f.:]+)(?:\/(\d{1,3}))?$/i.exec(text) ?? [];
  const version = isIP(address);
  if (version === 0) return null;
  const most = version === 4 ? 32 : 128;
  const prefix = digits === undefined ? most : Number(digits);
  if (prefix > most) return null;
  const plain = version === 6 ? plainAddress(address) : address;
  // A network of mapped addresses is one of IPv4 addresses: callers' addresses are compared in that form.
  if (version === 6 && plain !== null && isIP(plain) === 4)
    return prefix < 96 ? null : { address: plain, prefix: prefix - 96, family: "ipv4" };
  return { address, prefix, family: version === 4 ? "ipv4" : "ipv6" };
}

/** A host that is reached without a network, where nothing has to be encrypted. */
export function isThisMachine(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, "");
  return bare === "localhost" || bare === "::1" || /^127(\.\d{1,3}){3}$/.test(bare);
}
