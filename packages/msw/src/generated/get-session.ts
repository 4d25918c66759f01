// Generated from spec/ by `pnpm generate`. Do not edit: change spec/ and generate again.
import type { OperationPack } from "@portico/simulated-gateway";
import { getSession as behaviour } from "@portico/simulated-gateway/behaviours";
import { pack as listSessions } from "./list-sessions.ts";
import { operation, type Operation } from "../operation.ts";
import { repliesOf401, repliesOfOthers } from "./shared.ts";

/** The names of the examples by status. */
interface GetSessionExamples {
  200: "session-of-a-key" | "session-of-a-person";
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
    "id": "getSession",
    "method": "get",
    "path": "/session",
    "key": "any",
    "scope": "spend",
    "roles": [
      "viewer",
      "billing",
      "operator",
      "admin",
    ],
    "pathParameters": [],
  },
  "parameters": [],
  "body": null,
  "replies": {
    "200": {
      "application/json": [
        {
          "name": "session-of-a-key",
          "value": {
            "data": {
              "id": "8c2f4a6e-1b3d-4e5f-8a7b-9c0d1e2f3a4b",
              "way": "key",
              "role": "admin",
              "subject": "key:2",
              "name": "Accounting",
              "organization_id": "0c9b7a3e-1d2f-4a5b-8c6d-7e8f9a0b1c2d",
              "workspace_id": "5f0c1a52-3b2e-4c8e-9a57-0d6f1a2b3c4d",
              "key": {
                "id": 2,
                "kind": "management",
                "name": "Accounting",
                "label": "ptcm_EXA...MPLE",
                "scope": "spend",
              },
              "operations": [
                "deleteSession",
                "getBudget",
                "getCredits",
                "getCurrentKey",
                "getGeneration",
                "getSession",
                "listActivity",
                "listBudgets",
                "listGenerations",
                "listSessions",
                "revokeSession",
                "revokeSessions",
              ],
              "created_at": "2026-11-22T08:00:00.000Z",
              "last_seen_at": "2026-11-22T09:12:00.000Z",
              "expires_at": "2026-11-22T20:00:00.000Z",
              "idle_expires_at": "2026-11-22T11:12:00.000Z",
            },
          },
        },
        {
          "name": "session-of-a-person",
          "value": {
            "data": {
              "id": "1d3e5f70-2a4b-4c6d-9e8f-0a1b2c3d4e5f",
              "way": "oidc",
              "role": "billing",
              "subject": "00u7f3k9x2",
              "name": "Ada Lovelace",
              "organization_id": "0c9b7a3e-1d2f-4a5b-8c6d-7e8f9a0b1c2d",
              "workspace_id": "5f0c1a52-3b2e-4c8e-9a57-0d6f1a2b3c4d",
              "key": null,
              "operations": [
                "createBudget",
                "deleteBudget",
                "deleteSession",
                "getBudget",
                "getCredits",
                "getGeneration",
                "getModel",
                "getSession",
                "getWorkspace",
                "grantCredits",
                "listActivity",
                "listAlerts",
                "listBudgets",
                "listEmbeddingModels",
                "listGenerations",
                "listModelEndpoints",
                "listModels",
                "listSessions",
                "listWorkspaces",
                "refundGeneration",
                "revokeSession",
                "revokeSessions",
                "updateBudget",
              ],
              "created_at": "2026-11-22T08:00:00.000Z",
              "last_seen_at": "2026-11-22T08:00:00.000Z",
              "expires_at": "2026-11-22T20:00:00.000Z",
              "idle_expires_at": "2026-11-22T10:00:00.000Z",
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

/** `GET /session` */
export const getSession: Operation<"getSession", GetSessionExamples> = /* @__PURE__ */ operation({ pack, behaviour, seeds: [listSessions] });
