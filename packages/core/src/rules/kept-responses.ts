import { GatewayError } from "../failures.ts";

export function keepsNoResponses(): GatewayError {
  return new GatewayError("notFound", {
    message:
      "The service keeps no responses: its operator has not set for how many days (kept_responses in portico.yaml).",
  });
}
