// Generated from spec/ by `pnpm generate`. Do not edit: change spec/ and generate again.
import type { OperationPack } from "@portico/simulated-gateway";
import { listAlerts as behaviour } from "@portico/simulated-gateway/behaviours";
import { operation, type Operation } from "../operation.ts";
import { fromParameter, limitParameter, offsetParameter, repliesOf400_2, repliesOf401, repliesOfOthers, toParameter, workspaceIdParameter_2 } from "./shared.ts";

/** The names of the examples by status. */
interface ListAlertsExamples {
  200: "alerts";
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
    "id": "listAlerts",
    "method": "get",
    "path": "/alerts",
    "key": "management",
    "scope": "read_only",
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
    {
      "name": "kind",
      "in": "query",
      "schema": {
        "$ref": "#/components/schemas/AlertKind",
      },
    },
    {
      "name": "subject",
      "in": "query",
      "schema": {
        "type": "string",
        "minLength": 1,
        "maxLength": 400,
      },
    },
    workspaceIdParameter_2,
    {
      "name": "state",
      "in": "query",
      "schema": {
        "$ref": "#/components/schemas/AlertState",
      },
    },
    fromParameter,
    toParameter,
    limitParameter,
    offsetParameter,
  ],
  "body": null,
  "replies": {
    "200": {
      "application/json": [
        {
          "name": "alerts",
          "value": {
            "data": [
              {
                "id": "2f0a4c7e-6d1b-4b7a-9f1e-5c8d3e2b1a09",
                "kind": "budget",
                "state": "waiting",
                "subject": "key:7",
                "subject_name": "Search",
                "workspace_id": "5f0c1a52-3b2e-4c8e-9a57-0d6f1a2b3c4d",
                "threshold_percent": 80,
                "period": "2026-11",
                "limit": 10,
                "spent": 8.12,
                "remaining": 1.88,
                "resets_at": "2026-12-01T00:00:00.000Z",
                "details": {},
                "created_at": "2026-11-22T14:05:12.310Z",
                "resolved_at": null,
                "deliveries": [
                  {
                    "channel": "email",
                    "type": "budget.threshold",
                    "recipient": "owner@example.com",
                    "state": "sent",
                    "attempts": 1,
                    "last_error": null,
                    "next_attempt_at": null,
                    "sent_at": "2026-11-22T14:05:13.022Z",
                  },
                  {
                    "channel": "webhook",
                    "type": "budget.threshold",
                    "recipient": null,
                    "state": "waiting",
                    "attempts": 2,
                    "last_error": "The webhook answered 503.",
                    "next_attempt_at": "2026-11-22T14:06:01.500Z",
                    "sent_at": null,
                  },
                ],
              },
              {
                "id": "b7c3d1f0-0e2a-4a5c-8c64-7a1e9f0d2c35",
                "kind": "provider_down",
                "state": "unsent",
                "subject": "provider:openai",
                "subject_name": "openai",
                "workspace_id": null,
                "threshold_percent": null,
                "period": "all",
                "limit": null,
                "spent": null,
                "remaining": null,
                "resets_at": null,
                "details": {
                  "since": "2026-11-21T02:10:44.900Z",
                  "failures": 9,
                  "models": [
                    "openai/gpt-4.1-mini",
                  ],
                },
                "created_at": "2026-11-21T02:15:46.002Z",
                "resolved_at": "2026-11-21T02:31:10.417Z",
                "deliveries": [],
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
          "name": "csv-alerts",
          "value": "id,kind,state,subject,subject_name\r\n0c4e2a58-7d3f-4b61-8a90-1e2f3a4b5c6d,budget,sent,key:7,Search\r\n",
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
  "columns": [
    [
      "id",
    ],
    [
      "kind",
    ],
    [
      "state",
    ],
    [
      "subject",
    ],
    [
      "subject_name",
    ],
    [
      "workspace_id",
    ],
    [
      "threshold_percent",
    ],
    [
      "period",
    ],
    [
      "limit",
    ],
    [
      "spent",
    ],
    [
      "remaining",
    ],
    [
      "resets_at",
    ],
    [
      "details",
    ],
    [
      "created_at",
    ],
    [
      "resolved_at",
    ],
    [
      "deliveries",
    ],
  ],
  "schemas": {
    "AlertKind": {
      "type": "string",
      "enum": [
        "budget",
        "limit_blocking",
        "unbilled",
        "provider_down",
        "key_exposed",
      ],
    },
    "AlertState": {
      "type": "string",
      "enum": [
        "waiting",
        "sent",
        "failed",
        "unsent",
      ],
    },
  },
};

/** `GET /alerts` */
export const listAlerts: Operation<"listAlerts", ListAlertsExamples> = /* @__PURE__ */ operation({ pack, behaviour });
