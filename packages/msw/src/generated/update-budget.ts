// Generated from spec/ by `pnpm generate`. Do not edit: change spec/ and generate again.
import type { OperationPack } from "@portico/simulated-gateway";
import { updateBudget as behaviour } from "@portico/simulated-gateway/behaviours";
import { pack as listBudgets } from "./list-budgets.ts";
import { operation, type Operation } from "../operation.ts";
import { idParameter_2, repliesOf400, repliesOf401, repliesOf404_5, repliesOfOthers, schemaOfLimitReset } from "./shared.ts";

/** The names of the examples by status. */
interface UpdateBudgetExamples {
  200: "raised-budget";
  400: "malformed-body";
  401: "missing-key" | "invalid-key" | "wrong-kind-of-key";
  402: "payment-required";
  403: "model-not-allowed" | "network-not-allowed" | "scope-too-narrow";
  404: "budget-not-found";
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
    "id": "updateBudget",
    "method": "patch",
    "path": "/budgets/{id}",
    "key": "management",
    "scope": "all",
    "roles": [
      "billing",
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
    "$ref": "#/components/schemas/UpdateBudgetRequest",
  },
  "replies": {
    "200": {
      "application/json": [
        {
          "name": "raised-budget",
          "value": {
            "data": {
              "id": "3a7c9e52-6b1d-4f80-9c2e-5d4b8a7f6e10",
              "workspace_id": "5f0c1a52-3b2e-4c8e-9a57-0d6f1a2b3c4d",
              "scope": "workspace",
              "end_user": null,
              "name": "Research, by month",
              "limit": 200,
              "limit_reset": "monthly",
              "raise": 50,
              "raise_until": "2099-01-01T00:00:00.000Z",
              "state": {
                "limit": 250,
                "spent": 37.412045,
                "held": 0.18,
                "remaining": 212.407955,
                "resets_at": "2026-12-01T00:00:00.000Z",
                "raise_until": "2099-01-01T00:00:00.000Z",
              },
              "created_at": "2026-11-02T09:15:00.000Z",
              "updated_at": "2026-11-22T10:00:00.000Z",
              "created_by": "user_7f3k",
            },
          },
        },
      ],
    },
    "400": repliesOf400,
    "401": repliesOf401,
    "404": repliesOf404_5,
    "default": repliesOfOthers,
  },
  "ways": [
    "keyHeader",
  ],
  "columns": null,
  "schemas": {
    "LimitReset": schemaOfLimitReset,
    "UpdateBudgetRequest": {
      "type": "object",
      "properties": {
        "name": {
          "type": "string",
          "minLength": 1,
          "maxLength": 200,
        },
        "limit": {
          "type": "number",
          "format": "double",
          "minimum": 0,
          "maximum": 9000000,
        },
        "limit_reset": {
          "$ref": "#/components/schemas/LimitReset",
        },
        "raise": {
          "type": [
            "number",
            "null",
          ],
          "format": "double",
          "minimum": 0,
          "maximum": 9000000,
        },
        "raise_until": {
          "type": [
            "string",
            "null",
          ],
          "format": "date-time",
          "maxLength": 64,
        },
      },
    },
  },
};

/** `PATCH /budgets/{id}` */
export const updateBudget: Operation<"updateBudget", UpdateBudgetExamples> = /* @__PURE__ */ operation({ pack, behaviour, seeds: [listBudgets] });
