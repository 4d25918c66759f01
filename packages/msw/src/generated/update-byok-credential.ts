// Generated from spec/ by `pnpm generate`. Do not edit: change spec/ and generate again.
import type { OperationPack } from "@portico/simulated-gateway";
import { updateByokCredential as behaviour } from "@portico/simulated-gateway/behaviours";
import { pack as listByokCredentials } from "./list-byok-credentials.ts";
import { operation, type Operation } from "../operation.ts";
import { idParameter_2, repliesOf400, repliesOf401, repliesOf404_3, repliesOfOthers } from "./shared.ts";

/** The names of the examples by status. */
interface UpdateByokCredentialExamples {
  200: "updated-credential";
  400: "malformed-body";
  401: "missing-key" | "invalid-key" | "wrong-kind-of-key";
  402: "payment-required";
  403: "model-not-allowed" | "network-not-allowed" | "scope-too-narrow";
  404: "credential-not-found";
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
    "id": "updateByokCredential",
    "method": "patch",
    "path": "/byok/{id}",
    "key": "management",
    "scope": "all",
    "roles": [
      "operator",
      "admin",
    ],
    "pathParameters": [
      "id",
    ],
  },
  "parameters": [
    idParameter_2,
  ],
  "body": {
    "$ref": "#/components/schemas/UpdateByokCredentialRequest",
  },
  "replies": {
    "200": {
      "application/json": [
        {
          "name": "updated-credential",
          "value": {
            "data": {
              "id": "8d5e2f10-94c7-4b3a-a6e1-7c0b9d8e1f2a",
              "provider": "openai",
              "workspace_id": "5f0c1a52-3b2e-4c8e-9a57-0d6f1a2b3c4d",
              "name": "Team contract",
              "label": "sk-...x9Qz",
              "disabled": true,
              "created_at": "2026-11-03T10:00:00.000Z",
              "updated_at": "2026-11-19T12:30:00.000Z",
              "sort_order": 0,
              "is_fallback": false,
              "is_required": false,
              "is_byok_only": false,
              "allowed_models": null,
              "allowed_api_key_hashes": null,
              "allowed_user_ids": null,
              "declared_zdr": null,
            },
          },
        },
      ],
    },
    "400": repliesOf400,
    "401": repliesOf401,
    "404": repliesOf404_3,
    "default": repliesOfOthers,
  },
  "ways": [
    "keyHeader",
  ],
  "columns": null,
  "schemas": {
    "UpdateByokCredentialRequest": {
      "type": "object",
      "properties": {
        "secret": {
          "type": "string",
          "minLength": 1,
          "maxLength": 65536,
          "writeOnly": true,
        },
        "key": {
          "type": "string",
          "minLength": 1,
          "maxLength": 65536,
          "writeOnly": true,
        },
        "name": {
          "type": [
            "string",
            "null",
          ],
          "maxLength": 200,
        },
        "disabled": {
          "type": "boolean",
        },
      },
    },
  },
};

/** `PATCH /byok/{id}` */
export const updateByokCredential: Operation<"updateByokCredential", UpdateByokCredentialExamples> = /* @__PURE__ */ operation({ pack, behaviour, seeds: [listByokCredentials] });
