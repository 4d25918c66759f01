// Generated from spec/ by `pnpm generate`. Do not edit: change spec/ and generate again.
import type { OperationPack } from "@portico/simulated-gateway";
import { eraseIoLog as behaviour } from "@portico/simulated-gateway/behaviours";
import { pack as listWorkspaces } from "./list-workspaces.ts";
import { operation, type Operation } from "../operation.ts";
import { idParameter, repliesOf401, repliesOf404_2, repliesOfOthers } from "./shared.ts";

/** The names of the examples by status. */
interface EraseIoLogExamples {
  200: "io-log-erased";
  400: "malformed-body";
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
    "id": "eraseIoLog",
    "method": "delete",
    "path": "/workspaces/{id}/io-log",
    "key": "management",
    "scope": "all",
    "roles": [
      "admin",
    ],
    "pathParameters": [
      "id",
    ],
  },
  "parameters": [
    idParameter,
    {
      "name": "user",
      "in": "query",
      "schema": {
        "type": "string",
        "minLength": 1,
        "maxLength": 512,
      },
    },
  ],
  "body": null,
  "replies": {
    "200": {
      "application/json": [
        {
          "name": "io-log-erased",
          "value": {
            "deleted": true,
            "count": 12,
          },
        },
      ],
    },
    "401": repliesOf401,
    "404": repliesOf404_2,
    "default": repliesOfOthers,
  },
  "ways": [
    "keyHeader",
  ],
  "columns": null,
  "schemas": {},
};

/** `DELETE /workspaces/{id}/io-log` */
export const eraseIoLog: Operation<"eraseIoLog", EraseIoLogExamples> = /* @__PURE__ */ operation({ pack, behaviour, seeds: [listWorkspaces] });
