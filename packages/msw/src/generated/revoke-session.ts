// Generated from spec/ by `pnpm generate`. Do not edit: change spec/ and generate again.
import type { OperationPack } from "@portico/simulated-gateway";
import { revokeSession as behaviour } from "@portico/simulated-gateway/behaviours";
import { pack as listSessions } from "./list-sessions.ts";
import { operation, type Operation } from "../operation.ts";
import { idParameter_2, repliesOf401, repliesOfOthers } from "./shared.ts";

/** The names of the examples by status. */
interface RevokeSessionExamples {
  200: "session-ended";
  400: "malformed-body";
  401: "missing-key" | "invalid-key" | "wrong-kind-of-key";
  402: "payment-required";
  403: "model-not-allowed" | "network-not-allowed" | "scope-too-narrow";
  404: "session-not-found";
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
    "id": "revokeSession",
    "method": "delete",
    "path": "/sessions/{id}",
    "key": "any",
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
  },
  "parameters": [
    idParameter_2,
  ],
  "body": null,
  "replies": {
    "200": {
      "application/json": [
        {
          "name": "session-ended",
          "value": {
            "deleted": true,
          },
        },
      ],
    },
    "401": repliesOf401,
    "404": {
      "application/json": [
        {
          "name": "session-not-found",
          "value": {
            "error": {
              "code": 404,
              "message": "The session \"00000000-0000-4000-8000-000000000000\" does not exist.",
              "metadata": {
                "kind": "not_found",
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
  "ways": [
    "keyHeader",
  ],
  "columns": null,
  "schemas": {},
};

/** `DELETE /sessions/{id}` */
export const revokeSession: Operation<"revokeSession", RevokeSessionExamples> = /* @__PURE__ */ operation({ pack, behaviour, seeds: [listSessions] });
