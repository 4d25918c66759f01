import type { RequestListener } from "node:http";
import { pathAdvice } from "@portico/contract/path-advice";
import express, {
  type ErrorRequestHandler,
  type Express,
  type Request,
  type Response,
} from "express";
import { GatewayError } from "../errors.ts";
import type { Contract } from "../http/contract/contract.ts";
import { cors } from "../http/cors.ts";
import { type MountParts, operationRouter } from "../http/mount.ts";
import {
  mountOperatorPages,
  type OperatorAccess,
  type OperatorPages,
} from "../http/pages/operator-pages.ts";
import { mountDiscovery, mountPages, type PagesParts } from "../http/pages/pages.ts";
import { sendFailure } from "../http/reply/failure.ts";
import { type EndedRequest, received, setUsualHeaders } from "../http/request/received.ts";
import { lacksHost, noHost } from "../http/sign-in/asked-origin.ts";

export interface AppParts extends MountParts, PagesParts, OperatorPages {
  readonly contract: Contract;
  readonly operatorAccess: OperatorAccess;
  readonly corsOrigins: readonly string[];
  readonly onEnd: (ended: EndedRequest) => void;
  readonly isDraining: () => boolean;
  readonly isTraced: boolean;
}

/**
 * The stages of a request, from top to bottom: it gets an id, CORS is checked, and the operation is found by its path
 * (http/serve-operation.ts then authenticates, reads, checks, performs and answers). Every failure becomes the
 * envelope.
 */
export function createApp(parts: AppParts): RequestListener {
  const receive = received(parts);
  const answersPreflight = cors(parts.corsOrigins);
  const operations = operationRouter(parts);
  const app = createExpress(parts);
  return (request, response) => {
    receive(request, response);
    if (lacksHost(request)) return sendFailure(request, response, noHost());
    if (request.headers.upgrade !== undefined && asksForWebSocket(request.headers.upgrade))
      return sendFailure(request, response, new NoWebSocket());
    // Pages beside the API are for this machine's browser and for operators, not for other sites' scripts.
    if (request.url?.startsWith(parts.basePath) && answersPreflight(request, response)) return;
    // A router needs only Node's own requests and replies; Express's additions come with the app.
    operations(request as Request, response as Response, (error?: unknown) => {
      if (error) sendFailure(request, response, routingFailure(error));
      else app(request, response);
    });
  };
}

/** The operator's pages on a port of their own. */
export function createOperatorApp(pages: OperatorPages): RequestListener {
  const app = bareExpress();
  app.use(setUsualHeaders);
  app.use((request, _, next) => {
    if (lacksHost(request)) throw noHost();
    next();
  });
  mountOperatorPages(app, pages, { type: "open" });
  refuseTheRest(app);
  return app;
}

function asksForWebSocket(upgrade: string): boolean {
  return upgrade.toLowerCase().includes("websocket");
}

/** Clients that try a WebSocket first, such as Codex, take 426 for a no and go on over HTTP at once. */
class NoWebSocket extends GatewayError {
  override readonly status = 426;

  constructor() {
    super("methodNotAllowed", {
      message: "There is no WebSocket here. Send the request over HTTP, with stream set to true.",
      headers: { connection: "close" },
    });
  }
}

function createExpress(parts: AppParts): Express {
  const app = bareExpress();
  app.use(setUsualHeaders);
  mountOperatorPages(app, parts, parts.operatorAccess);
  mountDiscovery(app, parts.basePath);
  mountPages(app, parts);
  refuseTheRest(app, parts.basePath);
  return app;
}

function bareExpress(): Express {
  const app = express();
  app.disable("x-powered-by").disable("etag");
  app.enable("case sensitive routing").enable("strict routing").set("query parser", "simple");
  return app;
}

function refuseTheRest(app: Express, basePath?: string): void {
  app.use(({ method, path }) => {
    const message =
      basePath === undefined ? "There is no such path." : pathAdvice(basePath, method, path);
    throw new GatewayError("notFound", { message });
  });
  app.use(failure);
}

/** Express knows an error handler by its four parameters. */
const failure: ErrorRequestHandler = (error, request, response, _next) => {
  sendFailure(request, response, routingFailure(error));
};

/** A path that cannot be decoded gets 404. */
function routingFailure(error: unknown): unknown {
  if (error instanceof GatewayError) return error;
  const isUndecodable =
    error instanceof URIError || (error instanceof Error && Reflect.get(error, "status") === 400);
  return isUndecodable ? new GatewayError("notFound") : error;
}
