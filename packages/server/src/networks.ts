import { BlockList, isIP, isIPv4, isIPv6 } from "node:net";
import { mappedAddress, readNetwork } from "@portico/core/rules/networks";

/** A set of networks that an address is looked up in. */
export interface Networks {
  /** False for null and for a text that is not an address. */
  has(address: string | null): boolean;
}

/** Texts that are not networks are left out: a network that cannot be read admits no address. */
export function toNetworks(texts: readonly string[]): Networks {
  // Most gateways name none, and each look into a list makes an object outside of V8's heap.
  if (texts.length === 0) return { has: () => false };
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
  // Nearly every socket has exactly this form.
  if (isIPv4(text)) return text;
  const bare = /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1] ?? withoutPort(text);
  const plain = bare.replace(/%.*$/, "").replace(mapped, "");
  if (isIP(plain) !== 6) return isIP(plain) === 4 ? plain : null;
  return mappedAddress(plain) ?? plain;
}

/** Only an IPv4 address has exactly one colon in front of a port. */
function withoutPort(text: string): string {
  return /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
}

/** A host that is reached without a network, where nothing has to be encrypted. */
export function isThisMachine(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, "");
  return bare === "localhost" || bare === "::1" || /^127(\.\d{1,3}){3}$/.test(bare);
}

/** One subscriber has a whole network of addresses in version 6: its first four groups. */
export function networkOf(address: string | null): string {
  if (address === null || !isIPv6(address)) return address ?? "";
  const [front = "", back] = address.split("%")[0]?.split("::") ?? [];
  const groups = front === "" ? [] : front.split(":");
  const rest = back === undefined || back === "" ? [] : back.split(":");
  const zeros = back === undefined ? 0 : 8 - groups.length - rest.length;
  return [...groups, ...Array<string>(Math.max(zeros, 0)).fill("0"), ...rest].slice(0, 4).join(":");
}
