// Generated from spec/ by `pnpm generate`. Do not edit: change spec/ and generate again.
import type { OperationPack } from "@portico/simulated-gateway";
import { deleteByokCredential as behaviour } from "@portico/simulated-gateway/behaviours";
import { pack as listByokCredentials } from "./list-byok-credentials.ts";
import { operation, type Operation } from "../operation.ts";
import { idParameter_2, repliesOf401, repliesOf404_3, repliesOf500, repliesOfOthers } from "./shared.ts";

/** The names of the examples by status. */
interface DeleteByokCredentialExamples {
  200: "credential-deleted";
  400: "malformed-body";
  401: "missing-key" | "invalid-key" | "wrong-kind-of-key";
  402: "payment-required";
  403: "model-not-allowed" | "network-not-allowed" | "scope-too-narrow";
  404: "credential-not-found";
  405: "method-not-allowed";
  413: "body-too-large";
  415: "unsupported-media-type";
  429: "rate-limited";
  431: "headers-too-large";
  500: "internal-error";
  503: "gateway-full" | "unavailable";
  529: "overloaded";
}

export const pack: OperationPack = {
  "facts": {
    "id": "deleteByokCredential",
    "method": "delete",
    "path": "/byok/{id}",
    "key": "any",
    "scope": "all",
    "roles": [
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
          "name": "credential-deleted",
          "value": {
            "deleted": true,
          },
        },
      ],
    },
    "401": repliesOf401,
    "404": repliesOf404_3,
    "500": repliesOf500,
    "default": repliesOfOthers,
  },
  "ways": [
    "keyHeader",
  ],
  "columns": null,
  "schemas": {},
};

/** `DELETE /byok/{id}` */
export const deleteByokCredential: Operation<"deleteByokCredential", DeleteByokCredentialExamples> = /* @__PURE__ */ operation({ pack, behaviour, seeds: [listByokCredentials] });
