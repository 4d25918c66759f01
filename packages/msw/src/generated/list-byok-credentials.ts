// Generated from spec/ by `pnpm generate`. Do not edit: change spec/ and generate again.
import type { OperationPack } from "@portico/simulated-gateway";
import { listByokCredentials as behaviour } from "@portico/simulated-gateway/behaviours";
import { operation, type Operation } from "../operation.ts";
import { limitParameter, offsetParameter, providerParameter, repliesOf400_2, repliesOf401, repliesOfOthers, workspaceIdParameter } from "./shared.ts";

/** The names of the examples by status. */
interface ListByokCredentialsExamples {
  200: "credentials";
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
    "id": "listByokCredentials",
    "method": "get",
    "path": "/byok",
    "key": "management",
    "scope": "read_only",
    "roles": [
      "viewer",
      "operator",
      "admin",
    ],
    "pathParameters": [],
    "isQueryKnown": true,
  },
  "parameters": [
    workspaceIdParameter,
    providerParameter,
    limitParameter,
    offsetParameter,
  ],
  "body": null,
  "replies": {
    "200": {
      "application/json": [
        {
          "name": "credentials",
          "value": {
            "data": [
              {
                "id": "8d5e2f10-94c7-4b3a-a6e1-7c0b9d8e1f2a",
                "provider": "openai",
                "workspace_id": "5f0c1a52-3b2e-4c8e-9a57-0d6f1a2b3c4d",
                "name": "Team contract",
                "label": "sk-...x9Qz",
                "disabled": false,
                "created_at": "2026-11-03T10:00:00.000Z",
                "updated_at": null,
                "sort_order": 0,
                "is_fallback": false,
                "is_required": false,
                "is_byok_only": false,
                "allowed_models": null,
                "allowed_api_key_hashes": null,
                "allowed_user_ids": null,
                "declared_zdr": null,
              },
            ],
            "links": {
              "next": null,
            },
            "total_count": 1,
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
  "schemas": {},
};

/** `GET /byok` */
export const listByokCredentials: Operation<"listByokCredentials", ListByokCredentialsExamples> = /* @__PURE__ */ operation({ pack, behaviour });
