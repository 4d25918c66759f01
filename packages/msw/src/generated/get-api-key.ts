// Generated from spec/ by `pnpm generate`. Do not edit: change spec/ and generate again.
import type { OperationPack } from "@portico/simulated-gateway";
import { getApiKey as behaviour } from "@portico/simulated-gateway/behaviours";
import { pack as listApiKeys } from "./list-api-keys.ts";
import { operation, type Operation } from "../operation.ts";
import { hashParameter, repliesOf401, repliesOf404_4, repliesOfOthers } from "./shared.ts";

/** The names of the examples by status. */
interface GetApiKeyExamples {
  200: "api-key";
  400: "malformed-body";
  401: "missing-key" | "invalid-key" | "wrong-kind-of-key";
  402: "payment-required";
  403: "model-not-allowed" | "network-not-allowed" | "scope-too-narrow";
  404: "key-not-found";
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
    "id": "getApiKey",
    "method": "get",
    "path": "/keys/{hash}",
    "key": "management",
    "scope": "read_only",
    "roles": [
      "viewer",
      "operator",
      "admin",
    ],
    "pathParameters": [
      "hash",
    ],
  },
  "parameters": [
    hashParameter,
  ],
  "body": null,
  "replies": {
    "200": {
      "application/json": [
        {
          "name": "api-key",
          "value": {
            "data": {
              "id": 7,
              "hash": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
              "name": "Search service",
              "label": "ptc_EXA...MPLE",
              "kind": "ordinary",
              "workspace_id": "5f0c1a52-3b2e-4c8e-9a57-0d6f1a2b3c4d",
              "disabled": false,
              "limit": 25,
              "limit_remaining": 18.4213,
              "limit_reset": "monthly",
              "include_byok_in_limit": false,
              "usage": 61.2039,
              "usage_daily": 0.4102,
              "usage_weekly": 2.0175,
              "usage_monthly": 6.5787,
              "byok_usage": 0,
              "byok_usage_daily": 0,
              "byok_usage_weekly": 0,
              "byok_usage_monthly": 0,
              "requests_per_minute": 60,
              "tokens_per_minute": 200000,
              "created_at": "2026-11-02T09:20:00.000Z",
              "updated_at": null,
              "expires_at": null,
              "creator_user_id": null,
              "external_user": null,
              "owner_email": null,
              "exposed_at": null,
              "exposed_source": null,
              "exposed_url": null,
              "allowed_models": null,
              "allowed_providers": null,
              "data_collection": null,
              "zero_data_retention": false,
              "requires_end_user": false,
              "max_output_tokens": null,
              "max_requests_in_flight": null,
              "allowed_networks": null,
              "scope": "all",
              "rotated_at": null,
              "previous_secret_expires_at": null,
            },
          },
        },
      ],
    },
    "401": repliesOf401,
    "404": repliesOf404_4,
    "default": repliesOfOthers,
  },
  "ways": [
    "keyHeader",
  ],
  "columns": null,
  "schemas": {},
};

/** `GET /keys/{hash}` */
export const getApiKey: Operation<"getApiKey", GetApiKeyExamples> = /* @__PURE__ */ operation({ pack, behaviour, seeds: [listApiKeys] });
