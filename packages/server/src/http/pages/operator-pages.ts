import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Express, RequestHandler } from "express";
import { GatewayError } from "../../errors.ts";
import { isThisMachine } from "../../networks.ts";
import { hostOf } from "../sign-in/asked-origin.ts";

export interface OperatorPages {
  /** Rejects where requests cannot be served now. */
  readonly checkReady: () => Promise<void>;
  readonly metrics: { readonly contentType: string; text(): Promise<string> };
}

/**
 * Who may read `/metrics` and `/readyz` on the API's own port. They name models and amounts, and readiness costs the
 * store some work, so beyond loopback they need a token or a port of their own.
 */
export type OperatorAccess =
  | { readonly type: "open" }
  /** For programs of this machine that call the gateway itself. */
  | { readonly type: "thisMachine" }
  | { readonly type: "token"; readonly token: string }
  /** They are on a port of their own. */
  | { readonly type: "elsewhere" }
  /** The gateway listens beyond loopback, and the operator has not said who may read them. */
  | { readonly type: "closed" };

export interface AccessSettings {
  readonly host: string;
  readonly metricsPort: number | null;
  readonly metricsToken: string | null;
}

export function operatorAccess({
  host,
  metricsPort,
  metricsToken,
}: AccessSettings): OperatorAccess {
  if (metricsPort !== null) return { type: "elsewhere" };
  if (metricsToken !== null) return { type: "token", token: metricsToken };
  return { type: isThisMachine(host) ? "thisMachine" : "closed" };
}

/** Liveness is open; the other pages need access. */
export function mountOperatorPages(
  app: Express,
  pages: OperatorPages,
  access: OperatorAccess,
): void {
  app.get("/healthz", (_, response) => void response.json({ status: "ok" }));
  app.get("/readyz", guard(access), async (_, response) => {
    await pages.checkReady();
    response.json({ status: "ready" });
  });
  app.get("/metrics", guard(access), async (_, response) => {
    response.setHeader("content-type", pages.metrics.contentType);
    response.end(await pages.metrics.text());
  });
}

function guard(access: OperatorAccess): RequestHandler {
  return (request, _, next) => {
    const fault = faultOf(access, request);
    if (fault !== null) throw fault;
    next();
  };
}

/** Why the request may not read the page; null where it may. */
function faultOf(access: OperatorAccess, request: IncomingMessage): GatewayError | null {
  switch (access.type) {
    case "open":
      return null;
    case "elsewhere":
      return new GatewayError("notFound", { message: "This page is on METRICS_PORT." });
    case "closed":
      return closed("the gateway listens beyond this machine");
    case "thisMachine":
      if (isDirect(request)) return null;
      return closed("the request came by a proxy, or by another name than this machine's own");
    case "token":
      if (isSame(request.headers.authorization ?? "", `Bearer ${access.token}`)) return null;
      return new GatewayError("unauthenticated", {
        message:
          "This page needs the operator's token: Authorization: Bearer <PORTICO_METRICS_TOKEN>.",
      });
  }
}

function closed(reason: string): GatewayError {
  return new GatewayError("unauthenticated", {
    message: `This page is closed, because ${reason}. Set METRICS_PORT to a port that only the operator can reach, or PORTICO_METRICS_TOKEN and send it as Authorization: Bearer <token>.`,
  });
}

const ofProxies = ["forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-real-ip"] as const;

/**
 * A proxy on this machine would open the page to its own callers. A page in a browser of this machine may give its own
 * name the address 127.0.0.1, and read the page under that name.
 */
function isDirect({ headers }: IncomingMessage): boolean {
  return ofProxies.every((name) => headers[name] === undefined) && isThisMachine(hostOf(headers));
}

/** Takes the same time at whichever character the texts differ. */
function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
