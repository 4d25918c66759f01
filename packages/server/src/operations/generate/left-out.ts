import { type LeftOut, leftOutOf } from "@portico/core/wires/messages/left-out-of";
import type { Candidate } from "../../routing/candidate.ts";
import type { Gateway } from "../gateway.ts";
import { askedFor, type GenerateRequest } from "./asked.ts";

/** What this candidate is not sent. */
export function leftOutBy(
  { taken }: Pick<Gateway, "taken">,
  asked: Pick<GenerateRequest, "models">,
  candidate: Candidate,
): LeftOut {
  const { call } = askedFor(asked, candidate);
  const { passThrough, tools } = call;
  if (passThrough === undefined) return leftOutOf(call, undefined);
  const { endpoint, byok } = candidate;
  const own = {
    model: endpoint.upstreamModel,
    tools,
    passThrough,
    ...(byok && { credential: "" }),
  };
  return leftOutOf(call, taken(endpoint, own));
}
