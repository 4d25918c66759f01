// Generated from spec/ by `pnpm generate`. Do not edit: change spec/ and generate again.
import type { OperationPack } from "@portico/simulated-gateway";
import { revokeSessions as behaviour } from "@portico/simulated-gateway/behaviours";
import { pack as listSessions } from "./list-sessions.ts";
import { operation, type Operation } from "../operation.ts";
import { repliesOf401, repliesOfOthers } from "./shared.ts";

/** The names of the examples by status. */
interface RevokeSessionsExamples {
  200: "signed-out-everywhere";
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
    "id": "revokeSessions",
    "method": "delete",
    "path": "/sessions",
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
  "parameters": [
    {
      "name": "all",
      "in": "query",
      "schema": {
        "type": "boolean",
      },
    },
  ],
  "body": null,
  "replies": {
    "200": {
      "application/json": [
        {
          "name": "signed-out-everywhere",
          "value": {
            "deleted": true,
            "count": 2,
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

/** `DELETE /sessions` */
export const revokeSessions: Operation<"revokeSessions", RevokeSessionsExamples> = /* @__PURE__ */ operation({ pack, behaviour, seeds: [listSessions] });
