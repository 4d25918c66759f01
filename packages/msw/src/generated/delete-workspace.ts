// Generated from spec/ by `pnpm generate`. Do not edit: change spec/ and generate again.
import type { OperationPack } from "@portico/simulated-gateway";
import { deleteWorkspace as behaviour } from "@portico/simulated-gateway/behaviours";
import { pack as listWorkspaces } from "./list-workspaces.ts";
import { operation, type Operation } from "../operation.ts";
import { idParameter, repliesOf401, repliesOf404_2, repliesOf409, repliesOfOthers } from "./shared.ts";

/** The names of the examples by status. */
interface DeleteWorkspaceExamples {
  200: "workspace-deleted";
  400: "malformed-body";
  401: "missing-key" | "invalid-key" | "wrong-kind-of-key";
  402: "payment-required";
  403: "model-not-allowed" | "network-not-allowed" | "scope-too-narrow";
  404: "workspace-not-found";
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
    "id": "deleteWorkspace",
    "method": "delete",
    "path": "/workspaces/{id}",
    "key": "management",
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
    idParameter,
  ],
  "body": null,
  "replies": {
    "200": {
      "application/json": [
        {
          "name": "workspace-deleted",
          "value": {
            "deleted": true,
          },
        },
      ],
    },
    "401": repliesOf401,
    "404": repliesOf404_2,
    "409": repliesOf409,
    "default": repliesOfOthers,
  },
  "ways": [
    "keyHeader",
  ],
  "columns": null,
  "schemas": {},
};

/** `DELETE /workspaces/{id}` */
export const deleteWorkspace: Operation<"deleteWorkspace", DeleteWorkspaceExamples> = /* @__PURE__ */ operation({ pack, behaviour, seeds: [listWorkspaces] });
