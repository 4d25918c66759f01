// Generated from spec/ by `pnpm generate`. Do not edit: change spec/ and generate again.
import type { OperationPack } from "@portico/simulated-gateway";
import { createSession as behaviour } from "@portico/simulated-gateway/behaviours";
import { pack as listSessions } from "./list-sessions.ts";
import { operation, type Operation } from "../operation.ts";
import { repliesOf400, repliesOfOthers } from "./shared.ts";

/** The names of the examples by status. */
interface CreateSessionExamples {
  201: "new-session";
  400: "malformed-body";
  401: "sign-in-refused";
  402: "payment-required";
  403: "model-not-allowed" | "network-not-allowed" | "scope-too-narrow";
  404: "not-found";
  405: "method-not-allowed";
  413: "body-too-large";
  415: "unsupported-media-type";
  429: "sign-in-too-often";
  431: "headers-too-large";
  500: "internal-error" | "provider-failed" | "secret-unreadable";
  503: "gateway-full" | "unavailable";
  529: "overloaded";
}

export const pack: OperationPack = {
  "facts": {
    "id": "createSession",
    "method": "post",
    "path": "/session",
    "key": "none",
    "scope": "all",
    "roles": [],
    "pathParameters": [],
  },
  "parameters": [],
  "body": {
    "$ref": "#/components/schemas/CreateSessionRequest",
  },
  "replies": {
    "201": {
      "application/json": [
        {
          "name": "new-session",
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
              "last_seen_at": "2026-11-22T08:00:00.000Z",
              "expires_at": "2026-11-22T20:00:00.000Z",
              "idle_expires_at": "2026-11-22T10:00:00.000Z",
            },
          },
        },
      ],
    },
    "400": repliesOf400,
    "401": {
      "application/json": [
        {
          "name": "sign-in-refused",
          "value": {
            "error": {
              "code": 401,
              "message": "The API key is not valid: it is mistyped or incomplete. Copy all of it.",
              "metadata": {
                "kind": "unauthenticated",
              },
            },
            "user_id": null,
            "service_metadata": {
              "request_id": "req-01a2022b-6179-70df-b2a6-fad4eaf093a0",
            },
          },
        },
      ],
    },
    "429": {
      "application/json": [
        {
          "name": "sign-in-too-often",
          "value": {
            "error": {
              "code": 429,
              "message": "Too many attempts to sign in have failed from this address. Try again in a minute.",
              "metadata": {
                "kind": "rate_limited",
                "of": "sign_ins",
              },
            },
            "user_id": null,
            "service_metadata": {
              "request_id": "req-01a2022b-6179-70df-b2a6-fad4eaf093a0",
            },
          },
        },
      ],
    },
    "default": repliesOfOthers,
  },
  "ways": [],
  "columns": null,
  "schemas": {
    "CreateSessionRequest": {
      "type": "object",
      "required": [
        "key",
      ],
      "properties": {
        "key": {
          "type": "string",
          "minLength": 1,
          "maxLength": 200,
        },
      },
    },
  },
};

/** `POST /session` */
export const createSession: Operation<"createSession", CreateSessionExamples> = /* @__PURE__ */ operation({ pack, behaviour, seeds: [listSessions] });
