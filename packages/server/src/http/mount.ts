import { parse } from "node:querystring";
import { contractPath } from "@portico/contract/path-aliases";
import { type Request, type Response, Router } from "express";
import { GatewayError } from "../errors.ts";
import { expressPath } from "./contract/located-operation.ts";
import { overHttp } from "./exchange.ts";
import { type ServeParts, serveOperation } from "./serve-operation.ts";

export interface MountParts extends ServeParts {
  readonly basePath: string;
}

type Listener = (request: Request, response: Response, next: (error?: unknown) => void) => void;

/**
 * A router for every operation of the contract, with 405 for other methods on its paths. It runs in front of the app
 * that serves the pages: an app changes the prototypes of each request and response, and embeddings 1×8 took a tenth
 * more CPU behind it (223 µs against 202, in turns).
 */
export function operationRouter(parts: MountParts): Listener {
  const router = Router({ caseSensitive: true, strict: true });
  // A path without parameters is found here: Express tries one route after the other (10 µs for POST /messages).
  const served = new Map<string, (request: Request, response: Response) => void>();
  for (const route of parts.contract.routes) {
    const path = parts.basePath + expressPath(route.path);
    const serve = (request: Request, response: Response): void => {
      const { url: originalUrl } = request;
      void serveOperation(parts, {
        route,
        request,
        response,
        exchange: overHttp,
        originalUrl,
        // An object without a prototype would be refused as "not an object".
        params: { ...request.params },
        query: queryOf(originalUrl),
      });
    };
    router[route.method](path, serve);
    if (path === parts.basePath + route.path)
      served.set(`${route.method.toUpperCase()} ${path}`, serve);
  }
  for (const [path, methods] of methodsByPath(parts))
    router.all(path, () => {
      throw new GatewayError("methodNotAllowed", { headers: { allow: methods.join(", ") } });
    });
  // Last, so that no other request pays for it.
  router.use((request, response, next) => {
    const [path = "", ...query] = request.url.split("?");
    const now = contractPath(parts.basePath, path);
    if (now === null) return next();
    request.url = [now, ...query].join("?");
    router(request, response, next);
  });
  return (request, response, next) => {
    const serve = served.get(`${request.method} ${pathOf(request.url)}`);
    if (serve === undefined) router(request, response, next);
    else serve(request, response);
  };
}

function pathOf(url: string): string {
  const end = url.indexOf("?");
  return end < 0 ? url : url.slice(0, end);
}

function queryOf(url: string): object {
  const start = url.indexOf("?");
  return start < 0 ? {} : { ...parse(url.slice(start + 1)) };
}

function methodsByPath(parts: MountParts): Map<string, string[]> {
  const paths = new Map<string, string[]>();
  for (const route of parts.contract.routes) {
    const path = parts.basePath + expressPath(route.path);
    paths.set(path, [...(paths.get(path) ?? []), route.method.toUpperCase()]);
  }
  for (const methods of paths.values()) if (methods.includes("GET")) methods.push("HEAD");
  return paths;
}
