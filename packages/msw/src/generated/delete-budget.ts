// Generated from spec/ by `pnpm generate`. Do not edit: change spec/ and generate again.
import type { OperationPack } from "@portico/simulated-gateway";
import { deleteBudget as behaviour } from "@portico/simulated-gateway/behaviours";
import { pack as listBudgets } from "./list-budgets.ts";
import { operation, type Operation } from "../operation.ts";
import { idParameter_2, repliesOf401, repliesOf404_5, repliesOfOthers } from "./shared.ts";

/** The names of the examples by status. */
interface DeleteBudgetExamples {
  200: "budget-deleted";
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
    "id": "deleteBudget",
    "method": "delete",
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
  "body": null,
  "replies": {
    "200": {
      "application/json": [
        {
          "name": "budget-deleted",
          "value": {
            "deleted": true,
          },
        },
      ],
    },
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

/** `DELETE /budgets/{id}` */
export const deleteBudget: Operation<"deleteBudget", DeleteBudgetExamples> = /* @__PURE__ */ operation({ pack, behaviour, seeds: [listBudgets] });
