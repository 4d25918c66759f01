import { writeJson } from "../../json/write-json.ts";
import type { UpstreamReply } from "../../upstream/request.ts";
import { isCredentialHeader } from "../../upstream/scrub-secrets.ts";
import type { Upstream } from "../../upstream/upstream.ts";
import type { ProviderSettings } from "../provider.ts";

/** Where and as whom a provider asks; made once, its credential chosen for each call. */
export interface JsonEndpoint {
  readonly settings: ProviderSettings;
  readonly upstream: Upstream;
  readonly baseUrl: string;
  /** The headers that carry the credential; none where there is no credential. */
  authorize(credential: string): Readonly<Record<string, string>>;
}

interface RoutingCaller {
  readonly credential?: string;
  readonly traceparent?: string;
  readonly left?: AbortSignal;
}

interface PostOptions {
  readonly signal: AbortSignal;
  /** The whole answer comes at once, so its first byte may take as long as all of it. */
  readonly whole: boolean;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

export function postJson(
  endpoint: JsonEndpoint,
  path: string,
  body: object,
  asker: RoutingCaller,
  options: PostOptions,
): Promise<UpstreamReply> {
  const written = writeJson(body);
  return typeof written === "string"
    ? post(endpoint, path, written, asker, options)
    : written.then((bytes) => post(endpoint, path, bytes, asker, options));
}

function post(
  endpoint: JsonEndpoint,
  path: string,
  body: string | Uint8Array,
  asker: RoutingCaller,
  { signal, whole, headers }: PostOptions,
): Promise<UpstreamReply> {
  const { settings, upstream, baseUrl } = endpoint;
  const { timeouts } = settings;
  return upstream.request({
    url: `${baseUrl}${path}`,
    headers: withTrace(postHeaders(endpoint, asker, whole, headers), asker),
    body,
    signal,
    left: asker.left,
    timeouts: whole ? { ...timeouts, firstByteMs: timeouts.totalMs } : timeouts,
    operatorUrl: baseUrl,
  });
}

type Headers = Readonly<Record<string, string>>;

function withTrace(headers: Headers, asker: RoutingCaller): Headers {
  return asker.traceparent === undefined ? headers : { ...headers, ...traceHeaders(asker) };
}

/** Of the operator's own requests, which are all alike: putting five objects together costs more than sending one. */
const usual = new WeakMap<JsonEndpoint, { readonly whole: Headers; readonly stream: Headers }>();

function postHeaders(
  endpoint: JsonEndpoint,
  asker: RoutingCaller,
  whole: boolean,
  headers: Headers | undefined,
): Headers {
  const make = (accept: string) => ({
    "content-type": "application/json",
    accept,
    ...headers,
    ...operatorHeaders(endpoint.settings, { isByok: asker.credential !== undefined }),
    ...credentialHeaders(endpoint, asker),
  });
  if (asker.credential !== undefined || headers !== undefined) return make(acceptOf(whole));
  const known = usual.get(endpoint) ?? {
    whole: make(acceptOf(true)),
    stream: make(acceptOf(false)),
  };
  usual.set(endpoint, known);
  return whole ? known.whole : known.stream;
}

function acceptOf(whole: boolean): string {
  return whole ? "application/json" : "text/event-stream";
}

export function getJson(
  endpoint: JsonEndpoint,
  path: string,
  signal: AbortSignal,
  credential?: string,
): Promise<UpstreamReply> {
  const { settings, upstream, baseUrl } = endpoint;
  return upstream.request({
    method: "GET",
    url: `${baseUrl}${path}`,
    headers: {
      accept: "application/json",
      ...operatorHeaders(settings, { isByok: credential !== undefined }),
      ...credentialHeaders(endpoint, credential === undefined ? {} : { credential }),
    },
    signal,
    timeouts: settings.timeouts,
    operatorUrl: baseUrl,
  });
}

function credentialHeaders(
  { settings, authorize }: JsonEndpoint,
  { credential = settings.apiKey }: RoutingCaller,
): Readonly<Record<string, string>> {
  return credential === undefined || credential === "" ? {} : authorize(credential);
}

export function bearer(credential: string): Readonly<Record<string, string>> {
  return { authorization: `Bearer ${credential}` };
}

/** Without the slash at the end that people write or do not write. */
export function baseUrlOf(settings: ProviderSettings, otherwise: string): string {
  return (settings.baseUrl ?? otherwise).replace(/\/+$/, "");
}

/** The header that lets an upstream, or a proxy before it, put its own spans below the request's. */
export function traceHeaders({
  traceparent,
}: {
  readonly traceparent?: string;
}): Readonly<Record<string, string>> {
  return traceparent === undefined ? {} : { traceparent };
}

/**
 * The headers that the operator configured, names in lower case, so that what is set after them takes their place.
 * Beside a workspace's own credential (BYOK) none of the operator's goes along: an upstream that looks at several
 * headers would choose whose account pays.
 */
export function operatorHeaders(
  { headers = {} }: Pick<ProviderSettings, "headers">,
  { isByok }: { readonly isByok: boolean },
): Readonly<Record<string, string>> {
  const named = Object.entries(headers).map(
    ([name, value]) => [name.toLowerCase(), value] as const,
  );
  return Object.fromEntries(named.filter(([name]) => !(isByok && isCredentialHeader(name))));
}
