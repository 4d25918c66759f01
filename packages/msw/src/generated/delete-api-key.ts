// Generated from spec/ by `pnpm generate`. Do not edit: change spec/ and generate again.
import type { OperationPack } from "@portico/simulated-gateway";
import { deleteApiKey as behaviour } from "@portico/simulated-gateway/behaviours";
import { pack as listApiKeys } from "./list-api-keys.ts";
import { operation, type Operation } from "../operation.ts";
import { hashParameter, repliesOf401, repliesOf404_4, repliesOf409, repliesOfOthers } from "./shared.ts";

/** The names of the examples by status. */
interface DeleteApiKeyExamples {
  200: "key-deleted";
  400: "malformed-body";
  401: "missing-key" | "invalid-key" | "wrong-kind-of-key";
  402: "payment-required";
  403: "model-not-allowed" | "network-not-allowed" | "scope-too-narrow";
  404: "key-not-found";
  405: "method-not-allowed";
  409: "conflict" | "last-management-key";
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
    "id": "deleteApiKey",
    "method": "delete",
    "path": "/keys/{hash}",
    "key": "management",
    "scope": "all",
    "roles": [
      "operator",
      "admin",
    ],
    "pathParameters": [
      "hash",
    ],
  },
  "parameters": [
    hashParameter,
  ],
  "body": null,
  "replies": {
    "200": {
      "application/json": [
        {
          "name": "key-deleted",
          "value": {
            "deleted": true,
          },
        },
      ],
    },
    "401": repliesOf401,
    "404": repliesOf404_4,
    "409": repliesOf409,
    "default": repliesOfOthers,
  },
  "ways": [
    "keyHeader",
  ],
  "columns": null,
  "schemas": {},
};

/** `DELETE /keys/{hash}` */
export const deleteApiKey: Operation<"deleteApiKey", DeleteApiKeyExamples> = /* @__PURE__ */ operation({ pack, behaviour, seeds: [listApiKeys] });
