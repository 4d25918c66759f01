import { isIP } from "node:net";
import { Agent, buildConnector } from "undici";
import { ForbiddenAddressError, isForbiddenAddress, publicLookup } from "./address-rules.ts";
import { Exchange } from "./exchange.ts";
import type { UpstreamReply, UpstreamRequest } from "./request.ts";
import { UpstreamError } from "./upstream-error.ts";

/** Opens every connection to an upstream; no other code does. */
export interface Upstream {
  /**
   * Resolves with the status line and headers, for every status; redirects are not followed.
   * Throws an UpstreamError when there is no reply. Aborting the signal closes the connection at once.
   */
  request(request: UpstreamRequest): Promise<UpstreamReply>;
  /** Closes idle connections, aborts the others. */
  close(): Promise<void>;
}

export interface UpstreamOptions {
  /** Connections to one origin at a time; no limit by default, because each stream holds one. */
  readonly connectionsPerOrigin?: number;
}

interface Target {
  readonly origin: string;
  readonly path: string;
  readonly hostname: string;
  readonly host: string;
}

export function createUpstream(options: UpstreamOptions = {}): Upstream {
  const agents = new Map<string, Agent>();
  const agentFor = (guarded: boolean, connectMs: number): Agent => {
    const key = `${guarded ? "public" : "any"} ${connectMs}`;
    let agent = agents.get(key);
    if (agent === undefined) {
      agent = createAgent(guarded, connectMs, options);
      agents.set(key, agent);
    }
    return agent;
  };
  return {
    request(request) {
      const { timeouts } = request;
      const target = targetOf(request.url);
      if (target === null) return Promise.reject(noAddress());
      const operator = request.operatorUrl && targetOf(request.operatorUrl);
      const guarded = !operator || operator.host !== target.host;
      return new Exchange(request).start(agentFor(guarded, timeouts.connectMs), {
        origin: target.origin,
        path: target.path,
        method: request.method ?? "POST",
        headers: inPairs(request.headers),
        body: request.body ?? null,
        // The exchange has its own time-outs.
        headersTimeout: 0,
        bodyTimeout: 0,
      });
    },
    async close() {
      await Promise.all([...agents.values()].map((agent) => agent.destroy()));
    },
  };
}

/** A list of names and values, the form that undici reads fastest. */
function inPairs(headers: UpstreamRequest["headers"] = {}): string[] {
  const pairs = "accept-encoding" in headers ? [] : ["accept-encoding", "identity"];
  for (const name of Object.keys(headers)) pairs.push(name, headers[name] ?? "");
  return pairs;
}

function createAgent(guarded: boolean, connectMs: number, options: UpstreamOptions): Agent {
  return new Agent({
    // One exchange per connection: a hang-up closes only its own, and a slow one delays no other.
    pipelining: 1,
    allowH2: false,
    connections: options.connectionsPerOrigin ?? null,
    // Shorter than the five seconds after which common servers (uvicorn, node) close without notice.
    keepAliveTimeout: 4_000,
    keepAliveMaxTimeout: 60_000,
    maxHeaderSize: 64 * 1024,
    connect: guarded ? guardedConnector(connectMs) : { timeout: connectMs },
  });
}

/** Checks addresses when the socket connects: a check before that could be bypassed. */
function guardedConnector(connectMs: number): buildConnector.connector {
  const connect = buildConnector({
    timeout: connectMs,
    allowH2: false,
    lookup: publicLookup,
  });
  return (options, callback) => {
    // `net.connect` does not call `lookup` for an address.
    const hostname = options.hostname.replace(/^\[|\]$/g, "");
    if (isIP(hostname) !== 0 && isForbiddenAddress(hostname)) {
      callback(new ForbiddenAddressError("The host is a private address."), null);
      return;
    }
    connect(options, callback);
  };
}

/** Providers use few URLs, many times. The limit keeps URLs that callers choose (of images) from filling the memory. */
const targets = new Map<string, Target>();
const maxTargets = 1_000;

function targetOf(url: string): Target | null {
  const known = targets.get(url);
  if (known !== undefined) return known;

  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed === undefined || (parsed.protocol !== "https:" && parsed.protocol !== "http:"))
    return null;

  const target: Target = {
    origin: parsed.origin,
    path: `${parsed.pathname}${parsed.search}`,
    hostname: parsed.hostname,
    host: parsed.host,
  };
  if (targets.size >= maxTargets) targets.clear();

  if (url.length <= 2_048) targets.set(url, target);

  return target;
}

function noAddress(): UpstreamError {
  return new UpstreamError("rejected", "The address is not an http or https URL.");
}
