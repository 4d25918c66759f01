// Generated from spec/ by `pnpm generate`. Do not edit: change spec/ and generate again.
import type { OperationPack } from "@portico/simulated-gateway";
import { getCurrentKey as behaviour } from "@portico/simulated-gateway/behaviours";
import { pack as listApiKeys } from "./list-api-keys.ts";
import { operation, type Operation } from "../operation.ts";
import { repliesOf401, repliesOfOthers } from "./shared.ts";

/** The names of the examples by status. */
interface GetCurrentKeyExamples {
  200: "current-key" | "accounting-key";
  400: "malformed-body";
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
    "id": "getCurrentKey",
    "method": "get",
    "path": "/key",
    "key": "any",
    "scope": "spend",
    "roles": [],
    "pathParameters": [],
  },
  "parameters": [
    {
      "name": "user",
      "in": "query",
      "schema": {
        "type": "string",
        "minLength": 1,
        "maxLength": 256,
      },
    },
  ],
  "body": null,
  "replies": {
    "200": {
      "application/json": [
        {
          "name": "current-key",
          "value": {
            "data": {
              "label": "ptc_EXA...MPLE",
              "name": "Search service",
              "kind": "ordinary",
              "workspace_id": "5f0c1a52-3b2e-4c8e-9a57-0d6f1a2b3c4d",
              "organization_id": "0c9b7a3e-1d2f-4a5b-8c6d-7e8f9a0b1c2d",
              "creator_user_id": null,
              "limit": 25,
              "limit_remaining": 18.2213,
              "limit_reset": "monthly",
              "limit_resets_at": "2026-12-01T00:00:00.000Z",
              "held": 0.2,
              "include_byok_in_limit": false,
              "usage": 61.2039,
              "usage_daily": 0.4102,
              "usage_weekly": 2.0175,
              "usage_monthly": 6.5787,
              "byok_usage": 3.1,
              "byok_usage_daily": 0,
              "byok_usage_weekly": 0.4,
              "byok_usage_monthly": 1.2,
              "budgets": [
                {
                  "limit_source": "workspace_budget",
                  "budget_id": "7d1f2c3b-4a5e-4f60-8172-93a4b5c6d7e8",
                  "name": "Research in November",
                  "limit": 100,
                  "limit_reset": "monthly",
                  "spent": 91.5,
                  "held": 0.9,
                  "remaining": 7.6,
                  "resets_at": "2026-12-01T00:00:00.000Z",
                  "is_exhausted": false,
                  "binds_next": true,
                },
                {
                  "limit_source": "key_limit",
                  "budget_id": null,
                  "name": "Search service",
                  "limit": 25,
                  "limit_reset": "monthly",
                  "spent": 6.5787,
                  "held": 0.2,
                  "remaining": 18.2213,
                  "resets_at": "2026-12-01T00:00:00.000Z",
                  "is_exhausted": false,
                  "binds_next": false,
                },
                {
                  "limit_source": "credits",
                  "budget_id": null,
                  "name": null,
                  "limit": null,
                  "limit_reset": null,
                  "spent": null,
                  "held": null,
                  "remaining": null,
                  "resets_at": null,
                  "is_exhausted": false,
                  "binds_next": false,
                },
              ],
              "rates": {
                "requests": {
                  "limit": 60,
                  "remaining": 57,
                  "resets_at": "2026-11-22T09:00:03.000Z",
                },
                "tokens": {
                  "limit": 200000,
                  "remaining": 198720,
                  "resets_at": "2026-11-22T09:00:00.384Z",
                },
                "requests_in_flight": {
                  "limit": 8,
                  "current": 1,
                },
              },
              "allowed_models": [
                "openai/*",
                "acme/embed",
              ],
              "allowed_providers": null,
              "data_collection": "deny",
              "zero_data_retention": false,
              "requires_end_user": false,
              "max_output_tokens": 4096,
              "max_requests_in_flight": 8,
              "allowed_networks": [
                "192.0.2.0/24",
              ],
              "scope": "all",
              "allowed_data_regions": [
                "global",
              ],
              "is_free_tier": false,
              "is_management_key": false,
              "is_provisioning_key": false,
              "rate_limit": {
                "requests": 60,
                "interval": "60s",
                "note": "See rates, which also says what is left.",
              },
              "free_model_daily_requests": {
                "limit": -1,
                "remaining": -1,
                "used": 0,
              },
              "created_at": "2026-11-02T09:20:00.000Z",
              "expires_at": null,
              "rotated_at": null,
              "secret_expires_at": null,
            },
          },
        },
        {
          "name": "accounting-key",
          "value": {
            "data": {
              "label": "ptcm_EXA...MPLE",
              "name": "Accounting",
              "kind": "management",
              "workspace_id": "5f0c1a52-3b2e-4c8e-9a57-0d6f1a2b3c4d",
              "organization_id": "0c9b7a3e-1d2f-4a5b-8c6d-7e8f9a0b1c2d",
              "creator_user_id": null,
              "limit": null,
              "limit_remaining": null,
              "limit_reset": null,
              "limit_resets_at": null,
              "held": 0,
              "include_byok_in_limit": false,
              "usage": 0,
              "usage_daily": 0,
              "usage_weekly": 0,
              "usage_monthly": 0,
              "byok_usage": 0,
              "byok_usage_daily": 0,
              "byok_usage_weekly": 0,
              "byok_usage_monthly": 0,
              "budgets": [],
              "rates": {
                "requests": null,
                "tokens": null,
                "requests_in_flight": null,
              },
              "allowed_models": null,
              "allowed_providers": null,
              "data_collection": null,
              "zero_data_retention": false,
              "requires_end_user": false,
              "max_output_tokens": null,
              "max_requests_in_flight": null,
              "allowed_networks": null,
              "scope": "spend",
              "allowed_data_regions": [
                "global",
              ],
              "is_free_tier": false,
              "is_management_key": true,
              "is_provisioning_key": true,
              "rate_limit": {
                "requests": -1,
                "interval": "60s",
                "note": "See rates, which also says what is left.",
              },
              "free_model_daily_requests": {
                "limit": -1,
                "remaining": -1,
                "used": 0,
              },
              "created_at": "2026-11-02T09:20:00.000Z",
              "expires_at": null,
              "rotated_at": null,
              "secret_expires_at": null,
            },
          },
        },
      ],
    },
    "401": repliesOf401,
    "default": repliesOfOthers,
  },
  "ways": [
    "keyHeader",
  ],
  "columns": null,
  "schemas": {},
};

/** `GET /key` */
export const getCurrentKey: Operation<"getCurrentKey", GetCurrentKeyExamples> = /* @__PURE__ */ operation({ pack, behaviour, seeds: [listApiKeys] });
