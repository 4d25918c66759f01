import { parse } from "node:querystring";
import { pathAliases } from "@portico/contract/path-aliases";
import { Router } from "express";
import { GatewayError } from "../errors.ts";
import { expressPath, type Route } from "./located-operation.ts";
import { type ServeParts, serveOperation } from "./serve-operation.ts";

export interface MountParts extends ServeParts {
  readonly basePath: string;
}

/**
 * A router for every operation of the contract, with 405 for other methods on its paths. It runs in front of the app
 * that serves the pages: an app changes the prototypes of each request and response, and embeddings 1×8 took a tenth
 * more CPU behind it (223 µs against 202, in turns).
 */
export function operationRouter(parts: MountParts): Router {
  const router = Router({ caseSensitive: true, strict: true });
  for (const route of parts.contract.routes)
    for (const path of pathsOf(route))
      router[route.method](parts.basePath + expressPath(path), (request, response) => {
        // The contract has the route's own path alone.
        const originalUrl = request.originalUrl.replace(path, () => route.path);
        void serveOperation(parts, {
          route,
          request,
          response,
          originalUrl,
          // An object without a prototype would be refused as "not an object".
          params: { ...request.params },
          query: queryOf(originalUrl),
        });
      });
  for (const [path, methods] of methodsByPath(parts))
    router.all(path, () => {
      throw new GatewayError("methodNotAllowed", { headers: { allow: methods.join(", ") } });
    });
  return router;
}

/** The path of the contract, and the older ones. */
function pathsOf({ path }: Route): readonly string[] {
  const older = Object.entries(pathAliases).filter(([, now]) => now === path);
  return [path, ...older.map(([alias]) => alias)];
}

function queryOf(url: string): object {
  const start = url.indexOf("?");
  return start < 0 ? {} : { ...parse(url.slice(start + 1)) };
}

function methodsByPath(parts: MountParts): Map<string, string[]> {
  const paths = new Map<string, string[]>();
  for (const route of parts.contract.routes)
    for (const each of pathsOf(route)) {
      const path = parts.basePath + expressPath(each);
      paths.set(path, [...(paths.get(path) ?? []), route.method.toUpperCase()]);
    }
  for (const methods of paths.values()) if (methods.includes("GET")) methods.push("HEAD");
  return paths;
}
