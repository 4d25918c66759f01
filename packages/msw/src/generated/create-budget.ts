// Generated from spec/ by `pnpm generate`. Do not edit: change spec/ and generate again.
import type { OperationPack } from "@portico/simulated-gateway";
import { createBudget as behaviour } from "@portico/simulated-gateway/behaviours";
import { pack as listBudgets } from "./list-budgets.ts";
import { operation, type Operation } from "../operation.ts";
import { repliesOf400, repliesOf401, repliesOf404_2, repliesOf409, repliesOfOthers, schemaOfLimitReset } from "./shared.ts";

/** The names of the examples by status. */
interface CreateBudgetExamples {
  201: "created-budget";
  400: "malformed-body";
  401: "missing-key" | "invalid-key" | "wrong-kind-of-key";
  402: "payment-required";
  403: "model-not-allowed" | "network-not-allowed" | "scope-too-narrow";
  404: "workspace-not-found";
  405: "method-not-allowed";
  409: "conflict" | "last-management-key";
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
    "id": "createBudget",
    "method": "post",
    "path": "/budgets",
    "key": "management",
    "scope": "all",
    "roles": [
      "billing",
      "operator",
      "admin",
    ],
    "pathParameters": [],
  },
  "parameters": [],
  "body": {
    "$ref": "#/components/schemas/CreateBudgetRequest",
  },
  "replies": {
    "201": {
      "application/json": [
        {
          "name": "created-budget",
          "value": {
            "data": {
              "id": "3a7c9e52-6b1d-4f80-9c2e-5d4b8a7f6e10",
              "workspace_id": "5f0c1a52-3b2e-4c8e-9a57-0d6f1a2b3c4d",
              "scope": "workspace",
              "end_user": null,
              "name": "Research, by month",
              "limit": 200,
              "limit_reset": "monthly",
              "raise": null,
              "raise_until": null,
              "state": {
                "limit": 200,
                "spent": 37.412045,
                "held": 0.18,
                "remaining": 162.407955,
                "resets_at": "2026-12-01T00:00:00.000Z",
                "raise_until": null,
              },
              "created_at": "2026-11-02T09:15:00.000Z",
              "updated_at": null,
              "created_by": "user_7f3k",
            },
          },
        },
      ],
    },
    "400": repliesOf400,
    "401": repliesOf401,
    "404": repliesOf404_2,
    "409": repliesOf409,
    "default": repliesOfOthers,
  },
  "ways": [
    "keyHeader",
  ],
  "columns": null,
  "schemas": {
    "BudgetScope": {
      "type": "string",
      "enum": [
        "workspace",
        "end_user",
      ],
    },
    "CreateBudgetRequest": {
      "type": "object",
      "required": [
        "limit",
      ],
      "properties": {
        "workspace_id": {
          "type": "string",
          "minLength": 1,
          "maxLength": 128,
        },
        "scope": {
          "$ref": "#/components/schemas/BudgetScope",
        },
        "end_user": {
          "type": [
            "string",
            "null",
          ],
          "minLength": 1,
          "maxLength": 256,
        },
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
    "LimitReset": schemaOfLimitReset,
  },
};

/** `POST /budgets` */
export const createBudget: Operation<"createBudget", CreateBudgetExamples> = /* @__PURE__ */ operation({ pack, behaviour, seeds: [listBudgets] });
