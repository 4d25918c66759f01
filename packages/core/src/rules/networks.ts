import { type GatewayError, refusedField } from "../failures.ts";

export interface Network {
  readonly address: string;
  readonly prefix: number;
  readonly family: "ipv4" | "ipv6";
}

export function noNetwork(field: string): GatewayError {
  return refusedField(
    field,
    `${field} must be an address or a network in CIDR notation, such as 192.0.2.0/24 or 2001:db8::/32.`,
  );
}

/** An address, or a network in CIDR notation: `192.0.2.0/24`, `2001:db8::/32`. Null for any other text. */
export function readNetwork(text: string): Network | null {
  const [, address = "", digits] = /^([\da-f.:]+)(?:\/(\d{1,3}))?$/i.exec(text) ?? [];
  const family = isIpv4(address) ? "ipv4" : isIpv6(address) ? "ipv6" : null;
  if (family === null) return null;
  const most = family === "ipv4" ? 32 : 128;
  const prefix = digits === undefined ? most : Number(digits);
  if (prefix > most) return null;
  // A network of mapped addresses is one of IPv4 addresses: callers' addresses are compared in that form.
  const mapped = family === "ipv6" ? mappedAddress(address) : null;
  if (mapped === null) return { address, prefix, family };
  return prefix < 96 ? null : { address: mapped, prefix: prefix - 96, family: "ipv4" };
}

/** Four numbers without leading zeros, which some systems read as octal. */
function isIpv4(text: string): boolean {
  const parts = text.split(".");
  return (
    parts.length === 4 && parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part) && +part < 256)
  );
}

function isIpv6(text: string): boolean {
  return text.includes(":") && URL.canParse(`http://[${text}]`);
}

/** The IPv4 address in an IPv6 address, whichever way it is written: `::ffff:192.0.2.1`, `::ffff:c000:201`. */
export function mappedAddress(ipv6: string): string | null {
  const [, high, low] =
    /^\[::ffff:([\da-f]{1,4}):([\da-f]{1,4})\]$/.exec(new URL(`http://[${ipv6}]`).hostname) ?? [];
  if (high === undefined || low === undefined) return null;
  const bits = Number.parseInt(high, 16) * 65_536 + Number.parseInt(low, 16);
  return [bits >>> 24, (bits >>> 16) & 255, (bits >>> 8) & 255, bits & 255].join(".");
}
