import type { ServerResponse } from "node:http";

type Headers = Readonly<Record<string, string | number>>;

/** A reply's head from its parts. No header is in two of them. Merging the objects would cost more than writing it. */
export function writeHead(
  response: ServerResponse,
  status: number,
  ...parts: readonly Headers[]
): void {
  const pairs: (string | number)[] = [];
  for (const part of parts)
    for (const name of Object.keys(part)) pairs.push(name, part[name] ?? "");
  response.writeHead(status, pairs);
}
