import { isRecord, jsonOf, type KeyKind } from "@portico/try-it";

/** Only the tab's own storage: closed with the tab, and no other tab or page of another origin reads it. */
const name = "portico.try";

interface Session {
  /** The address that the reader has named, for pages that no gateway serves. */
  readonly address: string;
  /** By origin and kind, so that a key is sent only to the gateway that it was typed in for. */
  readonly keys: Readonly<Record<string, string>>;
}

function read(): Session {
  const kept = jsonOf(sessionStorage.getItem(name));
  const { address, keys } = isRecord(kept) ? kept : {};
  return {
    address: typeof address === "string" ? address : "",
    keys: Object.fromEntries(
      Object.entries(isRecord(keys) ? keys : {}).map(([key, value]) => [key, String(value)]),
    ),
  };
}

function write(session: Session): void {
  sessionStorage.setItem(name, JSON.stringify(session));
  // The samples of the page show what there is: assets/reader-keys.js.
  document.dispatchEvent(new Event("portico-keys"));
}

export function keptAddress(): string {
  return read().address;
}

export function keepAddress(address: string): void {
  write({ ...read(), address });
}

export function keptKey(origin: string, kind: KeyKind): string {
  return read().keys[`${origin} ${kind}`] ?? "";
}

export function keepKey(origin: string, kind: KeyKind, key: string): void {
  const { address, keys } = read();
  const { [`${origin} ${kind}`]: _, ...others } = keys;
  write({ address, keys: key === "" ? others : { ...others, [`${origin} ${kind}`]: key } });
}

/** All keys of all gateways. */
export function forgetKeys(): void {
  write({ ...read(), keys: {} });
}

const keyPattern = /\bptcm?_[\w-]{6,}/g;

/** A text in which keys cannot be read over a reader's shoulder. */
export function masked(text: string): string {
  return text.replace(
    keyPattern,
    (key) => `${key.slice(0, key.indexOf("_") + 1)}••••${key.slice(-3)}`,
  );
}
