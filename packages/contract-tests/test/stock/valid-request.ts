import { type OpenApiDocument, type OperationFacts, operations } from "@portico/contract";
import { explainQuery } from "@portico/contract/explain";
import { fitsPath } from "@portico/contract/fits-path";
import { parse } from "../../src/contract/read-events.ts";
import { createSchemas, escaped } from "../../src/contract/schemas.ts";
import type { Forwarded } from "./forwarder.ts";

/** The operation of a request that keeps the contract, and asks for JSON; null for any other request. */
export type ReadValid = (request: Forwarded) => OperationFacts | null;

export function validJsonRequests(document: OpenApiDocument, basePath: string): ReadValid {
  const schemas = createSchemas(document);

  const bodyFits = ({ path, method, request }: OperationFacts, { headers, body }: Forwarded) => {
    if (request === null) return body.length === 0;
    const value = parse(body.toString());
    if (headers.get("content-type") !== "application/json" || value === undefined) return false;
    if (Reflect.get(Object(value), "stream") === true) return false;
    const pointer = `/paths/${escaped(path)}/${method}/requestBody/content/application~1json/schema`;
    return schemas.problems(pointer, value).length === 0;
  };

  const parametersFit = ({ path, method }: OperationFacts, url: URL) => {
    const { parameters = [] } = document.paths[path]?.[method] ?? {};
    if (explainQuery(document, parameters, Object.fromEntries(url.searchParams)) !== null)
      return false;
    const names = path.split("/");
    const values = url.pathname.split("/").map((part) => decodeURIComponent(part));
    return parameters.every((given, index) => {
      const own = `/paths/${escaped(path)}/${method}/parameters/${index}`;
      const pointer = given.$ref?.slice(1) ?? own;
      const name = given.$ref === undefined ? given.name : nameOf(document, given.$ref);
      const value = values[names.indexOf(`{${name}}`)];
      return value === undefined || schemas.problems(`${pointer}/schema`, value).length === 0;
    });
  };

  return (request) => {
    if (!request.target.startsWith(`${basePath}/`)) return null;
    const url = new URL(request.target.slice(basePath.length), "http://gateway");
    const here = Object.values<OperationFacts>(operations)
      .filter(
        ({ path, method }) =>
          method === request.method.toLowerCase() && fitsPath(path, url.pathname),
      )
      .toSorted((a, b) => a.pathParameters.length - b.pathParameters.length);
    const [operation] = here;
    if (operation === undefined || !isBearer(request)) return null;
    if (/csv|event-stream/.test(request.headers.get("accept") ?? "")) return null;
    return bodyFits(operation, request) && parametersFit(operation, url) ? operation : null;
  };
}

const isBearer = ({ headers }: Forwarded) => /^Bearer \S/.test(headers.get("authorization") ?? "");

function nameOf(document: OpenApiDocument, reference: string): string | undefined {
  return document.components.parameters?.[reference.split("/").at(-1) ?? ""]?.name;
}
