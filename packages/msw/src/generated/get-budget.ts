// Generated from spec/ by `pnpm generate`. Do not edit: change spec/ and generate again.
import type { OperationPack } from "@portico/simulated-gateway";
import { getBudget as behaviour } from "@portico/simulated-gateway/behaviours";
import { pack as listBudgets } from "./list-budgets.ts";
import { operation, type Operation } from "../operation.ts";
import { idParameter_2, limitParameter, offsetParameter, repliesOf400_2, repliesOf401, repliesOf404_5, repliesOfOthers } from "./shared.ts";

/** The names of the examples by status. */
interface GetBudgetExamples {
  200: "budget-of-end-users";
  400: "invalid-page";
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
    "id": "getBudget",
    "method": "get",
    "path": "/budgets/{id}",
    "key": "management",
    "scope": "spend",
    "roles": [
      "viewer",
      "billing",
      "operator",
      "admin",
    ],
    "pathParameters": [
      "id",
    ],
    "isQueryKnown": true,
  },
  "parameters": [
    idParameter_2,
    limitParameter,
    offsetParameter,
  ],
  "body": null,
  "replies": {
    "200": {
      "application/json": [
        {
          "name": "budget-of-end-users",
          "value": {
            "data": {
              "id": "9b2d4c6e-1f3a-4b5c-8d7e-0a9b8c7d6e5f",
              "workspace_id": "5f0c1a52-3b2e-4c8e-9a57-0d6f1a2b3c4d",
              "scope": "end_user",
              "end_user": null,
              "name": "Each end user, by day",
              "limit": 2,
              "limit_reset": "daily",
              "raise": null,
              "raise_until": null,
              "state": null,
              "created_at": "2026-11-02T09:15:00.000Z",
              "updated_at": null,
              "created_by": "user_7f3k",
            },
            "end_users": {
              "data": [
                {
                  "end_user": "customer-4711",
                  "spent": 1.25,
                  "held": 0.02,
                  "remaining": 0.73,
                },
                {
                  "end_user": "customer-0815",
                  "spent": 0.4,
                  "held": 0,
                  "remaining": 1.6,
                },
              ],
              "links": {
                "next": null,
              },
              "total_count": 2,
            },
          },
        },
      ],
    },
    "400": repliesOf400_2,
    "401": repliesOf401,
    "404": repliesOf404_5,
    "default": repliesOfOthers,
  },
  "ways": [
    "keyHeader",
  ],
  "columns": null,
  "schemas": {},
};

/** `GET /budgets/{id}` */
export const getBudget: Operation<"getBudget", GetBudgetExamples> = /* @__PURE__ */ operation({ pack, behaviour, seeds: [listBudgets] });
