import type { OperationFacts } from "@portico/contract";
import { NotApplicable, type Target } from "../targets/target.ts";

export interface Sending {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: unknown;
  /** Replaces `body`: the bytes as they are. */
  readonly raw?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Default: the kind of key that the operation needs. `none` sends no header. */
  readonly key?: "ordinary" | "management" | "none" | { readonly value: string };
  readonly signal?: AbortSignal;
}

/** An operation's path with its parameters. */
export function pathOf({ path }: OperationFacts, { params = {} }: Sending): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
}

/** The request to a target, with the kind of key that the operation needs. */
export function requestTo(
  target: Target,
  operation: OperationFacts | null,
  method: string,
  path: string,
  sending: Sending,
): Request {
  const text = sending.body === undefined ? null : JSON.stringify(sending.body);
  return new Request(`${target.baseUrl}${path}${queryOf(sending)}`, {
    method,
    headers: headersFor(target, operation, sending),
    body: sending.raw ?? text,
    signal: sending.signal ?? AbortSignal.timeout(30_000),
  });
}

function headersFor(target: Target, operation: OperationFacts | null, sending: Sending): Headers {
  const headers = new Headers(sending.headers ?? {});
  const wanted = sending.key ?? (operation?.key === "management" ? "management" : "ordinary");
  const key = keyOf(target, wanted);
  if (key !== null) headers.set("Authorization", `Bearer ${key}`);
  const hasBody = sending.body !== undefined || sending.raw !== undefined;
  if (hasBody && !headers.has("Content-Type")) headers.set("Content-Type", "application/json");
  return headers;
}

function keyOf(target: Target, wanted: NonNullable<Sending["key"]>): string | null {
  if (typeof wanted === "object") return wanted.value;
  if (wanted === "none") return null;
  if (wanted === "ordinary") return target.apiKey;
  if (target.managementKey === null) throw new NotApplicable("It needs a management key.");
  return target.managementKey;
}

function queryOf({ query }: Sending): string {
  if (!query) return "";
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) search.set(name, String(value));
  return `?${search}`;
}
