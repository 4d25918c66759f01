// Generated from spec/ by `pnpm generate`. Do not edit: change spec/ and generate again.
import type { OperationPack } from "@portico/simulated-gateway";
import { listRefusals as behaviour } from "@portico/simulated-gateway/behaviours";
import { operation, type Operation } from "../operation.ts";
import { apiKeyHashParameter, fromParameter, limitParameter, modelParameter, offsetParameter, repliesOf400_2, repliesOf401, repliesOfOthers, toParameter, workspaceIdParameter } from "./shared.ts";

/** The names of the examples by status. */
interface ListRefusalsExamples {
  200: "refusals";
  400: "invalid-page";
  401: "missing-key" | "invalid-key" | "wrong-kind-of-key";
  402: "payment-required";
  403: "model-not-allowed" | "network-not-allowed" | "scope-too-narrow";
  404: "not-found";
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
    "id": "listRefusals",
    "method": "get",
    "path": "/refusals",
    "key": "any",
    "scope": "spend",
    "roles": [
      "viewer",
      "billing",
      "operator",
      "admin",
    ],
    "pathParameters": [],
    "isQueryKnown": true,
  },
  "parameters": [
    fromParameter,
    toParameter,
    apiKeyHashParameter,
    workspaceIdParameter,
    modelParameter,
    {
      "name": "reason",
      "in": "query",
      "schema": {
        "$ref": "#/components/schemas/ErrorKind",
      },
    },
    limitParameter,
    offsetParameter,
  ],
  "body": null,
  "replies": {
    "200": {
      "application/json": [
        {
          "name": "refusals",
          "value": {
            "data": [
              {
                "hour": "2026-11-22T14:00:00.000Z",
                "api_key_id": 7,
                "api_key_name": "Search service",
                "workspace_id": "5f0c1a52-3b2e-4c8e-9a57-0d6f1a2b3c4d",
                "model": "acme/writer",
                "reason": "out_of_credits",
                "status": 402,
                "requests": 58,
                "last_at": "2026-11-22T14:04:48.120Z",
                "last_operation": "createResponse",
                "last_request_id": "req-01KAP3M1Y7V9T2X4B6D8F0H2J4",
                "last_message": "Insufficient credits: the key's limit is used up. Raise the key's limit, or wait until it resets.",
              },
              {
                "hour": "2026-11-22T13:00:00.000Z",
                "api_key_id": 7,
                "api_key_name": "Search service",
                "workspace_id": "5f0c1a52-3b2e-4c8e-9a57-0d6f1a2b3c4d",
                "model": "acme/writr",
                "reason": "model_not_found",
                "status": 404,
                "requests": 5,
                "last_at": "2026-11-22T13:31:07.004Z",
                "last_operation": "createChatCompletion",
                "last_request_id": "req-01KAP1Q0A2C4E6G8J0K2M4N6P8",
                "last_message": "The model \"acme/writr\" does not exist. Did you mean acme/writer?",
              },
            ],
            "totals": {
              "refused_requests": 63,
              "refused_by_reason": {
                "out_of_credits": 58,
                "model_not_found": 5,
              },
            },
            "links": {
              "next": null,
            },
            "total_count": 2,
          },
        },
      ],
    },
    "400": repliesOf400_2,
    "401": repliesOf401,
    "default": repliesOfOthers,
  },
  "ways": [
    "keyHeader",
  ],
  "columns": null,
  "schemas": {
    "ErrorKind": {
      "type": "string",
      "enum": [
        "bad_request",
        "unauthenticated",
        "wrong_key_kind",
        "out_of_credits",
        "not_allowed",
        "network_not_allowed",
        "not_found",
        "model_not_found",
        "no_provider",
        "method_not_allowed",
        "conflict",
        "too_large",
        "unsupported_media_type",
        "rate_limited",
        "headers_too_large",
        "internal",
        "secret_unreadable",
        "provider_failed",
        "unavailable",
        "overloaded",
      ],
    },
  },
};

/** `GET /refusals` */
export const listRefusals: Operation<"listRefusals", ListRefusalsExamples> = /* @__PURE__ */ operation({ pack, behaviour });
