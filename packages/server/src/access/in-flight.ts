import type { Caller } from "../caller.ts";
import type { GatewayError } from "../errors.ts";
import { networkOf } from "../networks.ts";
import { type AllPlaces, type CallerId, Entry } from "./entry.ts";
import { addressIsFull, keyIsFull, processIsFull, Shares, workspaceIsFull } from "./is-full.ts";

export interface InFlightLimits {
  /** In this process, for all keys. */
  readonly requests: number;
  readonly requestsPerKey: number;
  /** Of all bodies together that have been read and are still in use. */
  readonly bodyBytes: number;
}

export interface InFlightOptions {
  readonly limits: InFlightLimits;
  /** Whether memory is so short that no further request may begin. */
  readonly isMemoryShort?: () => boolean;
}

/** One key's share of all bodies, so that a key that uploads slowly leaves room for the others. */
const shareOfKey = 0.75;

/** One workspace's share of the places, so that its keys together leave some to the other workspaces. */
const shareOfWorkspace = 0.75;

/** Requests without a key or a session share one entry, under a number that no key has. */
const signedPlace = 0;

/** One network's share of the places for them. */
const shareOfNetwork = 1 / 16;

interface KeyInFlight {
  bytes: number;
  readonly entries: Set<Entry>;
}

/**
 * The requests in flight of this process, by key. Limited, so that one key cannot take all places and memory is never
 * short; listed, so that the requests of a revoked key can be ended.
 */
export class InFlight implements AllPlaces {
  readonly #options: InFlightOptions;
  readonly #networks: Shares;
  readonly #workspaces: Shares;
  readonly #keys = new Map<CallerId, KeyInFlight>();
  #requests = 0;
  #bytes = 0;
  #bytesEver = 0;
  #stopped: GatewayError | null = null;

  constructor(options: InFlightOptions) {
    this.#options = options;
    const { requests, requestsPerKey } = options.limits;
    this.#networks = new Shares(Math.ceil(requestsPerKey * shareOfNetwork), addressIsFull);
    this.#workspaces = new Shares(Math.ceil(requests * shareOfWorkspace), workspaceIsFull);
  }

  get requests(): number {
    return this.#requests;
  }

  get bodyBytes(): number {
    return this.#bytes;
  }

  /** The sum since the process started. */
  get bodyBytesEver(): number {
    return this.#bytesEver;
  }

  keyIds(): number[] {
    return [...this.#keys.keys()].filter(
      (place): place is number => typeof place === "number" && place !== signedPlace,
    );
  }

  /** Of the secrets with which the running requests were sent. */
  secretHashes(): string[] {
    const hashes = new Set<string>();
    for (const { entries } of this.#keys.values())
      for (const { secretHash } of entries) if (secretHash !== null) hashes.add(secretHash);
    return [...hashes];
  }

  /** Of the sessions with which the running requests were sent. */
  sessionIds(): string[] {
    const ids = new Set<string>();
    for (const { entries } of this.#keys.values())
      for (const { sessionId } of entries) if (sessionId !== null) ids.add(sessionId);
    return [...ids];
  }

  /**
   * Throws 429 if the key or its workspace has too many requests, or the address has without a key; 503 if the process
   * has. Call `leave` at the end. Null: no key was sent.
   */
  enter(caller: Caller | null, address: string | null = null): Entry {
    const { limits } = this.#options;
    if (this.#stopped !== null) throw this.#stopped;
    // Management keys are always admitted, as are sign-ins to few places: they can end an overload.
    if (caller?.kind === "ordinary") {
      if (this.#requests >= limits.requests)
        throw processIsFull("requests_in_flight", limits.requests);
      this.checkMemory();
    }
    const keyId = caller === null ? signedPlace : (caller.keyId ?? caller.session.id);
    const key = this.#keys.get(keyId) ?? this.#begin(keyId);
    if (key.entries.size >= limits.requestsPerKey)
      throw placeIsFull(keyId, "requests_in_flight", limits.requestsPerKey);
    let onLeave: (() => void) | null = null;
    if (caller === null) onLeave = this.#networks.enter(networkOf(address));
    else if (caller.kind === "ordinary") onLeave = this.#workspaces.enter(caller.workspaceId);
    this.#requests += 1;
    const entry = new Entry(this, { keyId, caller, onLeave });
    key.entries.add(entry);
    return entry;
  }

  /** Throws 503 where memory is so short that no further request may begin. */
  checkMemory(): void {
    if (this.#options.isMemoryShort?.() === true) throw processIsFull("memory");
  }

  /** Ends the running requests of a key. */
  stop(keyId: number, reason: GatewayError): void {
    for (const entry of this.#keys.get(keyId)?.entries ?? []) entry.stop(reason);
  }

  /** Ends all running requests, and refuses further ones. */
  stopAll(reason: GatewayError): void {
    this.#stopped = reason;
    for (const { entries } of this.#keys.values()) for (const entry of entries) entry.stop(reason);
  }

  /** Ends the running requests that were sent with a secret. */
  stopSecret(secretHash: string, reason: GatewayError): void {
    for (const { entries } of this.#keys.values())
      for (const entry of entries) if (entry.secretHash === secretHash) entry.stop(reason);
  }

  /** Ends the running requests that were sent with a session. */
  stopSession(sessionId: string, reason: GatewayError): void {
    for (const { entries } of this.#keys.values())
      for (const entry of entries) if (entry.sessionId === sessionId) entry.stop(reason);
  }

  /** Throws if there is no room for this many more bytes of a body. */
  checkRoom(keyId: CallerId, bytes: number): void {
    const most = this.#options.limits.bodyBytes;
    const mostOfKey = Math.floor(most * shareOfKey);
    if (bytes <= 0) return;
    if ((this.#keys.get(keyId)?.bytes ?? 0) + bytes > mostOfKey)
      throw placeIsFull(keyId, "body_bytes_in_flight", mostOfKey);
    if (this.#bytes + bytes > most) throw processIsFull("body_bytes_in_flight", most);
  }

  addBytes(keyId: CallerId, bytes: number): void {
    this.#bytes += bytes;
    this.#bytesEver += Math.max(bytes, 0);
    const key = this.#keys.get(keyId);
    if (key !== undefined) key.bytes += bytes;
  }

  leave(entry: Entry, bytes: number): void {
    const { keyId } = entry;
    this.#requests -= 1;
    entry.onLeave?.();
    this.addBytes(keyId, -bytes);
    const key = this.#keys.get(keyId);
    key?.entries.delete(entry);
    if (key?.entries.size === 0) this.#keys.delete(keyId);
  }

  #begin(keyId: CallerId): KeyInFlight {
    const key = { bytes: 0, entries: new Set<Entry>() };
    this.#keys.set(keyId, key);
    return key;
  }
}

function placeIsFull(keyId: CallerId, of: string, limit: number): GatewayError {
  return keyId === signedPlace ? processIsFull(of, limit) : keyIsFull(of, limit);
}
