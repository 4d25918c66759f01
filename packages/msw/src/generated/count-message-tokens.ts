// Generated from spec/ by `pnpm generate`. Do not edit: change spec/ and generate again.
import type { OperationPack } from "@portico/simulated-gateway";
import { countMessageTokens as behaviour } from "@portico/simulated-gateway/behaviours";
import { operation, type Operation } from "../operation.ts";
import { repliesOf401_2, repliesOf404_8, repliesOfOthers_2, schemaOfMessagesBase64Source, schemaOfMessagesBlock, schemaOfMessagesCacheControl, schemaOfMessagesContentSource, schemaOfMessagesConversation, schemaOfMessagesDocument, schemaOfMessagesImage, schemaOfMessagesJsonFormat, schemaOfMessagesOtherBlock, schemaOfMessagesOtherSource, schemaOfMessagesOutputConfig, schemaOfMessagesOwnTool, schemaOfMessagesRedactedThought, schemaOfMessagesResultBlock, schemaOfMessagesServerTool, schemaOfMessagesSystemBlock, schemaOfMessagesText, schemaOfMessagesTextSource, schemaOfMessagesThinkingBudget, schemaOfMessagesThinkingMode, schemaOfMessagesThought, schemaOfMessagesTool, schemaOfMessagesToolChoice, schemaOfMessagesToolResult, schemaOfMessagesToolUse, schemaOfMessagesTurn, schemaOfMessagesUrlSource } from "./shared.ts";

/** The names of the examples by status. */
interface CountMessageTokensExamples {
  200: "token-count";
  400: "messages-missing-messages";
  401: "messages-missing-key" | "messages-two-keys";
  403: "messages-model-not-allowed";
  404: "messages-model-not-found";
  413: "messages-body-too-large";
  415: "messages-unsupported-media-type";
  503: "messages-gateway-full";
}

export const pack: OperationPack = {
  "facts": {
    "id": "countMessageTokens",
    "method": "post",
    "path": "/messages/count_tokens",
    "key": "any",
    "scope": "all",
    "roles": [
      "viewer",
      "operator",
      "admin",
    ],
    "pathParameters": [],
  },
  "parameters": [],
  "body": {
    "$ref": "#/components/schemas/MessagesConversation",
  },
  "replies": {
    "200": {
      "application/json": [
        {
          "name": "token-count",
          "value": {
            "input_tokens": 118,
          },
        },
      ],
    },
    "400": {
      "application/json": [
        {
          "name": "messages-missing-messages",
          "value": {
            "error": {
              "type": "invalid_request_error",
              "code": 400,
              "message": "messages is required.",
              "metadata": {
                "kind": "bad_request",
                "field": "messages",
              },
            },
            "user_id": null,
            "service_metadata": {
              "request_id": "req-01a2022b-6179-70df-b2a6-fad4eaf093a0",
            },
            "type": "error",
            "request_id": "req-01a2022b-6179-70df-b2a6-fad4eaf093a0",
          },
        },
      ],
    },
    "401": repliesOf401_2,
    "404": repliesOf404_8,
    "default": repliesOfOthers_2,
  },
  "ways": [
    "keyHeader",
  ],
  "columns": null,
  "schemas": {
    "MessagesBase64Source": schemaOfMessagesBase64Source,
    "MessagesBlock": schemaOfMessagesBlock,
    "MessagesCacheControl": schemaOfMessagesCacheControl,
    "MessagesContentSource": schemaOfMessagesContentSource,
    "MessagesConversation": schemaOfMessagesConversation,
    "MessagesDocument": schemaOfMessagesDocument,
    "MessagesImage": schemaOfMessagesImage,
    "MessagesJsonFormat": schemaOfMessagesJsonFormat,
    "MessagesOtherBlock": schemaOfMessagesOtherBlock,
    "MessagesOtherSource": schemaOfMessagesOtherSource,
    "MessagesOutputConfig": schemaOfMessagesOutputConfig,
    "MessagesOwnTool": schemaOfMessagesOwnTool,
    "MessagesRedactedThought": schemaOfMessagesRedactedThought,
    "MessagesResultBlock": schemaOfMessagesResultBlock,
    "MessagesServerTool": schemaOfMessagesServerTool,
    "MessagesSystemBlock": schemaOfMessagesSystemBlock,
    "MessagesText": schemaOfMessagesText,
    "MessagesTextSource": schemaOfMessagesTextSource,
    "MessagesThinkingBudget": schemaOfMessagesThinkingBudget,
    "MessagesThinkingMode": schemaOfMessagesThinkingMode,
    "MessagesThought": schemaOfMessagesThought,
    "MessagesTool": schemaOfMessagesTool,
    "MessagesToolChoice": schemaOfMessagesToolChoice,
    "MessagesToolResult": schemaOfMessagesToolResult,
    "MessagesToolUse": schemaOfMessagesToolUse,
    "MessagesTurn": schemaOfMessagesTurn,
    "MessagesUrlSource": schemaOfMessagesUrlSource,
  },
};

/** `POST /messages/count_tokens` */
export const countMessageTokens: Operation<"countMessageTokens", CountMessageTokensExamples> = /* @__PURE__ */ operation({ pack, behaviour });
