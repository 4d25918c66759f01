import { Socket } from "node:net";
import { parse } from "node:querystring";
import express, { type ErrorRequestHandler } from "express";
import { expressPath, type OperationDocument, type Route } from "./located-operation.ts";

/** `require`, because an import reads all properties, and for one of them Node loads its own fetch: see server.ts. */
const { IncomingMessage, ServerResponse } = process.getBuiltinModule("node:http");

export interface CheckableRequest {
  /** The middleware reads the query from here. */
  readonly originalUrl: string;
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

/** Rejects with the validator's error. Resolves to the request with its query coerced and its defaults inserted. */
export type OperationValidator = (request: CheckableRequest) => Promise<Validated>;

export type Validated = Pick<CheckableRequest, "params" | "query" | "body">;

/**
 * The documented middleware of express-openapi-validator over the document of one operation. Its cost grows with the
 * number of paths in its document (docs/decisions/2026-11-21-validation.md). It judges a request of its own, made
 * here, so that what it and Express put on a request stays away from the caller's.
 */
export async function createOperationValidator(
  route: Route,
  document: OperationDocument,
): Promise<OperationValidator> {
  // It is a third of a start's time, and a gateway that only makes responses and embeddings never needs it.
  const { middleware } = await import("express-openapi-validator");
  await leaveSpecUnchecked();
  const app = express();
  app.enable("case sensitive routing").enable("strict routing");
  // The middleware refuses an object without a prototype, which `parse` returns.
  app.set("query parser", (query: string) => ({ ...parse(query) }));
  const waiting = new WeakMap<object, PromiseWithResolvers<Validated>>();
  const handlers = middleware({
    // Its type asks for every field that OpenAPI has.
    apiSpec: document as Parameters<typeof middleware>[0]["apiSpec"],
    validateApiSpec: false,
    validateRequests: { allowUnknownQueryParameters: true },
    validateResponses: false,
    validateSecurity: false,
    fileUploader: false,
    ajvFormats: { mode: "fast" },
  });
  app[route.method](expressPath(route.path), ...handlers, (request, _response, next) => {
    // The middleware sets this on the requests of its operation, and passes the others on unchecked.
    if (!("openapi" in request)) return next();
    const { params, query, body } = request;
    waiting.get(request)?.resolve({ params: { ...params }, query, body });
  });
  app.use(() => {
    throw new Error(`The validator does not know ${route.id}.`);
  });
  app.use(((error, request, _response, _next) => {
    waiting.get(request)?.reject(error);
  }) satisfies ErrorRequestHandler);
  return (asked) => {
    const request = requestOf(route, asked);
    const answer = Promise.withResolvers<Validated>();
    waiting.set(request, answer);
    app(request, new ServerResponse(request));
    return answer.promise;
  };
}

/**
 * The middleware compiles OpenAPI's own schema for each operation, 50 ms of CPU, with `validateApiSpec: false` too, where
 * nothing uses it.
 */
async function leaveSpecUnchecked(): Promise<void> {
  const { default: checker } = await import(
    "express-openapi-validator/dist/framework/openapi.schema.validator.js"
  );
  Object.assign(checker, { OpenAPISchemaValidator: class Unused {} });
}

function requestOf(route: Route, { originalUrl, params, body }: CheckableRequest) {
  const request = new IncomingMessage(new Socket());
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(Object(params)[name])),
  );
  const query = originalUrl.indexOf("?");
  request.method = route.method.toUpperCase();
  request.url = query < 0 ? path : `${path}?${withoutReserved(originalUrl.slice(query + 1))}`;
  // The media type has been checked where the body was read.
  request.headers = route.takesBody ? { "content-type": "application/json" } : {};
  return Object.assign(request, { body });
}

/**
 * The same query with the reserved characters of its values encoded. RFC 3986, section 3.4, allows most of them as they
 * are (`from=2026-01-31T12:00:00Z`), and a `+` means a space in forms; the middleware refuses them all.
 */
function withoutReserved(query: string): string {
  return query
    .split("&")
    .map((pair) => {
      const equals = pair.indexOf("=");
      if (equals < 0) return pair;
      const value = pair
        .slice(equals + 1)
        .replaceAll(reserved, (found) => encoded.get(found) ?? "");
      return `${pair.slice(0, equals)}=${value}`;
    })
    .join("&");
}

const reserved = /[:/?#[\]@!$'()*+,;=]/g;
/** `encodeURIComponent` leaves some of them as they are. */
const encoded: ReadonlyMap<string, string> = new Map(
  [...":/?#[]@!$'()*+,;="].map((character) => [
    character,
    character === "+" ? "%20" : `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  ]),
);
