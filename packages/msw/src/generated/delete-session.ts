// Generated from spec/ by `pnpm generate`. Do not edit: change spec/ and generate again.
import type { OperationPack } from "@portico/simulated-gateway";
import { deleteSession as behaviour } from "@portico/simulated-gateway/behaviours";
import { pack as listSessions } from "./list-sessions.ts";
import { operation, type Operation } from "../operation.ts";
import { repliesOf401, repliesOfOthers } from "./shared.ts";

/** The names of the examples by status. */
interface DeleteSessionExamples {
  200: "signed-out";
  400: "malformed-body";
  401: "missing-key" | "invalid-key" | "wrong-kind-of-key";
  402: "payment-required";
  403: "model-not-allowed" | "network-not-allowed" | "scope-too-narrow";
  404: "no-session";
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
    "id": "deleteSession",
    "method": "delete",
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
          "name": "signed-out",
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
          "name": "no-session",
          "value": {
            "error": {
              "code": 404,
              "message": "The request has an API key and no session: there is nothing to sign out of.",
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

/** `DELETE /session` */
export const deleteSession: Operation<"deleteSession", DeleteSessionExamples> = /* @__PURE__ */ operation({ pack, behaviour, seeds: [listSessions] });
