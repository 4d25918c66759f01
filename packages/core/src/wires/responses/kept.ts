import { type GatewayError, refusedField } from "../../failures.ts";

const remedy = "Send the whole conversation in input";

/** A request refers to what only a service knows that keeps responses. */
export function refuseWithoutKept(field: string, how: string): never {
  throw refusedField(
    field,
    `${field} ${how}, and the service keeps no responses. ${remedy} (AI SDK: providerOptions.openai.store = false).`,
  );
}

/** The service keeps responses, and not this one. */
export function notKept(field: string, what: string, days: number): GatewayError {
  return refusedField(
    field,
    `${field}: no such ${what} is kept for this API key. The service keeps responses for ${days} days, and none with store = false. ${remedy}.`,
  );
}
