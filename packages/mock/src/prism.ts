import { createRequire } from "node:module";
import { parse } from "node:querystring";
import type { OpenApiDocument } from "@portico/contract";
import type { IHttpConfig, IHttpRequest } from "@stoplight/prism-http";
import { basePath } from "./gateway/address.ts";
import type { Call, SecondReader } from "./gateway/index.ts";

const require = createRequire(import.meta.url);

const base = {
  isProxy: false,
  checkSecurity: false,
  validateRequest: true,
  validateResponse: false,
  errors: false,
  upstreamProxy: undefined,
} as const;

/**
 * Prism as the second reader, where it is installed: it validates each request once more, and makes up replies from schemas.
 * In the project it is; users of the package would get 300 others with it.
 */
export async function prismReader(document: OpenApiDocument): Promise<SecondReader | undefined> {
  const found = installedPrism();
  if (found === null) return undefined;
  const { createInstance } = found;
  const operations = await operationsOf(document, found);
  const config: IHttpConfig = { ...base, mock: { dynamic: false } };
  const prism = createInstance(config, { logger: silentLogger() });
  const ask = async (call: Call, dynamic: boolean) => {
    const wished: IHttpConfig = { ...base, mock: { dynamic, seed: String(call.seed) } };
    const found = await prism.request(requestOf(call), operations, wished)();
    if (found._tag === "Left") throw found.left;
    return found.right;
  };
  return {
    async violation(call) {
      const [first] = (await ask(call, false)).validations.input;
      return first === undefined
        ? null
        : { path: (first.path ?? []).join("."), message: first.message };
    },
    async madeUp(call) {
      const { output } = await ask(call, true);
      return { status: output.statusCode, json: output.body };
    },
  };
}

type Prism = typeof import("@stoplight/prism-http");

const known = new WeakMap<OpenApiDocument, ReturnType<Prism["getHttpOperationsFromSpec"]>>();

/** It takes half a second to make them, so the mocks of one process that serve the same document share them. */
function operationsOf(document: OpenApiDocument, { getHttpOperationsFromSpec }: Prism) {
  // It changes its argument.
  const operations = known.get(document) ?? getHttpOperationsFromSpec(structuredClone(document));
  known.set(document, operations);
  return operations;
}

function installedPrism(): Prism | null {
  try {
    return require("@stoplight/prism-http");
  } catch (error) {
    if (Reflect.get(Object(error), "code") === "MODULE_NOT_FOUND") return null;
    throw error;
  }
}

/** Without the caller's `Accept`: a table is made of the reply in JSON. */
function requestOf({ pack, address, headers, body }: Call): IHttpRequest {
  const ofBody = ["content-type", "content-length", "transfer-encoding"];
  const sent = [...headers].filter(
    // The body of an operation without one is not read, so its headers are left out too.
    ([name]) => name !== "accept" && !(pack.body === null && ofBody.includes(name)),
  );
  const query = parse(address.search.slice(1)) as Record<string, string | string[]>;
  return {
    method: pack.facts.method,
    url: { path: address.pathname.slice(basePath.length), query },
    headers: Object.fromEntries(sent),
    body,
  };
}

/** Prism wants a pino logger with a level; its messages would repeat the mock's replies. */
function silentLogger() {
  const { pino } = require("pino") as typeof import("pino");
  const logger = pino({ level: "silent" });
  return Object.assign(logger, { success: logger.info });
}
