// Generated from spec/ by `pnpm generate`. Do not edit: change spec/ and generate again.
import type { OperationPack } from "@portico/simulated-gateway";
import { checkProvider as behaviour } from "@portico/simulated-gateway/behaviours";
import { pack as listProviders } from "./list-providers.ts";
import { operation, type Operation } from "../operation.ts";
import { repliesOf400, repliesOf401, repliesOf404_7, repliesOfOthers, slugParameter } from "./shared.ts";

/** The names of the examples by status. */
interface CheckProviderExamples {
  200: "accepted" | "refused";
  400: "malformed-body";
  401: "missing-key" | "invalid-key" | "wrong-kind-of-key";
  402: "payment-required";
  403: "model-not-allowed" | "network-not-allowed" | "scope-too-narrow";
  404: "provider-not-found";
  405: "method-not-allowed";
  413: "body-too-large";
  415: "unsupported-media-type";
  429: "rate-limited";
  431: "headers-too-large";
  500: "internal-error" | "provider-failed" | "secret-unreadable";
  503: "gateway-full" | "unavailable";
  529: "overloaded";
}

export const pack: OperationPack = {
  "facts": {
    "id": "checkProvider",
    "method": "post",
    "path": "/providers/{slug}/check",
    "key": "management",
    "scope": "all",
    "roles": [
      "operator",
      "admin",
    ],
    "pathParameters": [
      "slug",
    ],
  },
  "parameters": [
    slugParameter,
  ],
  "body": {
    "$ref": "#/components/schemas/CheckProviderRequest",
  },
  "replies": {
    "200": {
      "application/json": [
        {
          "name": "accepted",
          "value": {
            "data": {
              "provider": "acme",
              "byok_id": null,
              "outcome": "accepted",
              "message": "openai: answers, and accepts its credential",
              "failure": null,
              "status": null,
              "missing_models": [],
              "latency": 212,
              "checked_at": "2026-11-22T09:30:12.004Z",
            },
          },
        },
        {
          "name": "refused",
          "value": {
            "data": {
              "provider": "acme",
              "byok_id": "8d5e2f10-94c7-4b3a-a6e1-7c0b9d8e1f2a",
              "outcome": "failed",
              "message": "acme refused the credential: Incorrect API key provided.",
              "failure": "credential",
              "status": 401,
              "missing_models": [],
              "latency": 97,
              "checked_at": "2026-11-22T09:30:12.004Z",
            },
          },
        },
      ],
    },
    "400": repliesOf400,
    "401": repliesOf401,
    "404": repliesOf404_7,
    "default": repliesOfOthers,
  },
  "ways": [
    "keyHeader",
  ],
  "columns": null,
  "schemas": {
    "CheckProviderRequest": {
      "type": "object",
      "properties": {
        "byok_id": {
          "type": "string",
          "format": "uuid",
          "maxLength": 36,
        },
      },
    },
  },
};

/** `POST /providers/{slug}/check` */
export const checkProvider: Operation<"checkProvider", CheckProviderExamples> = /* @__PURE__ */ operation({ pack, behaviour, seeds: [listProviders] });
