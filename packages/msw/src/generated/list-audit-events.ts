// Generated from spec/ by `pnpm generate`. Do not edit: change spec/ and generate again.
import type { OperationPack } from "@portico/simulated-gateway";
import { listAuditEvents as behaviour } from "@portico/simulated-gateway/behaviours";
import { operation, type Operation } from "../operation.ts";
import { fromParameter, limitParameter, offsetParameter, repliesOf400_2, repliesOf401, repliesOfOthers, toParameter, workspaceIdParameter_2 } from "./shared.ts";

/** The names of the examples by status. */
interface ListAuditEventsExamples {
  200: "audit-events";
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
    "id": "listAuditEvents",
    "method": "get",
    "path": "/audit",
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
    fromParameter,
    toParameter,
    {
      "name": "actor_type",
      "in": "query",
      "schema": {
        "$ref": "#/components/schemas/AuditActorType",
      },
    },
    {
      "name": "actor_key_id",
      "in": "query",
      "schema": {
        "type": "integer",
        "minimum": 1,
        "maximum": 999999999999999,
      },
    },
    {
      "name": "action",
      "in": "query",
      "schema": {
        "type": "string",
        "minLength": 1,
        "maxLength": 100,
      },
    },
    {
      "name": "target_type",
      "in": "query",
      "schema": {
        "type": "string",
        "minLength": 1,
        "maxLength": 100,
      },
    },
    {
      "name": "target_id",
      "in": "query",
      "schema": {
        "type": "string",
        "minLength": 1,
        "maxLength": 200,
      },
    },
    workspaceIdParameter_2,
    limitParameter,
    offsetParameter,
  ],
  "body": null,
  "replies": {
    "200": {
      "application/json": [
        {
          "name": "audit-events",
          "value": {
            "data": [
              {
                "id": 4,
                "created_at": "2026-11-03T10:12:41.207Z",
                "action": "updateApiKey",
                "actor": {
                  "type": "key",
                  "key_id": 2,
                  "key_kind": "management",
                  "name": "Operations",
                  "subject": null,
                  "session_id": null,
                },
                "target": {
                  "type": "api_key",
                  "id": "7",
                },
                "workspace_id": "5f0c1a52-3b2e-4c8e-9a57-0d6f1a2b3c4d",
                "before": {
                  "limit": 10,
                },
                "after": {
                  "limit": 25,
                },
                "client_ip": "203.0.113.7",
                "request_id": "req-0198f1c2-7d5e-7c41-9a0b-3f6e2d1c4b5a",
              },
              {
                "id": 2,
                "created_at": "2026-11-01T08:00:00.000Z",
                "action": "firstStart",
                "actor": {
                  "type": "system",
                  "key_id": null,
                  "key_kind": null,
                  "name": null,
                  "subject": null,
                  "session_id": null,
                },
                "target": {
                  "type": "api_key",
                  "id": "2",
                },
                "workspace_id": "5f0c1a52-3b2e-4c8e-9a57-0d6f1a2b3c4d",
                "before": null,
                "after": {
                  "name": "Operations",
                  "kind": "management",
                  "workspace_id": "5f0c1a52-3b2e-4c8e-9a57-0d6f1a2b3c4d",
                  "disabled": false,
                  "limit": null,
                  "limit_reset": null,
                  "requests_per_minute": null,
                  "tokens_per_minute": null,
                  "expires_at": null,
                  "created_by": null,
                },
                "client_ip": null,
                "request_id": null,
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
          "name": "csv-audit",
          "value": "id,created_at,action\r\n12,2026-11-19T14:40:00.000Z,createApiKey\r\n",
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
      "created_at",
    ],
    [
      "action",
    ],
    [
      "actor",
      "type",
    ],
    [
      "actor",
      "key_id",
    ],
    [
      "actor",
      "key_kind",
    ],
    [
      "actor",
      "name",
    ],
    [
      "actor",
      "subject",
    ],
    [
      "actor",
      "session_id",
    ],
    [
      "target",
      "type",
    ],
    [
      "target",
      "id",
    ],
    [
      "workspace_id",
    ],
    [
      "before",
    ],
    [
      "after",
    ],
    [
      "client_ip",
    ],
    [
      "request_id",
    ],
  ],
  "schemas": {
    "AuditActorType": {
      "type": "string",
      "enum": [
        "key",
        "user",
        "local",
        "system",
      ],
    },
  },
};

/** `GET /audit` */
export const listAuditEvents: Operation<"listAuditEvents", ListAuditEventsExamples> = /* @__PURE__ */ operation({ pack, behaviour });
