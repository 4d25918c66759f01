import type { OpenApiDocument } from "@portico/contract";
import type { Call, SecondReader } from "./gateway/index.ts";
import { createPrism, type PrismRequest } from "./prism.ts";

/** Prism as the second reader: it validates each request once more, and makes up replies from schemas. */
export async function prismReader(
  document: OpenApiDocument,
  basePath: string,
): Promise<SecondReader> {
  const prism = await createPrism(document);
  const ask = (call: Call, dynamic: boolean) =>
    prism.answer(requestOf(call, basePath), { dynamic, seed: String(call.seed) });
  return {
    async violation(call) {
      const { violations } = await ask(call, false);
      return violations[0] ?? null;
    },
    async madeUp(call) {
      const { status, body } = await ask(call, true);
      return { status, json: body };
    },
  };
}

/** Without the caller's `Accept`: a table is made of the reply in JSON. */
function requestOf({ pack, address, headers, body }: Call, basePath: string): PrismRequest {
  const ofBody = ["content-type", "content-length", "transfer-encoding"];
  const sent = [...headers].filter(
    // The body of an operation without one is not read, so its headers are left out too.
    ([name]) => name !== "accept" && !(pack.body === null && ofBody.includes(name)),
  );
  return {
    method: pack.facts.method,
    target: address.pathname.slice(basePath.length) + address.search,
    headers: Object.fromEntries(sent),
    body,
  };
}
