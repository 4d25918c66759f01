import type { IncomingMessage } from "node:http";
import type { ProxySignInSettings } from "../configuration/sign-in.ts";
import { GatewayError } from "../errors.ts";
import { type Networks, plainAddress } from "../networks.ts";
import { type Person, roleOf } from "./person.ts";

type ProxiedRequest = Pick<IncomingMessage, "socket" | "rawHeaders">;

/** Sign-in by the header of a proxy that knows who a browser belongs to. */
export interface ProxySignIn {
  readonly settings: ProxySignInSettings;
  /**
   * Null where the request does not come from a trusted proxy, or names no person. Throws a GatewayError where it names
   * one in a way that cannot be trusted, or one without a role.
   */
  personOf(request: ProxiedRequest): Person | null;
}

interface ProxySignInParts {
  readonly trustedProxies: Networks;
  /** A header that names a person came from elsewhere, and was ignored. */
  readonly onIgnored: () => void;
}

const longestName = 255;
const mostGroups = 1_000;

export function createProxySignIn(
  settings: ProxySignInSettings,
  { trustedProxies, onIgnored }: ProxySignInParts,
): ProxySignIn {
  return {
    settings,
    personOf({ socket, rawHeaders }) {
      const named = valuesOf(rawHeaders, settings.userHeader);
      if (named.length === 0) return null;
      const peer = plainAddress(socket.remoteAddress ?? "");
      if (peer === null || !trustedProxies.has(peer)) {
        onIgnored();
        return null;
      }
      const subject = onlyValue(named, settings.userHeader);
      if (subject === "") return null;
      if (subject.length > longestName)
        throw badHeader(settings.userHeader, `is longer than ${longestName} characters`);
      const role = roleIn(rawHeaders, subject, settings);
      return { way: "proxy", subject, name: subject, role, providerSession: null };
    },
  };
}

function roleIn(
  rawHeaders: readonly string[],
  subject: string,
  { groupsHeader, roles }: ProxySignInSettings,
): Person["role"] {
  const sent = groupsHeader === null ? [] : valuesOf(rawHeaders, groupsHeader);
  const text = sent.length === 0 ? "" : onlyValue(sent, groupsHeader ?? "");
  const groups = text.split(/[,;]/, mostGroups).map((group) => group.trim());
  const role = roleOf(groups, roles);
  if (role !== null) return role;
  const held = text === "" ? "names no group" : `names ${text.slice(0, 500)}`;
  throw new GatewayError("notAllowed", {
    message: `The proxy names you as ${JSON.stringify(subject)}, but you have no role in this gateway: the header ${groupsHeader ?? ""} ${held}. An operator can give one of your groups a role under console.sign_in.proxy.roles.`,
  });
}

/** Every value of a header, also of one that was sent twice: Node's own table would join or drop them. */
function valuesOf(rawHeaders: readonly string[], name: string): readonly string[] {
  return rawHeaders.filter(
    (_, index) => rawHeaders[index - 1]?.toLowerCase() === name && index % 2 === 1,
  );
}

/** Twice the same header: one of the two may be the caller's own, which the proxy has passed on. */
function onlyValue(values: readonly string[], name: string): string {
  if (values.length > 1)
    throw badHeader(name, "came twice: the proxy must replace what callers send");
  return readable(values[0] ?? "").trim();
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Node reads headers as Latin-1. Most proxies write UTF-8. */
function readable(value: string): string {
  try {
    return utf8.decode(Buffer.from(value, "latin1"));
  } catch {
    return value;
  }
}

function badHeader(name: string, what: string): GatewayError {
  return new GatewayError("badRequest", { message: `The header ${name} ${what}.` });
}
