import type { IncomingMessage, RequestListener } from "node:http";
import type { Express } from "express";
import { GatewayError } from "../errors.ts";
import type { Route } from "./located-operation.ts";
import { type ServeParts, serveOperation } from "./serve-operation.ts";

export interface MountParts extends ServeParts {
  readonly basePath: string;
}

/** Mounts every operation of the contract, and 405 for what else is tried on its paths. */
export function mount(app: Express, parts: MountParts): void {
  for (const route of parts.contract.routes)
    app[route.method](expressPath(parts, route), (request, response) => {
      const { originalUrl, params, query } = request;
      void serveOperation(parts, {
        route,
        request,
        response,
        originalUrl,
        // What comes without a prototype would be refused as no object.
        params: { ...params },
        query: { ...query },
      });
    });
  for (const [path, methods] of methodsByPath(parts))
    app.all(path, () => {
      throw new GatewayError("methodNotAllowed", { headers: { allow: methods.join(", ") } });
    });
}

/**
 * The operations that spend, found by the very text of their path: on its way through the router and its middleware
 * a request would cost a tenth more. Undefined for everything else, the same path with a query included.
 */
export function directRoutes(
  parts: MountParts,
): (request: IncomingMessage) => RequestListener | undefined {
  const direct = new Map<string, { readonly method: string; readonly listener: RequestListener }>();
  for (const route of parts.contract.routes) {
    const originalUrl = expressPath(parts, route);
    if (route.key !== "ordinary" || originalUrl.includes(":")) continue;
    const asked = { route, originalUrl, params: {}, query: {} };
    direct.set(originalUrl, {
      method: route.method.toUpperCase(),
      listener: (request, response) => void serveOperation(parts, { ...asked, request, response }),
    });
  }
  return ({ method, url }) => {
    const found = direct.get(url ?? "");
    return found?.method === method ? found?.listener : undefined;
  };
}

function expressPath({ basePath }: MountParts, { path }: Pick<Route, "path">): string {
  return basePath + path.replaceAll(/\{(\w+)\}/g, ":$1");
}

function methodsByPath(parts: MountParts): Map<string, string[]> {
  const paths = new Map<string, string[]>();
  for (const route of parts.contract.routes) {
    const path = expressPath(parts, route);
    paths.set(path, [...(paths.get(path) ?? []), route.method.toUpperCase()]);
  }
  for (const methods of paths.values()) if (methods.includes("GET")) methods.push("HEAD");
  return paths;
}
