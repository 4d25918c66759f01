import type { RespondCall } from "@portico/core/model-call/respond-call";
import { countOf, type Fields, fieldsOf } from "../../json/json-shape.ts";
import { readJsonReply } from "../../upstream/read-reply.ts";
import { readRefusal } from "../../upstream/read-upstream-error.ts";
import type { CountTokens } from "../provider.ts";
import { malformed } from "./answer-parts.ts";
import { type JsonEndpoint, postJson } from "./json-request.ts";

/** How a vendor is asked how many tokens a call's input has. */
interface CountDialect {
  path(call: RespondCall): string;
  body(call: RespondCall): object | Promise<object>;
  /** The field of its reply that has the count. */
  readonly field: string;
}

/** Of models whose upstream was found to have no such call. */
const mostRemembered = 1_000;

/** Servers that speak a vendor's dialect often lack this call: they are asked once for each model. */
export function createCount(
  dialect: CountDialect,
  endpointFor: (call: RespondCall) => JsonEndpoint,
): CountTokens {
  const lacking = new Set<string>();
  return async (call, signal) => {
    if (lacking.has(call.model)) return null;
    const body = await dialect.body(call);
    const asking = { signal, whole: true } as const;
    const reply = await postJson(endpointFor(call), dialect.path(call), body, call, asking);
    if (reply.status !== 200) {
      // A workspace's own account may lack the model alone.
      const lacks = [404, 405, 501].includes(reply.status) && call.credential === undefined;
      if (lacks && lacking.size < mostRemembered) lacking.add(call.model);
      throw await readRefusal(reply);
    }
    const tokens = countOf(fieldsOf(await readJsonReply(reply))[dialect.field]);
    if (tokens === undefined) throw malformed("The provider's reply holds no count.");
    return tokens;
  };
}

/** Those of a body's fields that a vendor takes for counting: it refuses the others. */
export function fieldsNamed(body: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(body).filter(([name]) => names.includes(name)));
}
