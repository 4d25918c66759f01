import { type Behaviour, ConnectionRefused, type FaultName } from "@portico/mock/gateway";
import { delay, HttpResponse, http } from "msw";
import type { PorticoHandler } from "./operation-types.ts";
import { type Made, type Session, sharedSession } from "./session.ts";

/** Any origin, and any path in front, as behind a proxy. */
export const defaultBaseUrl = "*/api/v1";

/** Where the simulated gateway sees every request. */
const contractBase = "http://portico.invalid/api/v1";

/** The path as MSW writes it: `:id` in place of `{id}`. */
function mswPath(baseUrl: string, path: string): string {
  return baseUrl.replace(/\/$/, "") + path.replace(/\{(\w+)\}/g, ":$1");
}

/** The address of the contract for one below the base URL. */
export function contractUrl(url: string, baseUrl: string): string {
  const base = new URL(baseUrl.replace(/^\*/, ""), contractBase).pathname.replace(/\/$/, "");
  const { pathname, search } = new URL(url);
  const below = pathname.slice(pathname.indexOf(`${base}/`) + base.length);
  return contractBase + below + search;
}

/** What is different about one handler. */
export interface Settings {
  readonly session?: Session;
  readonly baseUrl?: string;
  readonly once?: boolean;
  readonly delay?: number | "infinite";
  readonly paceMs?: number;
  readonly code?: number;
  readonly example?: string;
  readonly fault?: FaultName;
  /** In place of what the operation does. */
  readonly behaviour?: Behaviour;
  /** Beside those of the gateway. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** The handler of an operation, with the ways to change it. */
export function createHandler(made: Made, settings: Settings = {}): PorticoHandler {
  const { session = sharedSession, baseUrl = defaultBaseUrl, once = false } = settings;
  const { facts } = made.pack;
  session.add(made);
  const others = made.elsewhere?.map((path) => mswPath("/api/v1", path)) ?? [];
  const handler = http[facts.method](
    mswPath(baseUrl, facts.path),
    ({ request }) => {
      const url = contractUrl(request.url, baseUrl);
      // The handler of the operation that is meant comes behind.
      if (others.includes(new URL(url).pathname)) return undefined;
      return reply(request, url, session, settings);
    },
    { once },
  );
  const changed = (change: Settings): PorticoHandler =>
    createHandler(made, { ...settings, ...change });
  return Object.assign(handler, {
    delay: (duration: number | "infinite") => changed({ delay: duration }),
    pace: (paceMs: number) => changed({ paceMs }),
    once: () => changed({ once: true }),
    at: (address: string) => changed({ baseUrl: address }),
  });
}

/** The simulated gateway's reply; what becomes of a refused connection is a network error, as in a page. */
export async function reply(
  request: Request,
  url: string,
  session: Session,
  settings: Settings,
): Promise<Response> {
  if (settings.delay === "infinite") await delay("infinite");
  const asked = await atContract(request, url, preferences(settings));
  try {
    const given = await session.handle(asked, settings.behaviour);
    return new Response(given.body, { status: given.status, headers: headersOf(given, settings) });
  } catch (error) {
    if (error instanceof ConnectionRefused || request.signal.aborted) return HttpResponse.error();
    throw error;
  }
}

function headersOf(given: Response, settings: Settings): Headers {
  const headers = new Headers(given.headers);
  for (const [name, value] of Object.entries(settings.headers ?? {})) headers.set(name, value);
  // MSW 3 sends a reply through Node's own HTTP parser, for which a stream without this ends well when it is cut.
  if (!headers.has("content-length")) headers.set("Transfer-Encoding", "chunked");
  return headers;
}

/** In the words of the header `Prefer`, by which the simulated gateway rehearses. */
function preferences({ code, example, fault, delay: wait, paceMs }: Settings): string[] {
  const latency = wait === "infinite" ? undefined : wait;
  return Object.entries({ code, example, fault, latency, pace: paceMs })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${value}`);
}

/** The same request at the address that the contract has. What the handler prefers counts before what the page does. */
async function atContract(
  request: Request,
  url: string,
  preferred: readonly string[],
): Promise<Request> {
  const { method, signal } = request;
  // By their entries: of headers that were set later, a copy by MSW 2 knows nothing else.
  const headers = new Headers([...request.headers]);
  const own = headers.get("prefer");
  const prefer = [...(own === null ? [] : [own]), ...preferred].join(", ");
  if (prefer !== "") headers.set("prefer", prefer);
  const body = request.body === null ? null : await request.clone().arrayBuffer();
  return new Request(url, { method, headers, body, signal });
}
