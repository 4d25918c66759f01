// Generated from spec/ by `pnpm generate`. Do not edit: change spec/ and generate again.
import type { OperationPack } from "@portico/simulated-gateway";
import { listBudgets as behaviour } from "@portico/simulated-gateway/behaviours";
import { operation, type Operation } from "../operation.ts";
import { limitParameter, offsetParameter, repliesOf400_2, repliesOf401, repliesOf404_2, repliesOfOthers, workspaceIdParameter } from "./shared.ts";

/** The names of the examples by status. */
interface ListBudgetsExamples {
  200: "budgets";
  400: "invalid-page";
  401: "missing-key" | "invalid-key" | "wrong-kind-of-key";
  402: "payment-required";
  403: "model-not-allowed" | "network-not-allowed" | "scope-too-narrow";
  404: "workspace-not-found";
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
    "id": "listBudgets",
    "method": "get",
    "path": "/budgets",
    "key": "management",
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
    workspaceIdParameter,
    limitParameter,
    offsetParameter,
  ],
  "body": null,
  "replies": {
    "200": {
      "application/json": [
        {
          "name": "budgets",
          "value": {
            "data": [
              {
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
              {
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
            ],
            "links": {
              "next": null,
            },
            "total_count": 2,
          },
        },
      ],
      "text/csv": [
        {
          "name": "csv-budgets",
          "value": "id,workspace_id,scope,end_user,name\r\n3a7c9e52-6b1d-4f80-9c2e-5d4b8a7f6e10,5f0c1a52-3b2e-4c8e-9a57-0d6f1a2b3c4d,workspace,,Research\r\n",
        },
      ],
    },
    "400": repliesOf400_2,
    "401": repliesOf401,
    "404": repliesOf404_2,
    "default": repliesOfOthers,
  },
  "ways": [
    "keyHeader",
  ],
  "columns": [
    [
      "id",
    ],
    [
      "workspace_id",
    ],
    [
      "scope",
    ],
    [
      "end_user",
    ],
    [
      "name",
    ],
    [
      "limit",
    ],
    [
      "limit_reset",
    ],
    [
      "raise",
    ],
    [
      "raise_until",
    ],
    [
      "state",
      "limit",
    ],
    [
      "state",
      "spent",
    ],
    [
      "state",
      "held",
    ],
    [
      "state",
      "remaining",
    ],
    [
      "state",
      "resets_at",
    ],
    [
      "state",
      "raise_until",
    ],
    [
      "created_at",
    ],
    [
      "updated_at",
    ],
    [
      "created_by",
    ],
  ],
  "schemas": {},
};

/** `GET /budgets` */
export const listBudgets: Operation<"listBudgets", ListBudgetsExamples> = /* @__PURE__ */ operation({ pack, behaviour });
