import {
  disabledKey,
  endedSecret,
  expiredKey,
  invalidToken,
  mistypedKey,
  unknownKey,
} from "@portico/core/rules/refused-callers";
import type { KeyCaller } from "../caller.ts";
import { GatewayError } from "../errors.ts";
import { hashKey, mayBeKey } from "../secrets/key-format.ts";
import type { FoundKey, KeyStore } from "../store/ports/keys.ts";
import { KeyRefused } from "./invalid-token.ts";

export interface AuthenticateOptions {
  /** The most keys whose facts are kept. */
  readonly maxRemembered?: number;
  readonly rememberMs?: number;
  readonly now?: () => number;
}

/**
 * Returns the caller, or rejects with a GatewayError of status 401. With `mayRemember`, the facts of a key may be some
 * seconds old, but not older than `atLeastRevision` of its workspace: allowed only for operations whose admission checks
 * the key and the revision before anything is spent.
 */
export type Authenticate = (
  authorization: string | undefined,
  use: { readonly mayRemember: boolean; readonly atLeastRevision?: number },
) => KeyCaller | Promise<KeyCaller>;

interface Remembered {
  readonly caller: KeyCaller;
  readonly untilMs: number;
}

/** The longest header that can hold a key; a longer one is refused unread. */
const maxHeaderCharacters = 200;

export function createAuthenticate(
  keys: Pick<KeyStore, "findByHash">,
  { maxRemembered = 10_000, rememberMs = 10_000, now = Date.now }: AuthenticateOptions = {},
): Authenticate {
  const remembered = new Map<string, Remembered>();
  /** Look-ups under way, which callers with the same key share. */
  const asked = new Map<string, Promise<KeyCaller>>();

  const lookUp = async (key: string, hash: string): Promise<KeyCaller> => {
    // A text that is not a key is refused without asking the store.
    if (!mayBeKey(key)) throw invalidToken(mistypedKey);
    return usableKey(await keys.findByHash(hash), now()).caller;
  };
  const lookUpTogether = (key: string, hash: string): Promise<KeyCaller> => {
    const asking = asked.get(hash) ?? lookUp(key, hash).finally(() => asked.delete(hash));
    asked.set(hash, asking);
    return asking;
  };
  const remember = (hash: string, caller: KeyCaller) => {
    // Drops the oldest: a Map keeps the order of insertion.
    const [oldest] = remembered.keys();
    if (remembered.size >= maxRemembered && oldest !== undefined) remembered.delete(oldest);
    const untilMs = Math.min(now() + rememberMs, caller.secretExpiresAtMs ?? Infinity);
    remembered.set(hash, { caller, untilMs });
  };

  const lookUpAgain = async (key: string, hash: string, atLeastRevision: number) => {
    const shared = await lookUpTogether(key, hash);
    const caller = shared.revision >= atLeastRevision ? shared : await lookUp(key, hash);
    remember(hash, caller);
    return caller;
  };

  return (authorization, { mayRemember, atLeastRevision = 0 }) => {
    const key = bearerIn(authorization);
    if (key instanceof GatewayError) return Promise.reject(key);
    const hash = hashKey(key);
    const known = mayRemember ? remembered.get(hash) : undefined;
    if (isUsable(known, atLeastRevision, now())) return known.caller;
    remembered.delete(hash);
    return mayRemember ? lookUpAgain(key, hash, atLeastRevision) : lookUp(key, hash);
  };
}

/** The key that was found, where it may be used. Throws a GatewayError of status 401. */
export function usableKey(found: FoundKey | null, nowMs: number): FoundKey {
  if (found === null) throw invalidToken(unknownKey);
  const { caller } = found;
  if (found.deleted) throw new KeyRefused(caller, unknownKey);
  if (found.disabled) throw new KeyRefused(caller, disabledKey);
  if (found.expiresAtMs !== null && found.expiresAtMs <= nowMs)
    throw new KeyRefused(caller, expiredKey);
  if (caller.secretExpiresAtMs !== null && caller.secretExpiresAtMs <= nowMs)
    throw new KeyRefused(caller, endedSecret);
  return found;
}

function isUsable(
  known: Remembered | undefined,
  atLeastRevision: number,
  nowMs: number,
): known is Remembered {
  return known !== undefined && known.untilMs > nowMs && known.caller.revision >= atLeastRevision;
}

function bearerIn(authorization: string | undefined): string | GatewayError {
  if (authorization === undefined)
    return refused("No API key was sent. Send it as the header Authorization: Bearer <API_KEY>.");
  const [scheme, key, ...rest] =
    authorization.length > maxHeaderCharacters ? [] : authorization.trim().split(/ +/);
  if (scheme?.toLowerCase() !== "bearer" || key === undefined || rest.length > 0)
    return refused("The Authorization header must be of the form Bearer <API_KEY>.");
  return key;
}

function refused(message: string): GatewayError {
  return new GatewayError("unauthenticated", { message });
}
