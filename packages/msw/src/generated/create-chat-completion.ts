// Generated from spec/ by `pnpm generate`. Do not edit: change spec/ and generate again.
import type { OperationPack } from "@portico/simulated-gateway";
import { createChatCompletion as behaviour } from "@portico/simulated-gateway/behaviours";
import { streamingOperation, type StreamingOperation } from "../operation.ts";
import { methodNotAllowedExample, schemaOfOtherTool, schemaOfProviderPreferences, unavailableExample } from "./shared.ts";

/** The names of the examples by status. */
interface CreateChatCompletionExamples {
  200: "chat-text-reply" | "chat-call-reply" | "chat-parallel-calls-reply" | "chat-thoughts-reply" | "chat-length-reply" | "chat-text-stream" | "chat-calls-stream" | "chat-thoughts-stream" | "chat-failed-stream" | "chat-length-stream";
  400: "chat-missing-messages" | "chat-more-than-one-answer" | "chat-unknown-format" | "chat-result-without-call" | "chat-malformed-body";
  401: "chat-missing-key" | "chat-invalid-key" | "chat-wrong-kind-of-key";
  402: "chat-insufficient-credits";
  403: "chat-model-not-allowed";
  404: "chat-model-not-found";
  405: "method-not-allowed";
  413: "chat-body-too-large";
  415: "chat-unsupported-media-type";
  429: "chat-rate-limited" | "chat-too-much-at-once";
  500: "chat-internal-error";
  503: "chat-gateway-full" | "unavailable";
  529: "chat-overloaded";
}

export const pack: OperationPack = {
  "facts": {
    "id": "createChatCompletion",
    "method": "post",
    "path": "/chat/completions",
    "key": "ordinary",
    "scope": "all",
    "roles": [],
    "pathParameters": [],
  },
  "parameters": [],
  "body": {
    "$ref": "#/components/schemas/ChatRequest",
  },
  "replies": {
    "200": {
      "application/json": [
        {
          "name": "chat-text-reply",
          "value": {
            "id": "gen-01K9Q3W8Z4M6T2V7X5N1B0C8D9",
            "object": "chat.completion",
            "created": 1795250400,
            "model": "acme/writer",
            "provider": "acme",
            "system_fingerprint": null,
            "service_tier": "default",
            "choices": [
              {
                "index": 0,
                "message": {
                  "role": "assistant",
                  "content": "Bonjour !",
                  "refusal": null,
                },
                "finish_reason": "stop",
                "logprobs": null,
              },
            ],
            "usage": {
              "prompt_tokens": 12,
              "completion_tokens": 4,
              "total_tokens": 16,
              "prompt_tokens_details": {
                "cached_tokens": 0,
                "cache_write_tokens": 0,
              },
              "completion_tokens_details": {
                "reasoning_tokens": 0,
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
          "name": "chat-call-reply",
          "value": {
            "id": "gen-01K9Q3W8Z4M6T2V7X5N1B0C8D9",
            "object": "chat.completion",
            "created": 1795250400,
            "model": "acme/writer",
            "provider": "acme",
            "system_fingerprint": null,
            "service_tier": "default",
            "choices": [
              {
                "index": 0,
                "message": {
                  "role": "assistant",
                  "content": null,
                  "refusal": null,
                  "tool_calls": [
                    {
                      "id": "call_paris",
                      "type": "function",
                      "function": {
                        "name": "get_weather",
                        "arguments": "{\"city\":\"Paris\"}",
                      },
                    },
                  ],
                },
                "finish_reason": "tool_calls",
                "logprobs": null,
              },
            ],
            "usage": {
              "prompt_tokens": 58,
              "completion_tokens": 16,
              "total_tokens": 74,
              "prompt_tokens_details": {
                "cached_tokens": 0,
                "cache_write_tokens": 0,
              },
              "completion_tokens_details": {
                "reasoning_tokens": 0,
              },
              "cost": 0.0000244,
              "cost_details": {
                "input_cost": 0.0000116,
                "output_cost": 0.0000128,
                "cache_read_cost": 0,
                "cache_write_cost": 0,
                "discount": 0,
                "unbilled": 0,
                "upstream_inference_cost": null,
                "upstream_inference_prompt_cost": 0.0000116,
                "upstream_inference_completions_cost": 0.0000128,
                "upstream_inference_input_cost": 0.0000116,
                "upstream_inference_output_cost": 0.0000128,
              },
              "is_byok": false,
            },
          },
        },
        {
          "name": "chat-parallel-calls-reply",
          "value": {
            "id": "gen-01K9Q3W8Z4M6T2V7X5N1B0C8D9",
            "object": "chat.completion",
            "created": 1795250400,
            "model": "acme/writer",
            "provider": "acme",
            "system_fingerprint": null,
            "service_tier": "default",
            "choices": [
              {
                "index": 0,
                "message": {
                  "role": "assistant",
                  "content": null,
                  "refusal": null,
                  "tool_calls": [
                    {
                      "id": "call_paris",
                      "type": "function",
                      "function": {
                        "name": "get_weather",
                        "arguments": "{\"city\":\"Paris\"}",
                      },
                    },
                    {
                      "id": "call_oslo",
                      "type": "function",
                      "function": {
                        "name": "get_weather",
                        "arguments": "{\"city\":\"Oslo\"}",
                      },
                    },
                  ],
                },
                "finish_reason": "tool_calls",
                "logprobs": null,
              },
            ],
            "usage": {
              "prompt_tokens": 58,
              "completion_tokens": 32,
              "total_tokens": 90,
              "prompt_tokens_details": {
                "cached_tokens": 0,
                "cache_write_tokens": 0,
              },
              "completion_tokens_details": {
                "reasoning_tokens": 0,
              },
              "cost": 0.0000372,
              "cost_details": {
                "input_cost": 0.0000116,
                "output_cost": 0.0000256,
                "cache_read_cost": 0,
                "cache_write_cost": 0,
                "discount": 0,
                "unbilled": 0,
                "upstream_inference_cost": null,
                "upstream_inference_prompt_cost": 0.0000116,
                "upstream_inference_completions_cost": 0.0000256,
                "upstream_inference_input_cost": 0.0000116,
                "upstream_inference_output_cost": 0.0000256,
              },
              "is_byok": false,
            },
          },
        },
        {
          "name": "chat-thoughts-reply",
          "value": {
            "id": "gen-01K9Q3W8Z4M6T2V7X5N1B0C8D9",
            "object": "chat.completion",
            "created": 1795250400,
            "model": "acme/writer",
            "provider": "acme",
            "system_fingerprint": null,
            "service_tier": "default",
            "choices": [
              {
                "index": 0,
                "message": {
                  "role": "assistant",
                  "content": null,
                  "refusal": null,
                  "reasoning": "Two cities: I need two calls.",
                  "reasoning_details": [
                    {
                      "type": "reasoning.text",
                      "index": 0,
                      "text": "Two cities: I need two calls.",
                      "signature": "AQb3kV0r9xQ2mYt7Lw4Zs8Nn1Pq6Uc5e",
                    },
                    {
                      "type": "reasoning.encrypted",
                      "index": 1,
                      "data": "AQk7mW2t5vR9cXz1Jd6Hf3Gs8Lq0Yp4u",
                      "id": "call_paris",
                    },
                  ],
                  "tool_calls": [
                    {
                      "id": "call_paris",
                      "type": "function",
                      "function": {
                        "name": "get_weather",
                        "arguments": "{\"city\":\"Paris\"}",
                      },
                    },
                    {
                      "id": "call_oslo",
                      "type": "function",
                      "function": {
                        "name": "get_weather",
                        "arguments": "{\"city\":\"Oslo\"}",
                      },
                    },
                  ],
                },
                "finish_reason": "tool_calls",
                "logprobs": null,
              },
            ],
            "usage": {
              "prompt_tokens": 58,
              "completion_tokens": 41,
              "total_tokens": 99,
              "prompt_tokens_details": {
                "cached_tokens": 0,
                "cache_write_tokens": 0,
              },
              "completion_tokens_details": {
                "reasoning_tokens": 9,
              },
              "cost": 0.0000444,
              "cost_details": {
                "input_cost": 0.0000116,
                "output_cost": 0.0000328,
                "cache_read_cost": 0,
                "cache_write_cost": 0,
                "discount": 0,
                "unbilled": 0,
                "upstream_inference_cost": null,
                "upstream_inference_prompt_cost": 0.0000116,
                "upstream_inference_completions_cost": 0.0000328,
                "upstream_inference_input_cost": 0.0000116,
                "upstream_inference_output_cost": 0.0000328,
              },
              "is_byok": false,
            },
          },
        },
        {
          "name": "chat-length-reply",
          "value": {
            "id": "gen-01K9Q3W8Z4M6T2V7X5N1B0C8D9",
            "object": "chat.completion",
            "created": 1795250400,
            "model": "acme/writer",
            "provider": "acme",
            "system_fingerprint": null,
            "service_tier": "default",
            "choices": [
              {
                "index": 0,
                "message": {
                  "role": "assistant",
                  "content": "Bonjour, je",
                  "refusal": null,
                },
                "finish_reason": "length",
                "logprobs": null,
              },
            ],
            "usage": {
              "prompt_tokens": 12,
              "completion_tokens": 4,
              "total_tokens": 16,
              "prompt_tokens_details": {
                "cached_tokens": 0,
                "cache_write_tokens": 0,
              },
              "completion_tokens_details": {
                "reasoning_tokens": 0,
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
      ],
      "text/event-stream": [
        {
          "name": "chat-text-stream",
          "value": "data: {\"id\":\"gen-01K9Q3W8Z4M6T2V7X5N1B0C8D9\",\"object\":\"chat.completion.chunk\",\"created\":1795250400,\"model\":\"acme/writer\",\"provider\":\"acme\",\"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\",\"content\":\"\"},\"finish_reason\":null}]}\n\ndata: {\"id\":\"gen-01K9Q3W8Z4M6T2V7X5N1B0C8D9\",\"object\":\"chat.completion.chunk\",\"created\":1795250400,\"model\":\"acme/writer\",\"provider\":\"acme\",\"choices\":[{\"index\":0,\"delta\":{\"content\":\"Bon\"},\"finish_reason\":null}]}\n\ndata: {\"id\":\"gen-01K9Q3W8Z4M6T2V7X5N1B0C8D9\",\"object\":\"chat.completion.chunk\",\"created\":1795250400,\"model\":\"acme/writer\",\"provider\":\"acme\",\"choices\":[{\"index\":0,\"delta\":{\"content\":\"jour\"},\"finish_reason\":null}]}\n\ndata: {\"id\":\"gen-01K9Q3W8Z4M6T2V7X5N1B0C8D9\",\"object\":\"chat.completion.chunk\",\"created\":1795250400,\"model\":\"acme/writer\",\"provider\":\"acme\",\"choices\":[{\"index\":0,\"delta\":{\"content\":\" !\"},\"finish_reason\":null}]}\n\ndata: {\"id\":\"gen-01K9Q3W8Z4M6T2V7X5N1B0C8D9\",\"object\":\"chat.completion.chunk\",\"created\":1795250400,\"model\":\"acme/writer\",\"provider\":\"acme\",\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}],\"usage\":{\"prompt_tokens\":12,\"completion_tokens\":4,\"total_tokens\":16,\"prompt_tokens_details\":{\"cached_tokens\":0,\"cache_write_tokens\":0},\"completion_tokens_details\":{\"reasoning_tokens\":0},\"cost\":0.0000056,\"cost_details\":{\"input_cost\":0.0000024,\"output_cost\":0.0000032,\"cache_read_cost\":0,\"cache_write_cost\":0,\"discount\":0,\"unbilled\":0,\"upstream_inference_cost\":null,\"upstream_inference_prompt_cost\":0.0000024,\"upstream_inference_completions_cost\":0.0000032,\"upstream_inference_input_cost\":0.0000024,\"upstream_inference_output_cost\":0.0000032},\"is_byok\":false},\"service_tier\":\"default\"}\n\ndata: [DONE]\n\n",
        },
        {
          "name": "chat-calls-stream",
          "value": "data: {\"id\":\"gen-01K9Q3W8Z4M6T2V7X5N1B0C8D9\",\"object\":\"chat.completion.chunk\",\"created\":1795250400,\"model\":\"acme/writer\",\"provider\":\"acme\",\"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\",\"content\":\"\"},\"finish_reason\":null}]}\n\ndata: {\"id\":\"gen-01K9Q3W8Z4M6T2V7X5N1B0C8D9\",\"object\":\"chat.completion.chunk\",\"created\":1795250400,\"model\":\"acme/writer\",\"provider\":\"acme\",\"choices\":[{\"index\":0,\"delta\":{\"tool_calls\":[{\"index\":0,\"id\":\"call_paris\",\"type\":\"function\",\"function\":{\"name\":\"get_weather\",\"arguments\":\"\"}}]},\"finish_reason\":null}]}\n\ndata: {\"id\":\"gen-01K9Q3W8Z4M6T2V7X5N1B0C8D9\",\"object\":\"chat.completion.chunk\",\"created\":1795250400,\"model\":\"acme/writer\",\"provider\":\"acme\",\"choices\":[{\"index\":0,\"delta\":{\"tool_calls\":[{\"index\":0,\"function\":{\"arguments\":\"{\\\"city\\\":\"}}]},\"finish_reason\":null}]}\n\ndata: {\"id\":\"gen-01K9Q3W8Z4M6T2V7X5N1B0C8D9\",\"object\":\"chat.completion.chunk\",\"created\":1795250400,\"model\":\"acme/writer\",\"provider\":\"acme\",\"choices\":[{\"index\":0,\"delta\":{\"tool_calls\":[{\"index\":0,\"function\":{\"arguments\":\"\\\"Paris\\\"}\"}}]},\"finish_reason\":null}]}\n\ndata: {\"id\":\"gen-01K9Q3W8Z4M6T2V7X5N1B0C8D9\",\"object\":\"chat.completion.chunk\",\"created\":1795250400,\"model\":\"acme/writer\",\"provider\":\"acme\",\"choices\":[{\"index\":0,\"delta\":{\"tool_calls\":[{\"index\":1,\"id\":\"call_oslo\",\"type\":\"function\",\"function\":{\"name\":\"get_weather\",\"arguments\":\"\"}}]},\"finish_reason\":null}]}\n\ndata: {\"id\":\"gen-01K9Q3W8Z4M6T2V7X5N1B0C8D9\",\"object\":\"chat.completion.chunk\",\"created\":1795250400,\"model\":\"acme/writer\",\"provider\":\"acme\",\"choices\":[{\"index\":0,\"delta\":{\"tool_calls\":[{\"index\":1,\"function\":{\"arguments\":\"{\\\"city\\\":\"}}]},\"finish_reason\":null}]}\n\ndata: {\"id\":\"gen-01K9Q3W8Z4M6T2V7X5N1B0C8D9\",\"object\":\"chat.completion.chunk\",\"created\":1795250400,\"model\":\"acme/writer\",\"provider\":\"acme\",\"choices\":[{\"index\":0,\"delta\":{\"tool_calls\":[{\"index\":1,\"function\":{\"arguments\":\"\\\"Oslo\\\"}\"}}]},\"finish_reason\":null}]}\n\ndata: {\"id\":\"gen-01K9Q3W8Z4M6T2V7X5N1B0C8D9\",\"object\":\"chat.completion.chunk\",\"created\":1795250400,\"model\":\"acme/writer\",\"provider\":\"acme\",\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"tool_calls\"}],\"usage\":{\"prompt_tokens\":58,\"completion_tokens\":32,\"total_tokens\":90,\"prompt_tokens_details\":{\"cached_tokens\":0,\"cache_write_tokens\":0},\"completion_tokens_details\":{\"reasoning_tokens\":0},\"cost\":0.0000372,\"cost_details\":{\"input_cost\":0.0000116,\"output_cost\":0.0000256,\"cache_read_cost\":0,\"cache_write_cost\":0,\"discount\":0,\"unbilled\":0,\"upstream_inference_cost\":null,\"upstream_inference_prompt_cost\":0.0000116,\"upstream_inference_completions_cost\":0.0000256,\"upstream_inference_input_cost\":0.0000116,\"upstream_inference_output_cost\":0.0000256},\"is_byok\":false},\"service_tier\":\"default\"}\n\ndata: [DONE]\n\n",
        },
        {
          "name": "chat-thoughts-stream",
          "value": "data: {\"id\":\"gen-01K9Q3W8Z4M6T2V7X5N1B0C8D9\",\"object\":\"chat.completion.chunk\",\"created\":1795250400,\"model\":\"acme/writer\",\"provider\":\"acme\",\"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\",\"content\":\"\"},\"finish_reason\":null}]}\n\ndata: {\"id\":\"gen-01K9Q3W8Z4M6T2V7X5N1B0C8D9\",\"object\":\"chat.completion.chunk\",\"created\":1795250400,\"model\":\"acme/writer\",\"provider\":\"acme\",\"choices\":[{\"index\":0,\"delta\":{\"reasoning\":\"Two cities:\",\"reasoning_details\":[{\"type\":\"reasoning.text\",\"index\":0,\"text\":\"Two cities:\"}]},\"finish_reason\":null}]}\n\ndata: {\"id\":\"gen-01K9Q3W8Z4M6T2V7X5N1B0C8D9\",\"object\":\"chat.completion.chunk\",\"created\":1795250400,\"model\":\"acme/writer\",\"provider\":\"acme\",\"choices\":[{\"index\":0,\"delta\":{\"reasoning\":\" I need two calls.\",\"reasoning_details\":[{\"type\":\"reasoning.text\",\"index\":0,\"text\":\" I need two calls.\"}]},\"finish_reason\":null}]}\n\ndata: {\"id\":\"gen-01K9Q3W8Z4M6T2V7X5N1B0C8D9\",\"object\":\"chat.completion.chunk\",\"created\":1795250400,\"model\":\"acme/writer\",\"provider\":\"acme\",\"choices\":[{\"index\":0,\"delta\":{\"reasoning_details\":[{\"type\":\"reasoning.text\",\"index\":0,\"signature\":\"AQb3kV0r9xQ2mYt7Lw4Zs8Nn1Pq6Uc5e\"}]},\"finish_reason\":null}]}\n\ndata: {\"id\":\"gen-01K9Q3W8Z4M6T2V7X5N1B0C8D9\",\"object\":\"chat.completion.chunk\",\"created\":1795250400,\"model\":\"acme/writer\",\"provider\":\"acme\",\"choices\":[{\"index\":0,\"delta\":{\"tool_calls\":[{\"index\":0,\"id\":\"call_paris\",\"type\":\"function\",\"function\":{\"name\":\"get_weather\",\"arguments\":\"\"}}],\"reasoning_details\":[{\"type\":\"reasoning.encrypted\",\"index\":1,\"data\":\"AQk7mW2t5vR9cXz1Jd6Hf3Gs8Lq0Yp4u\",\"id\":\"call_paris\"}]},\"finish_reason\":null}]}\n\ndata: {\"id\":\"gen-01K9Q3W8Z4M6T2V7X5N1B0C8D9\",\"object\":\"chat.completion.chunk\",\"created\":1795250400,\"model\":\"acme/writer\",\"provider\":\"acme\",\"choices\":[{\"index\":0,\"delta\":{\"tool_calls\":[{\"index\":0,\"function\":{\"arguments\":\"{\\\"city\\\":\"}}]},\"finish_reason\":null}]}\n\ndata: {\"id\":\"gen-01K9Q3W8Z4M6T2V7X5N1B0C8D9\",\"object\":\"chat.completion.chunk\",\"created\":1795250400,\"model\":\"acme/writer\",\"provider\":\"acme\",\"choices\":[{\"index\":0,\"delta\":{\"tool_calls\":[{\"index\":0,\"function\":{\"arguments\":\"\\\"Paris\\\"}\"}}]},\"finish_reason\":null}]}\n\ndata: {\"id\":\"gen-01K9Q3W8Z4M6T2V7X5N1B0C8D9\",\"object\":\"chat.completion.chunk\",\"created\":1795250400,\"model\":\"acme/writer\",\"provider\":\"acme\",\"choices\":[{\"index\":0,\"delta\":{\"tool_calls\":[{\"index\":1,\"id\":\"call_oslo\",\"type\":\"function\",\"function\":{\"name\":\"get_weather\",\"arguments\":\"\"}}]},\"finish_reason\":null}]}\n\ndata: {\"id\":\"gen-01K9Q3W8Z4M6T2V7X5N1B0C8D9\",\"object\":\"chat.completion.chunk\",\"created\":1795250400,\"model\":\"acme/writer\",\"provider\":\"acme\",\"choices\":[{\"index\":0,\"delta\":{\"tool_calls\":[{\"index\":1,\"function\":{\"arguments\":\"{\\\"city\\\":\"}}]},\"finish_reason\":null}]}\n\ndata: {\"id\":\"gen-01K9Q3W8Z4M6T2V7X5N1B0C8D9\",\"object\":\"chat.completion.chunk\",\"created\":1795250400,\"model\":\"acme/writer\",\"provider\":\"acme\",\"choices\":[{\"index\":0,\"delta\":{\"tool_calls\":[{\"index\":1,\"function\":{\"arguments\":\"\\\"Oslo\\\"}\"}}]},\"finish_reason\":null}]}\n\ndata: {\"id\":\"gen-01K9Q3W8Z4M6T2V7X5N1B0C8D9\",\"object\":\"chat.completion.chunk\",\"created\":1795250400,\"model\":\"acme/writer\",\"provider\":\"acme\",\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"tool_calls\"}],\"usage\":{\"prompt_tokens\":58,\"completion_tokens\":41,\"total_tokens\":99,\"prompt_tokens_details\":{\"cached_tokens\":0,\"cache_write_tokens\":0},\"completion_tokens_details\":{\"reasoning_tokens\":9},\"cost\":0.0000444,\"cost_details\":{\"input_cost\":0.0000116,\"output_cost\":0.0000328,\"cache_read_cost\":0,\"cache_write_cost\":0,\"discount\":0,\"unbilled\":0,\"upstream_inference_cost\":null,\"upstream_inference_prompt_cost\":0.0000116,\"upstream_inference_completions_cost\":0.0000328,\"upstream_inference_input_cost\":0.0000116,\"upstream_inference_output_cost\":0.0000328},\"is_byok\":false},\"service_tier\":\"default\"}\n\ndata: [DONE]\n\n",
        },
        {
          "name": "chat-failed-stream",
          "value": "data: {\"id\":\"gen-01K9Q3W8Z4M6T2V7X5N1B0C8D9\",\"object\":\"chat.completion.chunk\",\"created\":1795250400,\"model\":\"acme/writer\",\"provider\":\"acme\",\"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\",\"content\":\"\"},\"finish_reason\":null}]}\n\ndata: {\"id\":\"gen-01K9Q3W8Z4M6T2V7X5N1B0C8D9\",\"object\":\"chat.completion.chunk\",\"created\":1795250400,\"model\":\"acme/writer\",\"provider\":\"acme\",\"choices\":[{\"index\":0,\"delta\":{\"content\":\"Bon\"},\"finish_reason\":null}]}\n\ndata: {\"id\":\"gen-01K9Q3W8Z4M6T2V7X5N1B0C8D9\",\"object\":\"chat.completion.chunk\",\"created\":1795250400,\"model\":\"acme/writer\",\"provider\":\"acme\",\"choices\":[{\"index\":0,\"delta\":{\"content\":\"\"},\"finish_reason\":\"error\"}],\"usage\":{\"prompt_tokens\":12,\"completion_tokens\":1,\"total_tokens\":13,\"prompt_tokens_details\":{\"cached_tokens\":0,\"cache_write_tokens\":0},\"completion_tokens_details\":{\"reasoning_tokens\":0},\"cost\":0.0000032,\"cost_details\":{\"input_cost\":0.0000024,\"output_cost\":8e-7,\"cache_read_cost\":0,\"cache_write_cost\":0,\"discount\":0,\"unbilled\":0,\"upstream_inference_cost\":null,\"upstream_inference_prompt_cost\":0.0000024,\"upstream_inference_completions_cost\":8e-7,\"upstream_inference_input_cost\":0.0000024,\"upstream_inference_output_cost\":8e-7},\"is_byok\":false},\"error\":{\"code\":500,\"message\":\"The provider broke off in the middle of its answer. Try again.\",\"metadata\":{\"error_type\":\"provider_unavailable\"}}}\n\ndata: {\"error\":{\"code\":500,\"message\":\"The provider broke off in the middle of its answer. Try again.\",\"metadata\":{\"error_type\":\"provider_unavailable\"}}}\n\ndata: [DONE]\n\n",
        },
        {
          "name": "chat-length-stream",
          "value": "data: {\"id\":\"gen-01K9Q3W8Z4M6T2V7X5N1B0C8D9\",\"object\":\"chat.completion.chunk\",\"created\":1795250400,\"model\":\"acme/writer\",\"provider\":\"acme\",\"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\",\"content\":\"\"},\"finish_reason\":null}]}\n\ndata: {\"id\":\"gen-01K9Q3W8Z4M6T2V7X5N1B0C8D9\",\"object\":\"chat.completion.chunk\",\"created\":1795250400,\"model\":\"acme/writer\",\"provider\":\"acme\",\"choices\":[{\"index\":0,\"delta\":{\"content\":\"Bonjour,\"},\"finish_reason\":null}]}\n\ndata: {\"id\":\"gen-01K9Q3W8Z4M6T2V7X5N1B0C8D9\",\"object\":\"chat.completion.chunk\",\"created\":1795250400,\"model\":\"acme/writer\",\"provider\":\"acme\",\"choices\":[{\"index\":0,\"delta\":{\"content\":\" je\"},\"finish_reason\":null}]}\n\ndata: {\"id\":\"gen-01K9Q3W8Z4M6T2V7X5N1B0C8D9\",\"object\":\"chat.completion.chunk\",\"created\":1795250400,\"model\":\"acme/writer\",\"provider\":\"acme\",\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"length\"}],\"usage\":{\"prompt_tokens\":12,\"completion_tokens\":4,\"total_tokens\":16,\"prompt_tokens_details\":{\"cached_tokens\":0,\"cache_write_tokens\":0},\"completion_tokens_details\":{\"reasoning_tokens\":0},\"cost\":0.0000056,\"cost_details\":{\"input_cost\":0.0000024,\"output_cost\":0.0000032,\"cache_read_cost\":0,\"cache_write_cost\":0,\"discount\":0,\"unbilled\":0,\"upstream_inference_cost\":null,\"upstream_inference_prompt_cost\":0.0000024,\"upstream_inference_completions_cost\":0.0000032,\"upstream_inference_input_cost\":0.0000024,\"upstream_inference_output_cost\":0.0000032},\"is_byok\":false},\"service_tier\":\"default\"}\n\ndata: [DONE]\n\n",
        },
      ],
    },
    "400": {
      "application/json": [
        {
          "name": "chat-missing-messages",
          "value": {
            "error": {
              "code": 400,
              "message": "messages is required.",
              "metadata": {
                "kind": "bad_request",
                "field": "messages",
                "error_type": "invalid_request",
              },
            },
            "user_id": null,
            "service_metadata": {
              "request_id": "req-01a2022b-6179-70df-b2a6-fad4eaf093a0",
            },
          },
        },
        {
          "name": "chat-more-than-one-answer",
          "value": {
            "error": {
              "code": 400,
              "message": "n must be 1 or left out: a request has one answer. Send the request as often as you want answers.",
              "metadata": {
                "kind": "bad_request",
                "field": "n",
                "error_type": "invalid_request",
              },
            },
            "user_id": null,
            "service_metadata": {
              "request_id": "req-01a2022b-6179-70df-b2a6-fad4eaf093a0",
            },
          },
        },
        {
          "name": "chat-unknown-format",
          "value": {
            "error": {
              "code": 400,
              "message": "response_format.type must be \"text\", \"json_object\" or \"json_schema\": the gateway knows no other form of text that all providers could keep to, such as a grammar or Python.",
              "metadata": {
                "kind": "bad_request",
                "field": "response_format.type",
                "error_type": "invalid_request",
              },
            },
            "user_id": null,
            "service_metadata": {
              "request_id": "req-01a2022b-6179-70df-b2a6-fad4eaf093a0",
            },
          },
        },
        {
          "name": "chat-result-without-call",
          "value": {
            "error": {
              "code": 400,
              "message": "messages[1].tool_call_id belongs to no tool call before it: send the call too, or leave out its result.",
              "metadata": {
                "kind": "bad_request",
                "field": "messages[1].tool_call_id",
                "error_type": "invalid_request",
              },
            },
            "user_id": null,
            "service_metadata": {
              "request_id": "req-01a2022b-6179-70df-b2a6-fad4eaf093a0",
            },
          },
        },
        {
          "name": "chat-malformed-body",
          "value": {
            "error": {
              "code": 400,
              "message": "The body is not valid JSON: wrong at position 9.",
              "metadata": {
                "kind": "bad_request",
                "error_type": "invalid_request",
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
    "401": {
      "application/json": [
        {
          "name": "chat-missing-key",
          "value": {
            "error": {
              "code": 401,
              "message": "No API key was sent. Send it as the header Authorization: Bearer <API_KEY> or x-api-key: <API_KEY>.",
              "metadata": {
                "error_type": "authentication",
                "kind": "unauthenticated",
              },
            },
            "user_id": null,
            "service_metadata": {
              "request_id": "req-01a2022b-6179-70df-b2a6-fad4eaf093a0",
            },
          },
        },
        {
          "name": "chat-invalid-key",
          "value": {
            "error": {
              "code": 401,
              "message": "The API key is not valid: it is mistyped or incomplete. Copy all of it.",
              "metadata": {
                "kind": "unauthenticated",
                "error_type": "authentication",
              },
            },
            "user_id": null,
            "service_metadata": {
              "request_id": "req-01a2022b-6179-70df-b2a6-fad4eaf093a0",
            },
          },
        },
        {
          "name": "chat-wrong-kind-of-key",
          "value": {
            "error": {
              "code": 401,
              "message": "A management key administers and never spends: use an ordinary API key for this operation.",
              "metadata": {
                "kind": "wrong_key_kind",
                "error_type": "permission_denied",
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
    "402": {
      "application/json": [
        {
          "name": "chat-insufficient-credits",
          "value": {
            "error": {
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
                "error_type": "payment_required",
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
    "404": {
      "application/json": [
        {
          "name": "chat-model-not-found",
          "value": {
            "error": {
              "code": 404,
              "message": "The model \"acme/writer-9\" does not exist. Did you mean \"acme/writer\"?",
              "metadata": {
                "kind": "model_not_found",
                "error_type": "not_found",
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
          "name": "chat-rate-limited",
          "value": {
            "error": {
              "code": 429,
              "message": "Rate limit exceeded: 60 requests per minute. Retry with exponential backoff.",
              "metadata": {
                "kind": "rate_limited",
                "of": "requests",
                "limit": 60,
                "error_type": "rate_limit_exceeded",
              },
            },
            "user_id": null,
            "service_metadata": {
              "request_id": "req-01a2022b-6179-70df-b2a6-fad4eaf093a0",
            },
          },
        },
        {
          "name": "chat-too-much-at-once",
          "value": {
            "error": {
              "code": 429,
              "message": "The key has 1024 requests in flight, the most that it may have at a time. Send less at a time, and retry with exponential backoff.",
              "metadata": {
                "kind": "rate_limited",
                "of": "requests_in_flight",
                "limit": 1024,
                "error_type": "rate_limit_exceeded",
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
    "500": {
      "application/json": [
        {
          "name": "chat-internal-error",
          "value": {
            "error": {
              "code": 500,
              "message": "Unexpected server error.",
              "metadata": {
                "kind": "internal",
                "error_type": "server",
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
    "529": {
      "application/json": [
        {
          "name": "chat-overloaded",
          "value": {
            "error": {
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
                "error_type": "provider_overloaded",
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
    "default": {
      "application/json": [
        {
          "name": "chat-model-not-allowed",
          "value": {
            "error": {
              "code": 403,
              "message": "The key may not use the model acme/writer. It may use: acme/embed*.",
              "metadata": {
                "kind": "not_allowed",
                "right": "allowed_models",
                "allowed": [
                  "acme/embed*",
                ],
                "field": "model",
                "model": "acme/writer",
                "error_type": "permission_denied",
              },
            },
            "user_id": null,
            "service_metadata": {
              "request_id": "req-01a2022b-6179-70df-b2a6-fad4eaf093a0",
            },
          },
        },
        methodNotAllowedExample,
        {
          "name": "chat-body-too-large",
          "value": {
            "error": {
              "code": 413,
              "message": "The request body is larger than 20971520 bytes.",
              "metadata": {
                "kind": "too_large",
                "error_type": "payload_too_large",
              },
            },
            "user_id": null,
            "service_metadata": {
              "request_id": "req-01a2022b-6179-70df-b2a6-fad4eaf093a0",
            },
          },
        },
        {
          "name": "chat-unsupported-media-type",
          "value": {
            "error": {
              "code": 415,
              "message": "The body must be application/json.",
              "metadata": {
                "kind": "unsupported_media_type",
                "error_type": "invalid_request",
              },
            },
            "user_id": null,
            "service_metadata": {
              "request_id": "req-01a2022b-6179-70df-b2a6-fad4eaf093a0",
            },
          },
        },
        {
          "name": "chat-gateway-full",
          "value": {
            "error": {
              "code": 503,
              "message": "The gateway serves as much as it can at present. Retry with exponential backoff.",
              "metadata": {
                "kind": "unavailable",
                "of": "requests_in_flight",
                "limit": 4096,
                "error_type": "server",
              },
            },
            "user_id": null,
            "service_metadata": {
              "request_id": "req-01a2022b-6179-70df-b2a6-fad4eaf093a0",
            },
          },
        },
        unavailableExample,
      ],
    },
  },
  "ways": [
    "keyHeader",
  ],
  "columns": null,
  "schemas": {
    "ChatAssistantMessage": {
      "type": "object",
      "required": [
        "role",
      ],
      "properties": {
        "role": {
          "type": "string",
          "const": "assistant",
        },
        "content": {
          "oneOf": [
            {
              "type": "string",
              "maxLength": 20971520,
            },
            {
              "type": "array",
              "maxItems": 1024,
              "items": {
                "$ref": "#/components/schemas/ChatAssistantPart",
              },
            },
            {
              "type": "null",
            },
          ],
        },
        "tool_calls": {
          "type": [
            "array",
            "null",
          ],
          "maxItems": 512,
          "items": {
            "$ref": "#/components/schemas/ChatToolCallEcho",
          },
        },
        "refusal": {
          "type": [
            "string",
            "null",
          ],
          "maxLength": 20971520,
        },
        "reasoning": {
          "type": [
            "string",
            "null",
          ],
          "maxLength": 20971520,
        },
        "reasoning_content": {
          "type": [
            "string",
            "null",
          ],
          "maxLength": 20971520,
        },
        "reasoning_details": {
          "type": [
            "array",
            "null",
          ],
          "maxItems": 4096,
          "items": {
            "$ref": "#/components/schemas/ChatReasoningEcho",
          },
        },
        "name": {
          "type": [
            "string",
            "null",
          ],
          "maxLength": 256,
        },
        "cache_control": {
          "$ref": "#/components/schemas/ChatCacheControl",
        },
      },
    },
    "ChatAssistantPart": {
      "oneOf": [
        {
          "$ref": "#/components/schemas/ChatTextPart",
        },
        {
          "$ref": "#/components/schemas/ChatRefusalPart",
        },
      ],
      "discriminator": {
        "propertyName": "type",
        "mapping": {
          "text": "#/components/schemas/ChatTextPart",
          "refusal": "#/components/schemas/ChatRefusalPart",
        },
      },
    },
    "ChatAudioPart": {
      "type": "object",
      "required": [
        "type",
        "input_audio",
      ],
      "properties": {
        "type": {
          "type": "string",
          "const": "input_audio",
        },
        "input_audio": {
          "type": "object",
          "required": [
            "data",
            "format",
          ],
          "properties": {
            "data": {
              "type": "string",
              "maxLength": 20971520,
            },
            "format": {
              "type": "string",
              "maxLength": 64,
            },
          },
        },
        "cache_control": {
          "$ref": "#/components/schemas/ChatCacheControl",
        },
      },
    },
    "ChatCacheControl": {
      "type": [
        "object",
        "null",
      ],
      "properties": {
        "type": {
          "type": [
            "string",
            "null",
          ],
          "maxLength": 64,
        },
        "ttl": {
          "type": [
            "string",
            "null",
          ],
          "maxLength": 16,
        },
      },
    },
    "ChatContent": {
      "oneOf": [
        {
          "type": "string",
          "maxLength": 20971520,
        },
        {
          "type": "array",
          "maxItems": 1024,
          "items": {
            "$ref": "#/components/schemas/ChatContentPart",
          },
        },
      ],
    },
    "ChatContentPart": {
      "oneOf": [
        {
          "$ref": "#/components/schemas/ChatTextPart",
        },
        {
          "$ref": "#/components/schemas/ChatImagePart",
        },
        {
          "$ref": "#/components/schemas/ChatAudioPart",
        },
        {
          "$ref": "#/components/schemas/ChatFilePart",
        },
      ],
      "discriminator": {
        "propertyName": "type",
        "mapping": {
          "text": "#/components/schemas/ChatTextPart",
          "image_url": "#/components/schemas/ChatImagePart",
          "input_audio": "#/components/schemas/ChatAudioPart",
          "file": "#/components/schemas/ChatFilePart",
        },
      },
    },
    "ChatDeveloperMessage": {
      "type": "object",
      "required": [
        "role",
        "content",
      ],
      "properties": {
        "role": {
          "type": "string",
          "const": "developer",
        },
        "content": {
          "$ref": "#/components/schemas/ChatContent",
        },
        "name": {
          "type": [
            "string",
            "null",
          ],
          "maxLength": 256,
        },
      },
    },
    "ChatFilePart": {
      "type": "object",
      "required": [
        "type",
        "file",
      ],
      "properties": {
        "type": {
          "type": "string",
          "const": "file",
        },
        "file": {
          "type": "object",
          "properties": {
            "filename": {
              "type": [
                "string",
                "null",
              ],
              "maxLength": 1024,
            },
            "file_data": {
              "type": [
                "string",
                "null",
              ],
              "maxLength": 20971520,
            },
          },
        },
        "cache_control": {
          "$ref": "#/components/schemas/ChatCacheControl",
        },
      },
    },
    "ChatFunctionTool": {
      "type": "object",
      "required": [
        "type",
        "function",
      ],
      "properties": {
        "type": {
          "type": "string",
          "const": "function",
        },
        "function": {
          "type": "object",
          "required": [
            "name",
          ],
          "properties": {
            "name": {
              "type": "string",
              "minLength": 1,
              "maxLength": 64,
            },
            "description": {
              "type": [
                "string",
                "null",
              ],
              "maxLength": 1048576,
            },
            "parameters": {
              "type": [
                "object",
                "null",
              ],
              "maxProperties": 1024,
            },
            "strict": {
              "type": [
                "boolean",
                "null",
              ],
            },
          },
        },
        "cache_control": {
          "$ref": "#/components/schemas/ChatCacheControl",
        },
      },
    },
    "ChatFunctionToolChoice": {
      "type": "object",
      "required": [
        "type",
        "function",
      ],
      "properties": {
        "type": {
          "type": "string",
          "const": "function",
        },
        "function": {
          "type": "object",
          "required": [
            "name",
          ],
          "properties": {
            "name": {
              "type": "string",
              "maxLength": 64,
            },
          },
        },
      },
    },
    "ChatImagePart": {
      "type": "object",
      "required": [
        "type",
        "image_url",
      ],
      "properties": {
        "type": {
          "type": "string",
          "const": "image_url",
        },
        "image_url": {
          "oneOf": [
            {
              "type": "object",
              "required": [
                "url",
              ],
              "properties": {
                "url": {
                  "type": "string",
                  "maxLength": 20971520,
                },
                "detail": {
                  "type": [
                    "string",
                    "null",
                  ],
                  "maxLength": 64,
                },
              },
            },
            {
              "type": "string",
              "maxLength": 20971520,
            },
          ],
        },
        "cache_control": {
          "$ref": "#/components/schemas/ChatCacheControl",
        },
      },
    },
    "ChatMessage": {
      "oneOf": [
        {
          "$ref": "#/components/schemas/ChatSystemMessage",
        },
        {
          "$ref": "#/components/schemas/ChatDeveloperMessage",
        },
        {
          "$ref": "#/components/schemas/ChatUserMessage",
        },
        {
          "$ref": "#/components/schemas/ChatAssistantMessage",
        },
        {
          "$ref": "#/components/schemas/ChatToolMessage",
        },
      ],
      "discriminator": {
        "propertyName": "role",
        "mapping": {
          "system": "#/components/schemas/ChatSystemMessage",
          "developer": "#/components/schemas/ChatDeveloperMessage",
          "user": "#/components/schemas/ChatUserMessage",
          "assistant": "#/components/schemas/ChatAssistantMessage",
          "tool": "#/components/schemas/ChatToolMessage",
        },
      },
    },
    "ChatReasoning": {
      "type": "object",
      "properties": {
        "effort": {
          "type": [
            "string",
            "null",
          ],
          "maxLength": 64,
        },
        "max_tokens": {
          "type": [
            "integer",
            "null",
          ],
          "minimum": 0,
        },
        "enabled": {
          "type": [
            "boolean",
            "null",
          ],
        },
        "exclude": {
          "type": [
            "boolean",
            "null",
          ],
        },
        "summary": {
          "type": [
            "string",
            "null",
          ],
          "maxLength": 64,
        },
      },
    },
    "ChatReasoningEcho": {
      "type": "object",
      "required": [
        "type",
      ],
      "properties": {
        "type": {
          "type": "string",
          "maxLength": 256,
        },
        "text": {
          "type": [
            "string",
            "null",
          ],
          "maxLength": 20971520,
        },
        "summary": {
          "type": [
            "string",
            "null",
          ],
          "maxLength": 20971520,
        },
        "signature": {
          "type": [
            "string",
            "null",
          ],
          "maxLength": 20971520,
        },
        "data": {
          "type": [
            "string",
            "null",
          ],
          "maxLength": 20971520,
        },
        "id": {
          "type": [
            "string",
            "null",
          ],
          "maxLength": 65536,
        },
        "index": {
          "type": [
            "integer",
            "null",
          ],
        },
        "format": {
          "type": [
            "string",
            "null",
          ],
          "maxLength": 256,
        },
      },
    },
    "ChatRefusalPart": {
      "type": "object",
      "required": [
        "type",
        "refusal",
      ],
      "properties": {
        "type": {
          "type": "string",
          "const": "refusal",
        },
        "refusal": {
          "type": "string",
          "maxLength": 20971520,
        },
      },
    },
    "ChatRequest": {
      "type": "object",
      "required": [
        "messages",
      ],
      "properties": {
        "model": {
          "type": "string",
          "maxLength": 256,
        },
        "messages": {
          "type": "array",
          "minItems": 1,
          "maxItems": 4096,
          "items": {
            "$ref": "#/components/schemas/ChatMessage",
          },
        },
        "models": {
          "type": [
            "array",
            "null",
          ],
          "maxItems": 8,
          "items": {
            "type": "string",
            "maxLength": 256,
          },
        },
        "stream": {
          "type": [
            "boolean",
            "null",
          ],
        },
        "stream_options": {
          "type": [
            "object",
            "null",
          ],
          "properties": {
            "include_usage": {
              "type": [
                "boolean",
                "null",
              ],
            },
          },
        },
        "usage": {
          "type": [
            "object",
            "null",
          ],
          "properties": {
            "include": {
              "type": [
                "boolean",
                "null",
              ],
            },
          },
        },
        "max_completion_tokens": {
          "type": [
            "integer",
            "null",
          ],
          "minimum": 1,
        },
        "max_tokens": {
          "type": [
            "integer",
            "null",
          ],
          "minimum": 1,
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
          "minimum": 0,
          "maximum": 1,
        },
        "top_k": {
          "type": [
            "integer",
            "null",
          ],
          "minimum": 0,
        },
        "presence_penalty": {
          "type": [
            "number",
            "null",
          ],
          "minimum": -2,
          "maximum": 2,
        },
        "frequency_penalty": {
          "type": [
            "number",
            "null",
          ],
          "minimum": -2,
          "maximum": 2,
        },
        "repetition_penalty": {
          "type": [
            "number",
            "null",
          ],
          "minimum": 0,
          "maximum": 2,
        },
        "min_p": {
          "type": [
            "number",
            "null",
          ],
          "minimum": 0,
          "maximum": 1,
        },
        "top_a": {
          "type": [
            "number",
            "null",
          ],
          "minimum": 0,
          "maximum": 1,
        },
        "logit_bias": {
          "type": [
            "object",
            "null",
          ],
          "maxProperties": 1024,
          "propertyNames": {
            "maxLength": 64,
          },
          "additionalProperties": {
            "type": "number",
            "minimum": -100,
            "maximum": 100,
          },
        },
        "logprobs": {
          "type": [
            "boolean",
            "null",
          ],
        },
        "top_logprobs": {
          "type": [
            "integer",
            "null",
          ],
          "minimum": 0,
          "maximum": 20,
        },
        "seed": {
          "type": [
            "integer",
            "null",
          ],
        },
        "stop": {
          "oneOf": [
            {
              "type": "string",
              "maxLength": 1024,
            },
            {
              "type": "array",
              "maxItems": 4,
              "items": {
                "type": "string",
                "maxLength": 1024,
              },
            },
            {
              "type": "null",
            },
          ],
        },
        "n": {
          "type": [
            "integer",
            "null",
          ],
          "enum": [
            1,
            null,
          ],
          "x-refusal": "must be 1 or left out: a request has one answer. Send the request as often as you want answers",
        },
        "tools": {
          "type": [
            "array",
            "null",
          ],
          "maxItems": 512,
          "items": {
            "$ref": "#/components/schemas/ChatTool",
          },
        },
        "tool_choice": {
          "oneOf": [
            {
              "$ref": "#/components/schemas/ChatToolChoice",
            },
            {
              "type": "null",
            },
          ],
        },
        "modalities": {
          "type": [
            "array",
            "null",
          ],
          "maxItems": 8,
          "items": {
            "type": "string",
            "enum": [
              "text",
            ],
            "x-refusal": "must be \"text\": no provider is asked for sounds or pictures, so modalities may be [\"text\"] or left out",
          },
        },
        "functions": {
          "type": [
            "array",
            "null",
          ],
          "maxItems": 0,
          "items": {
            "type": "object",
            "maxProperties": 64,
          },
          "x-refusal": "must be empty or left out: it is the form that came before tools. Send the functions in tools",
        },
        "parallel_tool_calls": {
          "type": [
            "boolean",
            "null",
          ],
        },
        "response_format": {
          "oneOf": [
            {
              "$ref": "#/components/schemas/ChatResponseFormat",
            },
            {
              "type": "null",
            },
          ],
        },
        "verbosity": {
          "type": [
            "string",
            "null",
          ],
          "maxLength": 64,
        },
        "reasoning": {
          "oneOf": [
            {
              "$ref": "#/components/schemas/ChatReasoning",
            },
            {
              "type": "null",
            },
          ],
        },
        "reasoning_effort": {
          "type": [
            "string",
            "null",
          ],
          "maxLength": 64,
        },
        "include_reasoning": {
          "type": [
            "boolean",
            "null",
          ],
        },
        "service_tier": {
          "type": [
            "string",
            "null",
          ],
          "maxLength": 64,
        },
        "session_id": {
          "type": [
            "string",
            "null",
          ],
          "maxLength": 256,
        },
        "prompt_cache_key": {
          "type": [
            "string",
            "null",
          ],
          "maxLength": 512,
        },
        "prompt_cache_retention": {
          "type": [
            "string",
            "null",
          ],
          "maxLength": 64,
        },
        "user": {
          "type": [
            "string",
            "null",
          ],
          "maxLength": 512,
        },
        "safety_identifier": {
          "type": [
            "string",
            "null",
          ],
          "maxLength": 512,
        },
        "metadata": {
          "type": [
            "object",
            "null",
          ],
          "maxProperties": 16,
          "propertyNames": {
            "maxLength": 64,
          },
          "additionalProperties": {
            "type": "string",
            "maxLength": 512,
          },
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
    "ChatResponseFormat": {
      "oneOf": [
        {
          "type": "object",
          "required": [
            "type",
          ],
          "properties": {
            "type": {
              "type": "string",
              "const": "text",
              "x-refusal": "must be \"text\", \"json_object\" or \"json_schema\": the gateway knows no other form of text that all providers could keep to, such as a grammar or Python",
            },
          },
        },
        {
          "type": "object",
          "required": [
            "type",
          ],
          "properties": {
            "type": {
              "type": "string",
              "const": "json_object",
              "x-refusal": "must be \"text\", \"json_object\" or \"json_schema\": the gateway knows no other form of text that all providers could keep to, such as a grammar or Python",
            },
          },
        },
        {
          "type": "object",
          "required": [
            "type",
            "json_schema",
          ],
          "properties": {
            "type": {
              "type": "string",
              "const": "json_schema",
              "x-refusal": "must be \"text\", \"json_object\" or \"json_schema\": the gateway knows no other form of text that all providers could keep to, such as a grammar or Python",
            },
            "json_schema": {
              "type": "object",
              "required": [
                "name",
              ],
              "properties": {
                "name": {
                  "type": "string",
                  "minLength": 1,
                  "maxLength": 64,
                },
                "description": {
                  "type": [
                    "string",
                    "null",
                  ],
                  "maxLength": 1048576,
                },
                "schema": {
                  "type": [
                    "object",
                    "null",
                  ],
                  "maxProperties": 1024,
                },
                "strict": {
                  "type": [
                    "boolean",
                    "null",
                  ],
                },
              },
            },
          },
        },
      ],
    },
    "ChatSystemMessage": {
      "type": "object",
      "required": [
        "role",
        "content",
      ],
      "properties": {
        "role": {
          "type": "string",
          "const": "system",
        },
        "content": {
          "$ref": "#/components/schemas/ChatContent",
        },
        "name": {
          "type": [
            "string",
            "null",
          ],
          "maxLength": 256,
        },
      },
    },
    "ChatTextPart": {
      "type": "object",
      "required": [
        "type",
        "text",
      ],
      "properties": {
        "type": {
          "type": "string",
          "const": "text",
        },
        "text": {
          "type": "string",
          "maxLength": 20971520,
        },
        "cache_control": {
          "$ref": "#/components/schemas/ChatCacheControl",
        },
      },
    },
    "ChatTool": {
      "oneOf": [
        {
          "$ref": "#/components/schemas/ChatFunctionTool",
        },
        {
          "$ref": "#/components/schemas/OtherTool",
        },
      ],
    },
    "ChatToolCallEcho": {
      "type": "object",
      "required": [
        "id",
        "function",
      ],
      "properties": {
        "id": {
          "type": "string",
          "minLength": 1,
          "maxLength": 65536,
        },
        "type": {
          "type": [
            "string",
            "null",
          ],
          "enum": [
            "function",
            null,
          ],
        },
        "function": {
          "type": "object",
          "required": [
            "name",
            "arguments",
          ],
          "properties": {
            "name": {
              "type": "string",
              "maxLength": 256,
            },
            "arguments": {
              "type": "string",
              "maxLength": 4194304,
            },
          },
        },
      },
    },
    "ChatToolChoice": {
      "oneOf": [
        {
          "type": "string",
          "enum": [
            "auto",
            "none",
            "required",
          ],
        },
        {
          "$ref": "#/components/schemas/ChatFunctionToolChoice",
        },
      ],
      "x-refusals": [
        {
          "types": [
            "allowed_tools",
          ],
          "says": "is allowed_tools, which no provider is sent. Leave the other tools out of tools, and send a mode",
        },
        {
          "types": [
            "custom",
            "mcp",
            "web_search",
            "web_search_preview",
            "web_search_preview_2025_03_11",
            "file_search",
            "code_interpreter",
            "image_generation",
            "computer",
            "computer_use",
            "computer_use_preview",
            "shell",
            "local_shell",
            "apply_patch",
          ],
          "says": "forces a tool of the type {type}, which no provider is sent. Force a function, or send a mode",
        },
      ],
    },
    "ChatToolMessage": {
      "type": "object",
      "required": [
        "role",
        "tool_call_id",
      ],
      "properties": {
        "role": {
          "type": "string",
          "const": "tool",
        },
        "tool_call_id": {
          "type": "string",
          "maxLength": 65536,
        },
        "content": {
          "oneOf": [
            {
              "$ref": "#/components/schemas/ChatContent",
            },
            {
              "type": "null",
            },
          ],
        },
        "name": {
          "type": [
            "string",
            "null",
          ],
          "maxLength": 256,
        },
        "cache_control": {
          "$ref": "#/components/schemas/ChatCacheControl",
        },
      },
    },
    "ChatUserMessage": {
      "type": "object",
      "required": [
        "role",
        "content",
      ],
      "properties": {
        "role": {
          "type": "string",
          "const": "user",
        },
        "content": {
          "$ref": "#/components/schemas/ChatContent",
        },
        "name": {
          "type": [
            "string",
            "null",
          ],
          "maxLength": 256,
        },
      },
    },
    "OtherTool": schemaOfOtherTool,
    "ProviderPreferences": schemaOfProviderPreferences,
  },
};

/** `POST /chat/completions` */
export const createChatCompletion: StreamingOperation<"createChatCompletion", CreateChatCompletionExamples> = /* @__PURE__ */ streamingOperation({ pack, behaviour });
