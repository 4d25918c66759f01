import { dirname } from "node:path/posix";
import type { Express, RequestHandler } from "express";

/** Clients of `POST /messages` ask by HEAD whether anything answers at the address that they were given. */
export function mountDiscovery(app: Express, basePath: string): void {
  const answer: RequestHandler = (_, response) => void response.status(200).end();
  for (const path of new Set(["/", dirname(basePath)])) app.head(path, answer);
}
