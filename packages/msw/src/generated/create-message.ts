// Generated from spec/ by `pnpm generate`. Do not edit: change spec/ and generate again.
import type { OperationPack } from "@portico/simulated-gateway";
import { createMessage as behaviour } from "@portico/simulated-gateway/behaviours";
import { streamingOperation, type StreamingOperation } from "../operation.ts";
import { repliesOf401_2, repliesOf404_8, repliesOfOthers_2, schemaOfMessagesBase64Source, schemaOfMessagesBlock, schemaOfMessagesCacheControl, schemaOfMessagesContentSource, schemaOfMessagesConversation, schemaOfMessagesDocument, schemaOfMessagesImage, schemaOfMessagesJsonFormat, schemaOfMessagesOtherBlock, schemaOfMessagesOtherSource, schemaOfMessagesOutputConfig, schemaOfMessagesOwnTool, schemaOfMessagesRedactedThought, schemaOfMessagesResultBlock, schemaOfMessagesServerTool, schemaOfMessagesSystemBlock, schemaOfMessagesText, schemaOfMessagesTextSource, schemaOfMessagesThinkingBudget, schemaOfMessagesThinkingMode, schemaOfMessagesThought, schemaOfMessagesTool, schemaOfMessagesToolChoice, schemaOfMessagesToolResult, schemaOfMessagesToolUse, schemaOfMessagesTurn, schemaOfMessagesUrlSource, schemaOfProviderPreferences } from "./shared.ts";

/** The names of the examples by status. */
interface CreateMessageExamples {
  200: "messages-text-reply" | "messages-tool-reply" | "messages-thinking-reply" | "messages-max-tokens-reply" | "messages-text-stream" | "messages-tool-stream" | "messages-thinking-stream" | "messages-max-tokens-stream" | "messages-failed-stream";
  400: "messages-missing-max-tokens" | "messages-result-without-call" | "messages-thread";
  401: "messages-missing-key" | "messages-two-keys";
  402: "messages-insufficient-credits";
  403: "messages-model-not-allowed";
  404: "messages-model-not-found";
  413: "messages-body-too-large";
  415: "messages-unsupported-media-type";
  429: "messages-rate-limited";
  500: "messages-internal-error";
  503: "messages-gateway-full";
  529: "messages-overloaded";
}

export const pack: OperationPack = {
  "facts": {
    "id": "createMessage",
    "method": "post",
    "path": "/messages",
    "key": "ordinary",
    "scope": "all",
    "roles": [],
    "pathParameters": [],
  },
  "parameters": [],
  "body": {
    "$ref": "#/components/schemas/MessagesRequest",
  },
  "replies": {
    "200": {
      "application/json": [
        {
          "name": "messages-text-reply",
          "value": {
            "id": "gen-01a2022b-6179-70df-b2a6-fad4eaf093a1",
            "type": "message",
            "role": "assistant",
            "model": "acme/writer",
            "content": [
              {
                "type": "text",
                "text": "Bonjour !",
              },
            ],
            "stop_reason": "end_turn",
            "stop_sequence": null,
            "usage": {
              "input_tokens": 12,
              "output_tokens": 4,
              "cache_creation_input_tokens": 0,
              "cache_read_input_tokens": 0,
              "output_tokens_details": {
                "thinking_tokens": 0,
              },
              "cost": 0.0000056,
              "cost_details": {
                "input_cost": 0.0000024,
                "output_cost": 0.0000032,
                "cache_read_cost": 0,
                "cache_write_cost": 0,
                "discount": 0,
                "unbilled": 0,
                "upstream_inference_cost": null,
                "upstream_inference_prompt_cost": 0.0000024,
                "upstream_inference_completions_cost": 0.0000032,
                "upstream_inference_input_cost": 0.0000024,
                "upstream_inference_output_cost": 0.0000032,
              },
              "is_byok": false,
            },
          },
        },
        {
          "name": "messages-tool-reply",
          "value": {
            "id": "gen-01a2022b-6179-70df-b2a6-fad4eaf093a1",
            "type": "message",
            "role": "assistant",
            "model": "acme/writer",
            "content": [
              {
                "type": "text",
                "text": "Let me look.",
              },
              {
                "type": "tool_use",
                "id": "call_5b0f2d8e9c1a47d3b6e8f012",
                "name": "get_weather",
                "input": {
                  "city": "Paris",
                },
              },
            ],
            "stop_reason": "tool_use",
            "stop_sequence": null,
            "usage": {
              "input_tokens": 61,
              "output_tokens": 24,
              "cache_creation_input_tokens": 0,
              "cache_read_input_tokens": 0,
              "output_tokens_details": {
                "thinking_tokens": 0,
              },
              "cost": 0.0000314,
              "cost_details": {
                "input_cost": 0.0000122,
                "output_cost": 0.0000192,
                "cache_read_cost": 0,
                "cache_write_cost": 0,
                "discount": 0,
                "unbilled": 0,
                "upstream_inference_cost": null,
                "upstream_inference_prompt_cost": 0.0000122,
                "upstream_inference_completions_cost": 0.0000192,
                "upstream_inference_input_cost": 0.0000122,
                "upstream_inference_output_cost": 0.0000192,
              },
              "is_byok": false,
            },
          },
        },
        {
          "name": "messages-thinking-reply",
          "value": {
            "id": "gen-01a2022b-6179-70df-b2a6-fad4eaf093a1",
            "type": "message",
            "role": "assistant",
            "model": "acme/writer",
            "content": [
              {
                "type": "thinking",
                "thinking": "The user wants the weather, so I call the tool.",
                "signature": "AQ0tF3xk9mB2vQ7wYc1L5nH8sR4uJ6pZ0aE-dGiTbXo",
              },
              {
                "type": "redacted_thinking",
                "data": "AQ9kW2hV6yN4cR8mTfZ1oXj3bQ7uL5sPdEgA0iKtHvM",
              },
              {
                "type": "tool_use",
                "id": "call_5b0f2d8e9c1a47d3b6e8f012",
                "name": "get_weather",
                "input": {
                  "city": "Paris",
                },
              },
            ],
            "stop_reason": "tool_use",
            "stop_sequence": null,
            "usage": {
              "input_tokens": 11,
              "output_tokens": 42,
              "cache_creation_input_tokens": 0,
              "cache_read_input_tokens": 50,
              "output_tokens_details": {
                "thinking_tokens": 18,
              },
              "cache_creation": {
                "ephemeral_5m_input_tokens": 0,
                "ephemeral_1h_input_tokens": 0,
              },
              "service_tier": "standard",
              "cost": 0.0000383,
              "cost_details": {
                "input_cost": 0.0000022,
                "output_cost": 0.0000336,
                "cache_read_cost": 0.0000025,
                "cache_write_cost": 0,
                "discount": 0,
                "unbilled": 0,
                "upstream_inference_cost": null,
                "upstream_inference_prompt_cost": 0.0000047,
                "upstream_inference_completions_cost": 0.0000336,
                "upstream_inference_input_cost": 0.0000047,
                "upstream_inference_output_cost": 0.0000336,
              },
              "is_byok": false,
            },
          },
        },
        {
          "name": "messages-max-tokens-reply",
          "value": {
            "id": "gen-01a2022b-6179-70df-b2a6-fad4eaf093a1",
            "type": "message",
            "role": "assistant",
            "model": "acme/writer",
            "content": [
              {
                "type": "text",
                "text": "Bon",
              },
            ],
            "stop_reason": "max_tokens",
            "stop_sequence": null,
            "usage": {
              "input_tokens": 12,
              "output_tokens": 1,
              "cache_creation_input_tokens": 0,
              "cache_read_input_tokens": 0,
              "output_tokens_details": {
                "thinking_tokens": 0,
              },
              "cost": 0.0000032,
              "cost_details": {
                "input_cost": 0.0000024,
                "output_cost": 8e-7,
                "cache_read_cost": 0,
                "cache_write_cost": 0,
                "discount": 0,
                "unbilled": 0,
                "upstream_inference_cost": null,
                "upstream_inference_prompt_cost": 0.0000024,
                "upstream_inference_completions_cost": 8e-7,
                "upstream_inference_input_cost": 0.0000024,
                "upstream_inference_output_cost": 8e-7,
              },
              "is_byok": false,
            },
          },
        },
      ],
      "text/event-stream": [
        {
          "name": "messages-text-stream",
          "value": "event: message_start\ndata: {\"type\":\"message_start\",\"message\":{\"id\":\"gen-01a2022b-6179-70df-b2a6-fad4eaf093a1\",\"type\":\"message\",\"role\":\"assistant\",\"model\":\"acme/writer\",\"content\":[],\"stop_reason\":null,\"stop_sequence\":null,\"usage\":{\"input_tokens\":12,\"output_tokens\":0,\"cache_creation_input_tokens\":0,\"cache_read_input_tokens\":0}}}\n\nevent: ping\ndata: {\"type\":\"ping\"}\n\nevent: content_block_start\ndata: {\"type\":\"content_block_start\",\"index\":0,\"content_block\":{\"type\":\"text\",\"text\":\"\"}}\n\nevent: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"text_delta\",\"text\":\"Bon\"}}\n\nevent: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"text_delta\",\"text\":\"jour\"}}\n\nevent: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"text_delta\",\"text\":\" !\"}}\n\nevent: content_block_stop\ndata: {\"type\":\"content_block_stop\",\"index\":0}\n\nevent: message_delta\ndata: {\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"end_turn\",\"stop_sequence\":null},\"usage\":{\"input_tokens\":12,\"output_tokens\":4,\"cache_creation_input_tokens\":0,\"cache_read_input_tokens\":0,\"output_tokens_details\":{\"thinking_tokens\":0},\"cost\":0.0000056,\"cost_details\":{\"input_cost\":0.0000024,\"output_cost\":0.0000032,\"cache_read_cost\":0,\"cache_write_cost\":0,\"discount\":0,\"unbilled\":0,\"upstream_inference_cost\":null,\"upstream_inference_prompt_cost\":0.0000024,\"upstream_inference_completions_cost\":0.0000032,\"upstream_inference_input_cost\":0.0000024,\"upstream_inference_output_cost\":0.0000032},\"is_byok\":false}}\n\nevent: message_stop\ndata: {\"type\":\"message_stop\"}\n\n",
        },
        {
          "name": "messages-tool-stream",
          "value": "event: message_start\ndata: {\"type\":\"message_start\",\"message\":{\"id\":\"gen-01a2022b-6179-70df-b2a6-fad4eaf093a1\",\"type\":\"message\",\"role\":\"assistant\",\"model\":\"acme/writer\",\"content\":[],\"stop_reason\":null,\"stop_sequence\":null,\"usage\":{\"input_tokens\":61,\"output_tokens\":0,\"cache_creation_input_tokens\":0,\"cache_read_input_tokens\":0}}}\n\nevent: content_block_start\ndata: {\"type\":\"content_block_start\",\"index\":0,\"content_block\":{\"type\":\"text\",\"text\":\"\"}}\n\nevent: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"text_delta\",\"text\":\"Let me look.\"}}\n\nevent: content_block_stop\ndata: {\"type\":\"content_block_stop\",\"index\":0}\n\nevent: content_block_start\ndata: {\"type\":\"content_block_start\",\"index\":1,\"content_block\":{\"type\":\"tool_use\",\"id\":\"call_5b0f2d8e9c1a47d3b6e8f012\",\"name\":\"get_weather\",\"input\":{}}}\n\nevent: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":1,\"delta\":{\"type\":\"input_json_delta\",\"partial_json\":\"\"}}\n\nevent: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":1,\"delta\":{\"type\":\"input_json_delta\",\"partial_json\":\"{\\\"city\\\":\"}}\n\nevent: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":1,\"delta\":{\"type\":\"input_json_delta\",\"partial_json\":\"\\\"Paris\\\"}\"}}\n\nevent: content_block_stop\ndata: {\"type\":\"content_block_stop\",\"index\":1}\n\nevent: message_delta\ndata: {\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"tool_use\",\"stop_sequence\":null},\"usage\":{\"input_tokens\":61,\"output_tokens\":24,\"cache_creation_input_tokens\":0,\"cache_read_input_tokens\":0,\"output_tokens_details\":{\"thinking_tokens\":0},\"cost\":0.0000314,\"cost_details\":{\"input_cost\":0.0000122,\"output_cost\":0.0000192,\"cache_read_cost\":0,\"cache_write_cost\":0,\"discount\":0,\"unbilled\":0,\"upstream_inference_cost\":null,\"upstream_inference_prompt_cost\":0.0000122,\"upstream_inference_completions_cost\":0.0000192,\"upstream_inference_input_cost\":0.0000122,\"upstream_inference_output_cost\":0.0000192},\"is_byok\":false}}\n\nevent: message_stop\ndata: {\"type\":\"message_stop\"}\n\n",
        },
        {
          "name": "messages-thinking-stream",
          "value": "event: message_start\ndata: {\"type\":\"message_start\",\"message\":{\"id\":\"gen-01a2022b-6179-70df-b2a6-fad4eaf093a1\",\"type\":\"message\",\"role\":\"assistant\",\"model\":\"acme/writer\",\"content\":[],\"stop_reason\":null,\"stop_sequence\":null,\"usage\":{\"input_tokens\":61,\"output_tokens\":0,\"cache_creation_input_tokens\":0,\"cache_read_input_tokens\":0}}}\n\nevent: content_block_start\ndata: {\"type\":\"content_block_start\",\"index\":0,\"content_block\":{\"type\":\"thinking\",\"thinking\":\"\",\"signature\":\"\"}}\n\nevent: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"thinking_delta\",\"thinking\":\"The user wants the weather, \"}}\n\nevent: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"thinking_delta\",\"thinking\":\"so I call the tool.\"}}\n\nevent: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"signature_delta\",\"signature\":\"AQ0tF3xk9mB2vQ7wYc1L5nH8sR4uJ6pZ0aE-dGiTbXo\"}}\n\nevent: content_block_stop\ndata: {\"type\":\"content_block_stop\",\"index\":0}\n\nevent: content_block_start\ndata: {\"type\":\"content_block_start\",\"index\":1,\"content_block\":{\"type\":\"redacted_thinking\",\"data\":\"AQ9kW2hV6yN4cR8mTfZ1oXj3bQ7uL5sPdEgA0iKtHvM\"}}\n\nevent: content_block_stop\ndata: {\"type\":\"content_block_stop\",\"index\":1}\n\nevent: content_block_start\ndata: {\"type\":\"content_block_start\",\"index\":2,\"content_block\":{\"type\":\"tool_use\",\"id\":\"call_5b0f2d8e9c1a47d3b6e8f012\",\"name\":\"get_weather\",\"input\":{}}}\n\nevent: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":2,\"delta\":{\"type\":\"input_json_delta\",\"partial_json\":\"{\\\"city\\\":\\\"Paris\\\"}\"}}\n\nevent: content_block_stop\ndata: {\"type\":\"content_block_stop\",\"index\":2}\n\nevent: message_delta\ndata: {\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"tool_use\",\"stop_sequence\":null},\"usage\":{\"input_tokens\":11,\"output_tokens\":42,\"cache_creation_input_tokens\":0,\"cache_read_input_tokens\":50,\"output_tokens_details\":{\"thinking_tokens\":18},\"cost\":0.0000383,\"cost_details\":{\"input_cost\":0.0000022,\"output_cost\":0.0000336,\"cache_read_cost\":0.0000025,\"cache_write_cost\":0,\"discount\":0,\"unbilled\":0,\"upstream_inference_cost\":null,\"upstream_inference_prompt_cost\":0.0000047,\"upstream_inference_completions_cost\":0.0000336,\"upstream_inference_input_cost\":0.0000047,\"upstream_inference_output_cost\":0.0000336},\"is_byok\":false}}\n\nevent: message_stop\ndata: {\"type\":\"message_stop\"}\n\n",
        },
        {
          "name": "messages-max-tokens-stream",
          "value": "event: message_start\ndata: {\"type\":\"message_start\",\"message\":{\"id\":\"gen-01a2022b-6179-70df-b2a6-fad4eaf093a1\",\"type\":\"message\",\"role\":\"assistant\",\"model\":\"acme/writer\",\"content\":[],\"stop_reason\":null,\"stop_sequence\":null,\"usage\":{\"input_tokens\":12,\"output_tokens\":0,\"cache_creation_input_tokens\":0,\"cache_read_input_tokens\":0}}}\n\nevent: content_block_start\ndata: {\"type\":\"content_block_start\",\"index\":0,\"content_block\":{\"type\":\"text\",\"text\":\"\"}}\n\nevent: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"text_delta\",\"text\":\"Bon\"}}\n\nevent: content_block_stop\ndata: {\"type\":\"content_block_stop\",\"index\":0}\n\nevent: message_delta\ndata: {\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"max_tokens\",\"stop_sequence\":null},\"usage\":{\"input_tokens\":12,\"output_tokens\":1,\"cache_creation_input_tokens\":0,\"cache_read_input_tokens\":0,\"output_tokens_details\":{\"thinking_tokens\":0},\"cost\":0.0000032,\"cost_details\":{\"input_cost\":0.0000024,\"output_cost\":8e-7,\"cache_read_cost\":0,\"cache_write_cost\":0,\"discount\":0,\"unbilled\":0,\"upstream_inference_cost\":null,\"upstream_inference_prompt_cost\":0.0000024,\"upstream_inference_completions_cost\":8e-7,\"upstream_inference_input_cost\":0.0000024,\"upstream_inference_output_cost\":8e-7},\"is_byok\":false}}\n\nevent: message_stop\ndata: {\"type\":\"message_stop\"}\n\n",
        },
        {
          "name": "messages-failed-stream",
          "value": "event: message_start\ndata: {\"type\":\"message_start\",\"message\":{\"id\":\"gen-01a2022b-6179-70df-b2a6-fad4eaf093a1\",\"type\":\"message\",\"role\":\"assistant\",\"model\":\"acme/writer\",\"content\":[],\"stop_reason\":null,\"stop_sequence\":null,\"usage\":{\"input_tokens\":12,\"output_tokens\":0,\"cache_creation_input_tokens\":0,\"cache_read_input_tokens\":0}}}\n\nevent: content_block_start\ndata: {\"type\":\"content_block_start\",\"index\":0,\"content_block\":{\"type\":\"text\",\"text\":\"\"}}\n\nevent: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"text_delta\",\"text\":\"Bon\"}}\n\nevent: error\ndata: {\"type\":\"error\",\"error\":{\"type\":\"api_error\",\"code\":500,\"message\":\"The provider broke off in the middle of its answer. Try again.\"},\"request_id\":\"req-01a2022b-6179-70df-b2a6-fad4eaf093a0\"}\n\n",
        },
      ],
    },
    "400": {
      "application/json": [
        {
          "name": "messages-missing-max-tokens",
          "value": {
            "error": {
              "type": "invalid_request_error",
              "code": 400,
              "message": "max_tokens is required.",
              "metadata": {
                "kind": "bad_request",
                "field": "max_tokens",
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
        {
          "name": "messages-result-without-call",
          "value": {
            "error": {
              "type": "invalid_request_error",
              "code": 400,
              "message": "messages[0].content[0].tool_use_id belongs to no tool_use before it: send the call too, or leave out its tool_result.",
              "metadata": {
                "kind": "bad_request",
                "field": "messages[0].content[0].tool_use_id",
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
        {
          "name": "messages-thread",
          "value": {
            "error": {
              "type": "invalid_request_error",
              "code": 400,
              "message": "thread must be null or left out: the service is stateless and keeps no earlier messages. Send the whole conversation in messages.",
              "metadata": {
                "kind": "bad_request",
                "field": "thread",
              },
              "details": {
                "error_code": "thread_unsupported_request",
                "unsupported": [
                  "thread",
                ],
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
    "402": {
      "application/json": [
        {
          "name": "messages-insufficient-credits",
          "value": {
            "error": {
              "type": "billing_error",
              "code": 402,
              "message": "Insufficient credits: $0.100512 has to be left for this request, and $0.0013 is left of the key's limit. This model holds at least $0.001512 for any request: raise the key's limit.",
              "metadata": {
                "kind": "out_of_credits",
                "of": "key",
                "required": 0.100512,
                "remaining": 0.0013,
                "limit": 0.0013,
                "held": 0,
                "resets_at": null,
                "limit_source": "key_limit",
                "reason": "too_little_left",
                "remedy_hint": "Raise the key's limit.",
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
    "404": repliesOf404_8,
    "429": {
      "application/json": [
        {
          "name": "messages-rate-limited",
          "value": {
            "error": {
              "type": "rate_limit_error",
              "code": 429,
              "message": "Rate limit exceeded: 60 requests per minute. Retry with exponential backoff.",
              "metadata": {
                "kind": "rate_limited",
                "of": "requests",
                "limit": 60,
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
    "500": {
      "application/json": [
        {
          "name": "messages-internal-error",
          "value": {
            "error": {
              "type": "api_error",
              "code": 500,
              "message": "Unexpected server error.",
              "metadata": {
                "kind": "internal",
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
    "529": {
      "application/json": [
        {
          "name": "messages-overloaded",
          "value": {
            "error": {
              "type": "overloaded_error",
              "code": 529,
              "message": "The model's providers are temporarily overloaded or cannot be reached.",
              "metadata": {
                "kind": "overloaded",
                "provider": "acme",
                "attempts": [
                  {
                    "provider": "acme",
                    "status": 503,
                    "failure": "overloaded",
                    "latency_ms": 12,
                  },
                ],
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
    "MessagesRequest": {
      "allOf": [
        {
          "$ref": "#/components/schemas/MessagesConversation",
        },
        {
          "type": "object",
          "required": [
            "max_tokens",
          ],
          "properties": {
            "max_tokens": {
              "type": "integer",
              "minimum": 1,
            },
            "stream": {
              "type": [
                "boolean",
                "null",
              ],
            },
            "stop_sequences": {
              "type": [
                "array",
                "null",
              ],
              "maxItems": 64,
              "items": {
                "type": "string",
                "maxLength": 4096,
              },
            },
            "temperature": {
              "type": [
                "number",
                "null",
              ],
              "minimum": 0,
              "maximum": 2,
            },
            "top_p": {
              "type": [
                "number",
                "null",
              ],
              "minimum": -1,
              "maximum": 1,
            },
            "top_k": {
              "type": [
                "integer",
                "null",
              ],
              "minimum": -1,
            },
            "metadata": {
              "type": [
                "object",
                "null",
              ],
              "properties": {
                "user_id": {
                  "type": [
                    "string",
                    "null",
                  ],
                  "maxLength": 512,
                },
              },
            },
            "service_tier": {
              "type": [
                "string",
                "null",
              ],
              "maxLength": 64,
            },
            "thread": {
              "type": [
                "object",
                "null",
              ],
              "maxProperties": 64,
            },
            "session_id": {
              "type": [
                "string",
                "null",
              ],
              "maxLength": 256,
            },
            "provider": {
              "oneOf": [
                {
                  "$ref": "#/components/schemas/ProviderPreferences",
                },
                {
                  "type": "null",
                },
              ],
            },
          },
        },
      ],
    },
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
    "ProviderPreferences": schemaOfProviderPreferences,
  },
};

/** `POST /messages` */
export const createMessage: StreamingOperation<"createMessage", CreateMessageExamples> = /* @__PURE__ */ streamingOperation({ pack, behaviour });
