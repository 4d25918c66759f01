// Generated from spec/ by `pnpm generate`. Do not edit: change spec/ and generate again.
import type { OperationPack } from "@portico/simulated-gateway";
import { createResponse as behaviour } from "@portico/simulated-gateway/behaviours";
import { streamingOperation, type StreamingOperation } from "../operation.ts";
import { malformedBodyExample, missingInputExample, repliesOf401, repliesOf402, repliesOf404, repliesOf429, repliesOf500, repliesOf529, repliesOfOthers, schemaOfOtherTool, schemaOfProviderPreferences } from "./shared.ts";

/** The names of the examples by status. */
interface CreateResponseExamples {
  200: "text-response" | "function-call-response" | "parallel-calls-response" | "thoughts-response" | "incomplete-response" | "text-stream" | "function-call-stream" | "parallel-calls-stream" | "thoughts-stream" | "failed-stream" | "incomplete-stream";
  400: "missing-input" | "assistant-message-without-id" | "malformed-body";
  401: "missing-key" | "invalid-key" | "wrong-kind-of-key";
  402: "insufficient-credits";
  403: "model-not-allowed" | "network-not-allowed" | "scope-too-narrow";
  404: "text-model-not-found";
  405: "method-not-allowed";
  413: "body-too-large";
  415: "unsupported-media-type";
  429: "rate-limited" | "too-much-at-once";
  431: "headers-too-large";
  500: "internal-error";
  503: "gateway-full" | "unavailable";
  529: "overloaded";
}

export const pack: OperationPack = {
  "facts": {
    "id": "createResponse",
    "method": "post",
    "path": "/responses",
    "key": "ordinary",
    "scope": "all",
    "roles": [],
    "pathParameters": [],
  },
  "parameters": [],
  "body": {
    "$ref": "#/components/schemas/ResponseRequest",
  },
  "replies": {
    "200": {
      "application/json": [
        {
          "name": "text-response",
          "value": {
            "id": "resp_01K9Q3W8Z4M6T2V7X5N1B0C8D9",
            "object": "response",
            "created_at": 1795250400,
            "completed_at": 1795250401,
            "status": "completed",
            "model": "acme/writer",
            "output": [
              {
                "type": "message",
                "id": "msg_01K9Q3W8Z4A1",
                "role": "assistant",
                "status": "completed",
                "content": [
                  {
                    "type": "output_text",
                    "text": "Bonjour !",
                    "annotations": [],
                    "logprobs": [],
                  },
                ],
              },
            ],
            "usage": {
              "input_tokens": 12,
              "output_tokens": 4,
              "total_tokens": 16,
              "input_tokens_details": {
                "cached_tokens": 0,
                "cache_write_tokens": 0,
              },
              "output_tokens_details": {
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
            "error": null,
            "incomplete_details": null,
            "instructions": null,
            "metadata": null,
            "temperature": null,
            "top_p": null,
            "presence_penalty": null,
            "frequency_penalty": null,
            "parallel_tool_calls": true,
            "tools": [],
            "tool_choice": "auto",
            "max_output_tokens": null,
            "previous_response_id": null,
            "service_tier": "default",
            "store": false,
            "output_text": "Bonjour !",
          },
        },
        {
          "name": "function-call-response",
          "value": {
            "id": "resp_01K9Q3W8Z4M6T2V7X5N1B0C8D9",
            "object": "response",
            "created_at": 1795250400,
            "completed_at": 1795250401,
            "status": "completed",
            "model": "acme/writer",
            "output": [
              {
                "type": "function_call",
                "id": "fc_01K9Q3W8Z4paris",
                "call_id": "call_paris",
                "name": "get_weather",
                "arguments": "{\"city\":\"Paris\"}",
                "status": "completed",
              },
            ],
            "usage": {
              "input_tokens": 58,
              "output_tokens": 16,
              "total_tokens": 74,
              "input_tokens_details": {
                "cached_tokens": 0,
                "cache_write_tokens": 0,
              },
              "output_tokens_details": {
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
            "error": null,
            "incomplete_details": null,
            "instructions": null,
            "metadata": null,
            "temperature": null,
            "top_p": null,
            "presence_penalty": null,
            "frequency_penalty": null,
            "parallel_tool_calls": true,
            "tools": [
              {
                "type": "function",
                "name": "get_weather",
                "description": "Current weather in a city",
                "strict": null,
                "parameters": {
                  "type": "object",
                  "properties": {
                    "city": {
                      "type": "string",
                      "description": "Name of the city",
                    },
                  },
                  "required": [
                    "city",
                  ],
                },
              },
            ],
            "tool_choice": {
              "type": "function",
              "name": "get_weather",
            },
            "max_output_tokens": null,
            "previous_response_id": null,
            "service_tier": "default",
            "store": false,
          },
        },
        {
          "name": "parallel-calls-response",
          "value": {
            "id": "resp_01K9Q3W8Z4M6T2V7X5N1B0C8D9",
            "object": "response",
            "created_at": 1795250400,
            "completed_at": 1795250401,
            "status": "completed",
            "model": "acme/writer",
            "output": [
              {
                "type": "function_call",
                "id": "fc_01K9Q3W8Z4paris",
                "call_id": "call_paris",
                "name": "get_weather",
                "arguments": "{\"city\":\"Paris\"}",
                "status": "completed",
              },
              {
                "type": "function_call",
                "id": "fc_01K9Q3W8Z4oslo",
                "call_id": "call_oslo",
                "name": "get_weather",
                "arguments": "{\"city\":\"Oslo\"}",
                "status": "completed",
              },
            ],
            "usage": {
              "input_tokens": 61,
              "output_tokens": 33,
              "total_tokens": 94,
              "input_tokens_details": {
                "cached_tokens": 0,
                "cache_write_tokens": 0,
              },
              "output_tokens_details": {
                "reasoning_tokens": 0,
              },
              "cost": 0.0000386,
              "cost_details": {
                "input_cost": 0.0000122,
                "output_cost": 0.0000264,
                "cache_read_cost": 0,
                "cache_write_cost": 0,
                "discount": 0,
                "unbilled": 0,
                "upstream_inference_cost": null,
                "upstream_inference_prompt_cost": 0.0000122,
                "upstream_inference_completions_cost": 0.0000264,
                "upstream_inference_input_cost": 0.0000122,
                "upstream_inference_output_cost": 0.0000264,
              },
              "is_byok": false,
            },
            "error": null,
            "incomplete_details": null,
            "instructions": null,
            "metadata": null,
            "temperature": null,
            "top_p": null,
            "presence_penalty": null,
            "frequency_penalty": null,
            "parallel_tool_calls": true,
            "tools": [
              {
                "type": "function",
                "name": "get_weather",
                "description": "Current weather in a city",
                "strict": null,
                "parameters": {
                  "type": "object",
                  "properties": {
                    "city": {
                      "type": "string",
                      "description": "Name of the city",
                    },
                  },
                  "required": [
                    "city",
                  ],
                },
              },
            ],
            "tool_choice": "auto",
            "max_output_tokens": null,
            "previous_response_id": null,
            "service_tier": "default",
            "store": false,
          },
        },
        {
          "name": "thoughts-response",
          "value": {
            "id": "resp_01K9Q3W8Z4M6T2V7X5N1B0C8D9",
            "object": "response",
            "created_at": 1795250400,
            "completed_at": 1795250401,
            "status": "completed",
            "model": "acme/writer",
            "output": [
              {
                "type": "reasoning",
                "id": "rs_01K9Q3W8Z4T1",
                "summary": [
                  {
                    "type": "summary_text",
                    "text": "An umbrella depends on today's weather in Paris.",
                  },
                  {
                    "type": "summary_text",
                    "text": "I should look it up first.",
                  },
                ],
                "encrypted_content": "AQAAAAEJYW50aHJvcGljbjQLnP-zepicpUTmu3gKLHiQHT-zNzh2hRGjBhevoB1L9RIvNEVUxTveLruM0rfj0WAK1jHDhaXXzOI8d4VFmtvBtMkA_-SNV1tdpcY4BAEl9l2w_j4kSUt26phkV9mG",
                "status": "completed",
              },
              {
                "type": "function_call",
                "id": "fc_01K9Q3W8Z4paris",
                "call_id": "call_paris",
                "name": "get_weather",
                "arguments": "{\"city\":\"Paris\"}",
                "status": "completed",
              },
            ],
            "usage": {
              "input_tokens": 58,
              "output_tokens": 41,
              "total_tokens": 99,
              "input_tokens_details": {
                "cached_tokens": 0,
                "cache_write_tokens": 0,
              },
              "output_tokens_details": {
                "reasoning_tokens": 25,
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
            "error": null,
            "incomplete_details": null,
            "instructions": null,
            "metadata": null,
            "temperature": null,
            "top_p": null,
            "presence_penalty": null,
            "frequency_penalty": null,
            "parallel_tool_calls": true,
            "tools": [
              {
                "type": "function",
                "name": "get_weather",
                "description": "Current weather in a city",
                "strict": null,
                "parameters": {
                  "type": "object",
                  "properties": {
                    "city": {
                      "type": "string",
                      "description": "Name of the city",
                    },
                  },
                  "required": [
                    "city",
                  ],
                },
              },
            ],
            "tool_choice": "auto",
            "max_output_tokens": null,
            "reasoning": {
              "effort": "medium",
              "summary": "auto",
            },
            "previous_response_id": null,
            "service_tier": "default",
            "store": false,
          },
        },
        {
          "name": "incomplete-response",
          "value": {
            "id": "resp_01K9Q3W8Z4M6T2V7X5N1B0C8D9",
            "object": "response",
            "created_at": 1795250400,
            "completed_at": null,
            "status": "incomplete",
            "model": "acme/writer",
            "output": [
              {
                "type": "message",
                "id": "msg_01K9Q3W8Z4A1",
                "role": "assistant",
                "status": "incomplete",
                "content": [
                  {
                    "type": "output_text",
                    "text": "Once upon a",
                    "annotations": [],
                    "logprobs": [],
                  },
                ],
              },
            ],
            "usage": {
              "input_tokens": 14,
              "output_tokens": 3,
              "total_tokens": 17,
              "input_tokens_details": {
                "cached_tokens": 0,
                "cache_write_tokens": 0,
              },
              "output_tokens_details": {
                "reasoning_tokens": 0,
              },
              "cost": 0.0000052,
              "cost_details": {
                "input_cost": 0.0000028,
                "output_cost": 0.0000024,
                "cache_read_cost": 0,
                "cache_write_cost": 0,
                "discount": 0,
                "unbilled": 0,
                "upstream_inference_cost": null,
                "upstream_inference_prompt_cost": 0.0000028,
                "upstream_inference_completions_cost": 0.0000024,
                "upstream_inference_input_cost": 0.0000028,
                "upstream_inference_output_cost": 0.0000024,
              },
              "is_byok": false,
            },
            "error": null,
            "incomplete_details": {
              "reason": "max_output_tokens",
            },
            "instructions": null,
            "metadata": null,
            "temperature": null,
            "top_p": null,
            "presence_penalty": null,
            "frequency_penalty": null,
            "parallel_tool_calls": true,
            "tools": [],
            "tool_choice": "auto",
            "max_output_tokens": 3,
            "previous_response_id": null,
            "service_tier": "default",
            "store": false,
            "output_text": "Once upon a",
          },
        },
      ],
      "text/event-stream": [
        {
          "name": "text-stream",
          "value": "data: {\"type\":\"response.created\",\"sequence_number\":0,\"response\":{\"id\":\"resp_01K9Q3W8Z4M6T2V7X5N1B0C8D9\",\"object\":\"response\",\"created_at\":1795250400,\"completed_at\":null,\"status\":\"in_progress\",\"model\":\"acme/writer\",\"output\":[],\"usage\":null,\"error\":null,\"incomplete_details\":null,\"instructions\":null,\"metadata\":null,\"temperature\":null,\"top_p\":null,\"presence_penalty\":null,\"frequency_penalty\":null,\"parallel_tool_calls\":true,\"tools\":[],\"tool_choice\":\"auto\",\"max_output_tokens\":null,\"previous_response_id\":null,\"store\":false}}\n\ndata: {\"type\":\"response.in_progress\",\"sequence_number\":1,\"response\":{\"id\":\"resp_01K9Q3W8Z4M6T2V7X5N1B0C8D9\",\"object\":\"response\",\"created_at\":1795250400,\"completed_at\":null,\"status\":\"in_progress\",\"model\":\"acme/writer\",\"output\":[],\"usage\":null,\"error\":null,\"incomplete_details\":null,\"instructions\":null,\"metadata\":null,\"temperature\":null,\"top_p\":null,\"presence_penalty\":null,\"frequency_penalty\":null,\"parallel_tool_calls\":true,\"tools\":[],\"tool_choice\":\"auto\",\"max_output_tokens\":null,\"previous_response_id\":null,\"store\":false}}\n\ndata: {\"type\":\"response.output_item.added\",\"sequence_number\":2,\"response_id\":\"resp_01K9Q3W8Z4M6T2V7X5N1B0C8D9\",\"output_index\":0,\"item\":{\"type\":\"message\",\"id\":\"msg_01K9Q3W8Z4A1\",\"role\":\"assistant\",\"status\":\"in_progress\",\"content\":[]}}\n\ndata: {\"type\":\"response.content_part.added\",\"sequence_number\":3,\"response_id\":\"resp_01K9Q3W8Z4M6T2V7X5N1B0C8D9\",\"item_id\":\"msg_01K9Q3W8Z4A1\",\"output_index\":0,\"content_index\":0,\"part\":{\"type\":\"output_text\",\"text\":\"\",\"annotations\":[],\"logprobs\":[]}}\n\ndata: {\"type\":\"response.output_text.delta\",\"sequence_number\":4,\"item_id\":\"msg_01K9Q3W8Z4A1\",\"output_index\":0,\"content_index\":0,\"delta\":\"Bon\",\"logprobs\":[]}\n\ndata: {\"type\":\"response.content_part.delta\",\"sequence_number\":5,\"response_id\":\"resp_01K9Q3W8Z4M6T2V7X5N1B0C8D9\",\"output_index\":0,\"content_index\":0,\"delta\":\"Bon\"}\n\ndata: {\"type\":\"response.output_text.delta\",\"sequence_number\":6,\"item_id\":\"msg_01K9Q3W8Z4A1\",\"output_index\":0,\"content_index\":0,\"delta\":\"jour\",\"logprobs\":[]}\n\ndata: {\"type\":\"response.content_part.delta\",\"sequence_number\":7,\"response_id\":\"resp_01K9Q3W8Z4M6T2V7X5N1B0C8D9\",\"output_index\":0,\"content_index\":0,\"delta\":\"jour\"}\n\ndata: {\"type\":\"response.output_text.delta\",\"sequence_number\":8,\"item_id\":\"msg_01K9Q3W8Z4A1\",\"output_index\":0,\"content_index\":0,\"delta\":\" !\",\"logprobs\":[]}\n\ndata: {\"type\":\"response.content_part.delta\",\"sequence_number\":9,\"response_id\":\"resp_01K9Q3W8Z4M6T2V7X5N1B0C8D9\",\"output_index\":0,\"content_index\":0,\"delta\":\" !\"}\n\ndata: {\"type\":\"response.output_text.done\",\"sequence_number\":10,\"item_id\":\"msg_01K9Q3W8Z4A1\",\"output_index\":0,\"content_index\":0,\"text\":\"Bonjour !\",\"logprobs\":[]}\n\ndata: {\"type\":\"response.content_part.done\",\"sequence_number\":11,\"item_id\":\"msg_01K9Q3W8Z4A1\",\"output_index\":0,\"content_index\":0,\"part\":{\"type\":\"output_text\",\"text\":\"Bonjour !\",\"annotations\":[],\"logprobs\":[]}}\n\ndata: {\"type\":\"response.output_item.done\",\"sequence_number\":12,\"response_id\":\"resp_01K9Q3W8Z4M6T2V7X5N1B0C8D9\",\"output_index\":0,\"item\":{\"type\":\"message\",\"id\":\"msg_01K9Q3W8Z4A1\",\"role\":\"assistant\",\"status\":\"completed\",\"content\":[{\"type\":\"output_text\",\"text\":\"Bonjour !\",\"annotations\":[],\"logprobs\":[]}]}}\n\ndata: {\"type\":\"response.completed\",\"sequence_number\":13,\"response\":{\"id\":\"resp_01K9Q3W8Z4M6T2V7X5N1B0C8D9\",\"object\":\"response\",\"created_at\":1795250400,\"completed_at\":1795250401,\"status\":\"completed\",\"model\":\"acme/writer\",\"output\":[{\"type\":\"message\",\"id\":\"msg_01K9Q3W8Z4A1\",\"role\":\"assistant\",\"status\":\"completed\",\"content\":[{\"type\":\"output_text\",\"text\":\"Bonjour !\",\"annotations\":[],\"logprobs\":[]}]}],\"usage\":{\"input_tokens\":12,\"output_tokens\":4,\"total_tokens\":16,\"input_tokens_details\":{\"cached_tokens\":0,\"cache_write_tokens\":0},\"output_tokens_details\":{\"reasoning_tokens\":0},\"cost\":0.0000056,\"cost_details\":{\"input_cost\":0.0000024,\"output_cost\":0.0000032,\"cache_read_cost\":0,\"cache_write_cost\":0,\"discount\":0,\"unbilled\":0,\"upstream_inference_cost\":null,\"upstream_inference_prompt_cost\":0.0000024,\"upstream_inference_completions_cost\":0.0000032,\"upstream_inference_input_cost\":0.0000024,\"upstream_inference_output_cost\":0.0000032},\"is_byok\":false},\"error\":null,\"incomplete_details\":null,\"instructions\":null,\"metadata\":null,\"temperature\":null,\"top_p\":null,\"presence_penalty\":null,\"frequency_penalty\":null,\"parallel_tool_calls\":true,\"tools\":[],\"tool_choice\":\"auto\",\"max_output_tokens\":null,\"previous_response_id\":null,\"store\":false}}\n\ndata: {\"type\":\"response.done\",\"sequence_number\":14,\"response\":{\"id\":\"resp_01K9Q3W8Z4M6T2V7X5N1B0C8D9\",\"object\":\"response\",\"status\":\"completed\",\"usage\":{\"input_tokens\":12,\"output_tokens\":4,\"total_tokens\":16,\"input_tokens_details\":{\"cached_tokens\":0,\"cache_write_tokens\":0},\"output_tokens_details\":{\"reasoning_tokens\":0},\"cost\":0.0000056,\"cost_details\":{\"input_cost\":0.0000024,\"output_cost\":0.0000032,\"cache_read_cost\":0,\"cache_write_cost\":0,\"discount\":0,\"unbilled\":0,\"upstream_inference_cost\":null,\"upstream_inference_prompt_cost\":0.0000024,\"upstream_inference_completions_cost\":0.0000032,\"upstream_inference_input_cost\":0.0000024,\"upstream_inference_output_cost\":0.0000032},\"is_byok\":false}}}\n\ndata: [DONE]\n\n",
        },
        {
          "name": "function-call-stream",
          "value": "data: {\"type\":\"response.created\",\"sequence_number\":0,\"response\":{\"id\":\"resp_01K9Q3W8Z4M6T2V7X5N1B0C8D9\",\"object\":\"response\",\"created_at\":1795250400,\"completed_at\":null,\"status\":\"in_progress\",\"model\":\"acme/writer\",\"output\":[],\"usage\":null,\"error\":null,\"incomplete_details\":null,\"instructions\":null,\"metadata\":null,\"temperature\":null,\"top_p\":null,\"presence_penalty\":null,\"frequency_penalty\":null,\"parallel_tool_calls\":true,\"tools\":[{\"type\":\"function\",\"name\":\"get_weather\",\"description\":\"Current weather in a city\",\"strict\":null,\"parameters\":{\"type\":\"object\",\"properties\":{\"city\":{\"type\":\"string\",\"description\":\"Name of the city\"}},\"required\":[\"city\"]}}],\"tool_choice\":{\"type\":\"function\",\"name\":\"get_weather\"},\"max_output_tokens\":null,\"previous_response_id\":null,\"store\":false}}\n\ndata: {\"type\":\"response.in_progress\",\"sequence_number\":1,\"response\":{\"id\":\"resp_01K9Q3W8Z4M6T2V7X5N1B0C8D9\",\"object\":\"response\",\"created_at\":1795250400,\"completed_at\":null,\"status\":\"in_progress\",\"model\":\"acme/writer\",\"output\":[],\"usage\":null,\"error\":null,\"incomplete_details\":null,\"instructions\":null,\"metadata\":null,\"temperature\":null,\"top_p\":null,\"presence_penalty\":null,\"frequency_penalty\":null,\"parallel_tool_calls\":true,\"tools\":[{\"type\":\"function\",\"name\":\"get_weather\",\"description\":\"Current weather in a city\",\"strict\":null,\"parameters\":{\"type\":\"object\",\"properties\":{\"city\":{\"type\":\"string\",\"description\":\"Name of the city\"}},\"required\":[\"city\"]}}],\"tool_choice\":{\"type\":\"function\",\"name\":\"get_weather\"},\"max_output_tokens\":null,\"previous_response_id\":null,\"store\":false}}\n\ndata: {\"type\":\"response.output_item.added\",\"sequence_number\":2,\"response_id\":\"resp_01K9Q3W8Z4M6T2V7X5N1B0C8D9\",\"output_index\":0,\"item\":{\"type\":\"function_call\",\"id\":\"fc_01K9Q3W8Z4paris\",\"call_id\":\"call_paris\",\"name\":\"get_weather\",\"arguments\":\"\",\"status\":\"in_progress\"}}\n\ndata: {\"type\":\"response.function_call_arguments.delta\",\"sequence_number\":3,\"item_id\":\"fc_01K9Q3W8Z4paris\",\"output_index\":0,\"delta\":\"{\\\"city\\\":\"}\n\ndata: {\"type\":\"response.function_call_arguments.delta\",\"sequence_number\":4,\"item_id\":\"fc_01K9Q3W8Z4paris\",\"output_index\":0,\"delta\":\"\\\"Paris\\\"}\"}\n\ndata: {\"type\":\"response.function_call_arguments.done\",\"sequence_number\":5,\"item_id\":\"fc_01K9Q3W8Z4paris\",\"output_index\":0,\"name\":\"get_weather\",\"arguments\":\"{\\\"city\\\":\\\"Paris\\\"}\"}\n\ndata: {\"type\":\"response.output_item.done\",\"sequence_number\":6,\"response_id\":\"resp_01K9Q3W8Z4M6T2V7X5N1B0C8D9\",\"output_index\":0,\"item\":{\"type\":\"function_call\",\"id\":\"fc_01K9Q3W8Z4paris\",\"call_id\":\"call_paris\",\"name\":\"get_weather\",\"arguments\":\"{\\\"city\\\":\\\"Paris\\\"}\",\"status\":\"completed\"}}\n\ndata: {\"type\":\"response.completed\",\"sequence_number\":7,\"response\":{\"id\":\"resp_01K9Q3W8Z4M6T2V7X5N1B0C8D9\",\"object\":\"response\",\"created_at\":1795250400,\"completed_at\":1795250401,\"status\":\"completed\",\"model\":\"acme/writer\",\"output\":[{\"type\":\"function_call\",\"id\":\"fc_01K9Q3W8Z4paris\",\"call_id\":\"call_paris\",\"name\":\"get_weather\",\"arguments\":\"{\\\"city\\\":\\\"Paris\\\"}\",\"status\":\"completed\"}],\"usage\":{\"input_tokens\":58,\"output_tokens\":16,\"total_tokens\":74,\"input_tokens_details\":{\"cached_tokens\":0,\"cache_write_tokens\":0},\"output_tokens_details\":{\"reasoning_tokens\":0},\"cost\":0.0000244,\"cost_details\":{\"input_cost\":0.0000116,\"output_cost\":0.0000128,\"cache_read_cost\":0,\"cache_write_cost\":0,\"discount\":0,\"unbilled\":0,\"upstream_inference_cost\":null,\"upstream_inference_prompt_cost\":0.0000116,\"upstream_inference_completions_cost\":0.0000128,\"upstream_inference_input_cost\":0.0000116,\"upstream_inference_output_cost\":0.0000128},\"is_byok\":false},\"error\":null,\"incomplete_details\":null,\"instructions\":null,\"metadata\":null,\"temperature\":null,\"top_p\":null,\"presence_penalty\":null,\"frequency_penalty\":null,\"parallel_tool_calls\":true,\"tools\":[{\"type\":\"function\",\"name\":\"get_weather\",\"description\":\"Current weather in a city\",\"strict\":null,\"parameters\":{\"type\":\"object\",\"properties\":{\"city\":{\"type\":\"string\",\"description\":\"Name of the city\"}},\"required\":[\"city\"]}}],\"tool_choice\":{\"type\":\"function\",\"name\":\"get_weather\"},\"max_output_tokens\":null,\"previous_response_id\":null,\"store\":false}}\n\ndata: {\"type\":\"response.done\",\"sequence_number\":8,\"response\":{\"id\":\"resp_01K9Q3W8Z4M6T2V7X5N1B0C8D9\",\"object\":\"response\",\"status\":\"completed\",\"usage\":{\"input_tokens\":58,\"output_tokens\":16,\"total_tokens\":74,\"input_tokens_details\":{\"cached_tokens\":0,\"cache_write_tokens\":0},\"output_tokens_details\":{\"reasoning_tokens\":0},\"cost\":0.0000244,\"cost_details\":{\"input_cost\":0.0000116,\"output_cost\":0.0000128,\"cache_read_cost\":0,\"cache_write_cost\":0,\"discount\":0,\"unbilled\":0,\"upstream_inference_cost\":null,\"upstream_inference_prompt_cost\":0.0000116,\"upstream_inference_completions_cost\":0.0000128,\"upstream_inference_input_cost\":0.0000116,\"upstream_inference_output_cost\":0.0000128},\"is_byok\":false}}}\n\ndata: [DONE]\n\n",
        },
        {
          "name": "parallel-calls-stream",
          "value": "data: {\"type\":\"response.created\",\"sequence_number\":0,\"response\":{\"id\":\"resp_01K9Q3W8Z4M6T2V7X5N1B0C8D9\",\"object\":\"response\",\"created_at\":1795250400,\"completed_at\":null,\"status\":\"in_progress\",\"model\":\"acme/writer\",\"output\":[],\"usage\":null,\"error\":null,\"incomplete_details\":null,\"instructions\":null,\"metadata\":null,\"temperature\":null,\"top_p\":null,\"presence_penalty\":null,\"frequency_penalty\":null,\"parallel_tool_calls\":true,\"tools\":[{\"type\":\"function\",\"name\":\"get_weather\",\"description\":\"Current weather in a city\",\"strict\":null,\"parameters\":{\"type\":\"object\",\"properties\":{\"city\":{\"type\":\"string\",\"description\":\"Name of the city\"}},\"required\":[\"city\"]}}],\"tool_choice\":\"auto\",\"max_output_tokens\":null,\"previous_response_id\":null,\"store\":false}}\n\ndata: {\"type\":\"response.in_progress\",\"sequence_number\":1,\"response\":{\"id\":\"resp_01K9Q3W8Z4M6T2V7X5N1B0C8D9\",\"object\":\"response\",\"created_at\":1795250400,\"completed_at\":null,\"status\":\"in_progress\",\"model\":\"acme/writer\",\"output\":[],\"usage\":null,\"error\":null,\"incomplete_details\":null,\"instructions\":null,\"metadata\":null,\"temperature\":null,\"top_p\":null,\"presence_penalty\":null,\"frequency_penalty\":null,\"parallel_tool_calls\":true,\"tools\":[{\"type\":\"function\",\"name\":\"get_weather\",\"description\":\"Current weather in a city\",\"strict\":null,\"parameters\":{\"type\":\"object\",\"properties\":{\"city\":{\"type\":\"string\",\"description\":\"Name of the city\"}},\"required\":[\"city\"]}}],\"tool_choice\":\"auto\",\"max_output_tokens\":null,\"previous_response_id\":null,\"store\":false}}\n\ndata: {\"type\":\"response.output_item.added\",\"sequence_number\":2,\"response_id\":\"resp_01K9Q3W8Z4M6T2V7X5N1B0C8D9\",\"output_index\":0,\"item\":{\"type\":\"message\",\"id\":\"msg_01K9Q3W8Z4A1\",\"role\":\"assistant\",\"status\":\"in_progress\",\"content\":[]}}\n\ndata: {\"type\":\"response.content_part.added\",\"sequence_number\":3,\"response_id\":\"resp_01K9Q3W8Z4M6T2V7X5N1B0C8D9\",\"item_id\":\"msg_01K9Q3W8Z4A1\",\"output_index\":0,\"content_index\":0,\"part\":{\"type\":\"output_text\",\"text\":\"\",\"annotations\":[],\"logprobs\":[]}}\n\ndata: {\"type\":\"response.output_text.delta\",\"sequence_number\":4,\"item_id\":\"msg_01K9Q3W8Z4A1\",\"output_index\":0,\"content_index\":0,\"delta\":\"Let me\",\"logprobs\":[]}\n\ndata: {\"type\":\"response.content_part.delta\",\"sequence_number\":5,\"response_id\":\"resp_01K9Q3W8Z4M6T2V7X5N1B0C8D9\",\"output_index\":0,\"content_index\":0,\"delta\":\"Let me\"}\n\ndata: {\"type\":\"response.output_text.delta\",\"sequence_number\":6,\"item_id\":\"msg_01K9Q3W8Z4A1\",\"output_index\":0,\"content_index\":0,\"delta\":\" look.\",\"logprobs\":[]}\n\ndata: {\"type\":\"response.content_part.delta\",\"sequence_number\":7,\"response_id\":\"resp_01K9Q3W8Z4M6T2V7X5N1B0C8D9\",\"output_index\":0,\"content_index\":0,\"delta\":\" look.\"}\n\ndata: {\"type\":\"response.output_text.done\",\"sequence_number\":8,\"item_id\":\"msg_01K9Q3W8Z4A1\",\"output_index\":0,\"content_index\":0,\"text\":\"Let me look.\",\"logprobs\":[]}\n\ndata: {\"type\":\"response.content_part.done\",\"sequence_number\":9,\"item_id\":\"msg_01K9Q3W8Z4A1\",\"output_index\":0,\"content_index\":0,\"part\":{\"type\":\"output_text\",\"text\":\"Let me look.\",\"annotations\":[],\"logprobs\":[]}}\n\ndata: {\"type\":\"response.output_item.done\",\"sequence_number\":10,\"response_id\":\"resp_01K9Q3W8Z4M6T2V7X5N1B0C8D9\",\"output_index\":0,\"item\":{\"type\":\"message\",\"id\":\"msg_01K9Q3W8Z4A1\",\"role\":\"assistant\",\"status\":\"completed\",\"content\":[{\"type\":\"output_text\",\"text\":\"Let me look.\",\"annotations\":[],\"logprobs\":[]}]}}\n\ndata: {\"type\":\"response.output_item.added\",\"sequence_number\":11,\"response_id\":\"resp_01K9Q3W8Z4M6T2V7X5N1B0C8D9\",\"output_index\":1,\"item\":{\"type\":\"function_call\",\"id\":\"fc_01K9Q3W8Z4paris\",\"call_id\":\"call_paris\",\"name\":\"get_weather\",\"arguments\":\"\",\"status\":\"in_progress\"}}\n\ndata: {\"type\":\"response.function_call_arguments.delta\",\"sequence_number\":12,\"item_id\":\"fc_01K9Q3W8Z4paris\",\"output_index\":1,\"delta\":\"{\\\"city\\\":\"}\n\ndata: {\"type\":\"response.function_call_arguments.delta\",\"sequence_number\":13,\"item_id\":\"fc_01K9Q3W8Z4paris\",\"output_index\":1,\"delta\":\"\\\"Paris\\\"}\"}\n\ndata: {\"type\":\"response.function_call_arguments.done\",\"sequence_number\":14,\"item_id\":\"fc_01K9Q3W8Z4paris\",\"output_index\":1,\"name\":\"get_weather\",\"arguments\":\"{\\\"city\\\":\\\"Paris\\\"}\"}\n\ndata: {\"type\":\"response.output_item.done\",\"sequence_number\":15,\"response_id\":\"resp_01K9Q3W8Z4M6T2V7X5N1B0C8D9\",\"output_index\":1,\"item\":{\"type\":\"function_call\",\"id\":\"fc_01K9Q3W8Z4paris\",\"call_id\":\"call_paris\",\"name\":\"get_weather\",\"arguments\":\"{\\\"city\\\":\\\"Paris\\\"}\",\"status\":\"completed\"}}\n\ndata: {\"type\":\"response.output_item.added\",\"sequence_number\":16,\"response_id\":\"resp_01K9Q3W8Z4M6T2V7X5N1B0C8D9\",\"output_index\":2,\"item\":{\"type\":\"function_call\",\"id\":\"fc_01K9Q3W8Z4oslo\",\"call_id\":\"call_oslo\",\"name\":\"get_weather\",\"arguments\":\"\",\"status\":\"in_progress\"}}\n\ndata: {\"type\":\"response.function_call_arguments.delta\",\"sequence_number\":17,\"item_id\":\"fc_01K9Q3W8Z4oslo\",\"output_index\":2,\"delta\":\"{\\\"city\\\":\"}\n\ndata: {\"type\":\"response.function_call_arguments.delta\",\"sequence_number\":18,\"item_id\":\"fc_01K9Q3W8Z4oslo\",\"output_index\":2,\"delta\":\"\\\"Oslo\\\"}\"}\n\ndata: {\"type\":\"response.function_call_arguments.done\",\"sequence_number\":19,\"item_id\":\"fc_01K9Q3W8Z4oslo\",\"output_index\":2,\"name\":\"get_weather\",\"arguments\":\"{\\\"city\\\":\\\"Oslo\\\"}\"}\n\ndata: {\"type\":\"response.output_item.done\",\"sequence_number\":20,\"response_id\":\"resp_01K9Q3W8Z4M6T2V7X5N1B0C8D9\",\"output_index\":2,\"item\":{\"type\":\"function_call\",\"id\":\"fc_01K9Q3W8Z4oslo\",\"call_id\":\"call_oslo\",\"name\":\"get_weather\",\"arguments\":\"{\\\"city\\\":\\\"Oslo\\\"}\",\"status\":\"completed\"}}\n\ndata: {\"type\":\"response.completed\",\"sequence_number\":21,\"response\":{\"id\":\"resp_01K9Q3W8Z4M6T2V7X5N1B0C8D9\",\"object\":\"response\",\"created_at\":1795250400,\"completed_at\":1795250401,\"status\":\"completed\",\"model\":\"acme/writer\",\"output\":[{\"type\":\"message\",\"id\":\"msg_01K9Q3W8Z4A1\",\"role\":\"assistant\",\"status\":\"completed\",\"content\":[{\"type\":\"output_text\",\"text\":\"Let me look.\",\"annotations\":[],\"logprobs\":[]}]},{\"type\":\"function_call\",\"id\":\"fc_01K9Q3W8Z4paris\",\"call_id\":\"call_paris\",\"name\":\"get_weather\",\"arguments\":\"{\\\"city\\\":\\\"Paris\\\"}\",\"status\":\"completed\"},{\"type\":\"function_call\",\"id\":\"fc_01K9Q3W8Z4oslo\",\"call_id\":\"call_oslo\",\"name\":\"get_weather\",\"arguments\":\"{\\\"city\\\":\\\"Oslo\\\"}\",\"status\":\"completed\"}],\"usage\":{\"input_tokens\":61,\"output_tokens\":38,\"total_tokens\":99,\"input_tokens_details\":{\"cached_tokens\":0,\"cache_write_tokens\":0},\"output_tokens_details\":{\"reasoning_tokens\":0},\"cost\":0.0000426,\"cost_details\":{\"input_cost\":0.0000122,\"output_cost\":0.0000304,\"cache_read_cost\":0,\"cache_write_cost\":0,\"discount\":0,\"unbilled\":0,\"upstream_inference_cost\":null,\"upstream_inference_prompt_cost\":0.0000122,\"upstream_inference_completions_cost\":0.0000304,\"upstream_inference_input_cost\":0.0000122,\"upstream_inference_output_cost\":0.0000304},\"is_byok\":false},\"error\":null,\"incomplete_details\":null,\"instructions\":null,\"metadata\":null,\"temperature\":null,\"top_p\":null,\"presence_penalty\":null,\"frequency_penalty\":null,\"parallel_tool_calls\":true,\"tools\":[{\"type\":\"function\",\"name\":\"get_weather\",\"description\":\"Current weather in a city\",\"strict\":null,\"parameters\":{\"type\":\"object\",\"properties\":{\"city\":{\"type\":\"string\",\"description\":\"Name of the city\"}},\"required\":[\"city\"]}}],\"tool_choice\":\"auto\",\"max_output_tokens\":null,\"previous_response_id\":null,\"store\":false}}\n\ndata: {\"type\":\"response.done\",\"sequence_number\":22,\"response\":{\"id\":\"resp_01K9Q3W8Z4M6T2V7X5N1B0C8D9\",\"object\":\"response\",\"status\":\"completed\",\"usage\":{\"input_tokens\":61,\"output_tokens\":38,\"total_tokens\":99,\"input_tokens_details\":{\"cached_tokens\":0,\"cache_write_tokens\":0},\"output_tokens_details\":{\"reasoning_tokens\":0},\"cost\":0.0000426,\"cost_details\":{\"input_cost\":0.0000122,\"output_cost\":0.0000304,\"cache_read_cost\":0,\"cache_write_cost\":0,\"discount\":0,\"unbilled\":0,\"upstream_inference_cost\":null,\"upstream_inference_prompt_cost\":0.0000122,\"upstream_inference_completions_cost\":0.0000304,\"upstream_inference_input_cost\":0.0000122,\"upstream_inference_output_cost\":0.0000304},\"is_byok\":false}}}\n\ndata: [DONE]\n\n",
        },
        {
          "name": "thoughts-stream",
          "value": "data: {\"type\":\"response.created\",\"sequence_number\":0,\"response\":{\"id\":\"resp_01K9Q3W8Z4M6T2V7X5N1B0C8D9\",\"object\":\"response\",\"created_at\":1795250400,\"completed_at\":null,\"status\":\"in_progress\",\"model\":\"acme/writer\",\"output\":[],\"usage\":null,\"error\":null,\"incomplete_details\":null,\"instructions\":null,\"metadata\":null,\"temperature\":null,\"top_p\":null,\"presence_penalty\":null,\"frequency_penalty\":null,\"parallel_tool_calls\":true,\"tools\":[{\"type\":\"function\",\"name\":\"get_weather\",\"description\":\"Current weather in a city\",\"strict\":null,\"parameters\":{\"type\":\"object\",\"properties\":{\"city\":{\"type\":\"string\",\"description\":\"Name of the city\"}},\"required\":[\"city\"]}}],\"tool_choice\":\"auto\",\"max_output_tokens\":null,\"reasoning\":{\"effort\":\"medium\",\"summary\":\"auto\"},\"previous_response_id\":null,\"store\":false}}\n\ndata: {\"type\":\"response.in_progress\",\"sequence_number\":1,\"response\":{\"id\":\"resp_01K9Q3W8Z4M6T2V7X5N1B0C8D9\",\"object\":\"response\",\"created_at\":1795250400,\"completed_at\":null,\"status\":\"in_progress\",\"model\":\"acme/writer\",\"output\":[],\"usage\":null,\"error\":null,\"incomplete_details\":null,\"instructions\":null,\"metadata\":null,\"temperature\":null,\"top_p\":null,\"presence_penalty\":null,\"frequency_penalty\":null,\"parallel_tool_calls\":true,\"tools\":[{\"type\":\"function\",\"name\":\"get_weather\",\"description\":\"Current weather in a city\",\"strict\":null,\"parameters\":{\"type\":\"object\",\"properties\":{\"city\":{\"type\":\"string\",\"description\":\"Name of the city\"}},\"required\":[\"city\"]}}],\"tool_choice\":\"auto\",\"max_output_tokens\":null,\"reasoning\":{\"effort\":\"medium\",\"summary\":\"auto\"},\"previous_response_id\":null,\"store\":false}}\n\ndata: {\"type\":\"response.output_item.added\",\"sequence_number\":2,\"response_id\":\"resp_01K9Q3W8Z4M6T2V7X5N1B0C8D9\",\"output_index\":0,\"item\":{\"type\":\"reasoning\",\"id\":\"rs_01K9Q3W8Z4T1\",\"summary\":[],\"status\":\"in_progress\"}}\n\ndata: {\"type\":\"response.reasoning_summary_part.added\",\"sequence_number\":3,\"item_id\":\"rs_01K9Q3W8Z4T1\",\"output_index\":0,\"summary_index\":0,\"part\":{\"type\":\"summary_text\",\"text\":\"\"}}\n\ndata: {\"type\":\"response.reasoning_summary_text.delta\",\"sequence_number\":4,\"item_id\":\"rs_01K9Q3W8Z4T1\",\"output_index\":0,\"summary_index\":0,\"delta\":\"An umbrella depends on\"}\n\ndata: {\"type\":\"response.reasoning_summary_text.delta\",\"sequence_number\":5,\"item_id\":\"rs_01K9Q3W8Z4T1\",\"output_index\":0,\"summary_index\":0,\"delta\":\" today's weather in Paris.\"}\n\ndata: {\"type\":\"response.reasoning_summary_text.done\",\"sequence_number\":6,\"item_id\":\"rs_01K9Q3W8Z4T1\",\"output_index\":0,\"summary_index\":0,\"text\":\"An umbrella depends on today's weather in Paris.\"}\n\ndata: {\"type\":\"response.reasoning_summary_part.done\",\"sequence_number\":7,\"item_id\":\"rs_01K9Q3W8Z4T1\",\"output_index\":0,\"summary_index\":0,\"part\":{\"type\":\"summary_text\",\"text\":\"An umbrella depends on today's weather in Paris.\"}}\n\ndata: {\"type\":\"response.reasoning_summary_part.added\",\"sequence_number\":8,\"item_id\":\"rs_01K9Q3W8Z4T1\",\"output_index\":0,\"summary_index\":1,\"part\":{\"type\":\"summary_text\",\"text\":\"\"}}\n\ndata: {\"type\":\"response.reasoning_summary_text.delta\",\"sequence_number\":9,\"item_id\":\"rs_01K9Q3W8Z4T1\",\"output_index\":0,\"summary_index\":1,\"delta\":\"I should look\"}\n\ndata: {\"type\":\"response.reasoning_summary_text.delta\",\"sequence_number\":10,\"item_id\":\"rs_01K9Q3W8Z4T1\",\"output_index\":0,\"summary_index\":1,\"delta\":\" it up first.\"}\n\ndata: {\"type\":\"response.reasoning_summary_text.done\",\"sequence_number\":11,\"item_id\":\"rs_01K9Q3W8Z4T1\",\"output_index\":0,\"summary_index\":1,\"text\":\"I should look it up first.\"}\n\ndata: {\"type\":\"response.reasoning_summary_part.done\",\"sequence_number\":12,\"item_id\":\"rs_01K9Q3W8Z4T1\",\"output_index\":0,\"summary_index\":1,\"part\":{\"type\":\"summary_text\",\"text\":\"I should look it up first.\"}}\n\ndata: {\"type\":\"response.output_item.done\",\"sequence_number\":13,\"response_id\":\"resp_01K9Q3W8Z4M6T2V7X5N1B0C8D9\",\"output_index\":0,\"item\":{\"type\":\"reasoning\",\"id\":\"rs_01K9Q3W8Z4T1\",\"summary\":[{\"type\":\"summary_text\",\"text\":\"An umbrella depends on today's weather in Paris.\"},{\"type\":\"summary_text\",\"text\":\"I should look it up first.\"}],\"encrypted_content\":\"AQAAAAEJYW50aHJvcGljbjQLnP-zepicpUTmu3gKLHiQHT-zNzh2hRGjBhevoB1L9RIvNEVUxTveLruM0rfj0WAK1jHDhaXXzOI8d4VFmtvBtMkA_-SNV1tdpcY4BAEl9l2w_j4kSUt26phkV9mG\",\"status\":\"completed\"}}\n\ndata: {\"type\":\"response.output_item.added\",\"sequence_number\":14,\"response_id\":\"resp_01K9Q3W8Z4M6T2V7X5N1B0C8D9\",\"output_index\":1,\"item\":{\"type\":\"function_call\",\"id\":\"fc_01K9Q3W8Z4paris\",\"call_id\":\"call_paris\",\"name\":\"get_weather\",\"arguments\":\"\",\"status\":\"in_progress\"}}\n\ndata: {\"type\":\"response.function_call_arguments.delta\",\"sequence_number\":15,\"item_id\":\"fc_01K9Q3W8Z4paris\",\"output_index\":1,\"delta\":\"{\\\"city\\\":\"}\n\ndata: {\"type\":\"response.function_call_arguments.delta\",\"sequence_number\":16,\"item_id\":\"fc_01K9Q3W8Z4paris\",\"output_index\":1,\"delta\":\"\\\"Paris\\\"}\"}\n\ndata: {\"type\":\"response.function_call_arguments.done\",\"sequence_number\":17,\"item_id\":\"fc_01K9Q3W8Z4paris\",\"output_index\":1,\"name\":\"get_weather\",\"arguments\":\"{\\\"city\\\":\\\"Paris\\\"}\"}\n\ndata: {\"type\":\"response.output_item.done\",\"sequence_number\":18,\"response_id\":\"resp_01K9Q3W8Z4M6T2V7X5N1B0C8D9\",\"output_index\":1,\"item\":{\"type\":\"function_call\",\"id\":\"fc_01K9Q3W8Z4paris\",\"call_id\":\"call_paris\",\"name\":\"get_weather\",\"arguments\":\"{\\\"city\\\":\\\"Paris\\\"}\",\"status\":\"completed\"}}\n\ndata: {\"type\":\"response.completed\",\"sequence_number\":19,\"response\":{\"id\":\"resp_01K9Q3W8Z4M6T2V7X5N1B0C8D9\",\"object\":\"response\",\"created_at\":1795250400,\"completed_at\":1795250401,\"status\":\"completed\",\"model\":\"acme/writer\",\"output\":[{\"type\":\"reasoning\",\"id\":\"rs_01K9Q3W8Z4T1\",\"summary\":[{\"type\":\"summary_text\",\"text\":\"An umbrella depends on today's weather in Paris.\"},{\"type\":\"summary_text\",\"text\":\"I should look it up first.\"}],\"encrypted_content\":\"AQAAAAEJYW50aHJvcGljbjQLnP-zepicpUTmu3gKLHiQHT-zNzh2hRGjBhevoB1L9RIvNEVUxTveLruM0rfj0WAK1jHDhaXXzOI8d4VFmtvBtMkA_-SNV1tdpcY4BAEl9l2w_j4kSUt26phkV9mG\",\"status\":\"completed\"},{\"type\":\"function_call\",\"id\":\"fc_01K9Q3W8Z4paris\",\"call_id\":\"call_paris\",\"name\":\"get_weather\",\"arguments\":\"{\\\"city\\\":\\\"Paris\\\"}\",\"status\":\"completed\"}],\"usage\":{\"input_tokens\":58,\"output_tokens\":41,\"total_tokens\":99,\"input_tokens_details\":{\"cached_tokens\":0,\"cache_write_tokens\":0},\"output_tokens_details\":{\"reasoning_tokens\":25},\"cost\":0.0000444,\"cost_details\":{\"input_cost\":0.0000116,\"output_cost\":0.0000328,\"cache_read_cost\":0,\"cache_write_cost\":0,\"discount\":0,\"unbilled\":0,\"upstream_inference_cost\":null,\"upstream_inference_prompt_cost\":0.0000116,\"upstream_inference_completions_cost\":0.0000328,\"upstream_inference_input_cost\":0.0000116,\"upstream_inference_output_cost\":0.0000328},\"is_byok\":false},\"error\":null,\"incomplete_details\":null,\"instructions\":null,\"metadata\":null,\"temperature\":null,\"top_p\":null,\"presence_penalty\":null,\"frequency_penalty\":null,\"parallel_tool_calls\":true,\"tools\":[{\"type\":\"function\",\"name\":\"get_weather\",\"description\":\"Current weather in a city\",\"strict\":null,\"parameters\":{\"type\":\"object\",\"properties\":{\"city\":{\"type\":\"string\",\"description\":\"Name of the city\"}},\"required\":[\"city\"]}}],\"tool_choice\":\"auto\",\"max_output_tokens\":null,\"reasoning\":{\"effort\":\"medium\",\"summary\":\"auto\"},\"previous_response_id\":null,\"store\":false}}\n\ndata: {\"type\":\"response.done\",\"sequence_number\":20,\"response\":{\"id\":\"resp_01K9Q3W8Z4M6T2V7X5N1B0C8D9\",\"object\":\"response\",\"status\":\"completed\",\"usage\":{\"input_tokens\":58,\"output_tokens\":41,\"total_tokens\":99,\"input_tokens_details\":{\"cached_tokens\":0,\"cache_write_tokens\":0},\"output_tokens_details\":{\"reasoning_tokens\":25},\"cost\":0.0000444,\"cost_details\":{\"input_cost\":0.0000116,\"output_cost\":0.0000328,\"cache_read_cost\":0,\"cache_write_cost\":0,\"discount\":0,\"unbilled\":0,\"upstream_inference_cost\":null,\"upstream_inference_prompt_cost\":0.0000116,\"upstream_inference_completions_cost\":0.0000328,\"upstream_inference_input_cost\":0.0000116,\"upstream_inference_output_cost\":0.0000328},\"is_byok\":false}}}\n\ndata: [DONE]\n\n",
        },
        {
          "name": "failed-stream",
          "value": "data: {\"type\":\"response.created\",\"sequence_number\":0,\"response\":{\"id\":\"resp_01K9Q3W8Z4M6T2V7X5N1B0C8D9\",\"object\":\"response\",\"created_at\":1795250400,\"completed_at\":null,\"status\":\"in_progress\",\"model\":\"acme/writer\",\"output\":[],\"usage\":null,\"error\":null,\"incomplete_details\":null,\"instructions\":null,\"metadata\":null,\"temperature\":null,\"top_p\":null,\"presence_penalty\":null,\"frequency_penalty\":null,\"parallel_tool_calls\":true,\"tools\":[],\"tool_choice\":\"auto\",\"max_output_tokens\":null,\"previous_response_id\":null,\"store\":false}}\n\ndata: {\"type\":\"response.in_progress\",\"sequence_number\":1,\"response\":{\"id\":\"resp_01K9Q3W8Z4M6T2V7X5N1B0C8D9\",\"object\":\"response\",\"created_at\":1795250400,\"completed_at\":null,\"status\":\"in_progress\",\"model\":\"acme/writer\",\"output\":[],\"usage\":null,\"error\":null,\"incomplete_details\":null,\"instructions\":null,\"metadata\":null,\"temperature\":null,\"top_p\":null,\"presence_penalty\":null,\"frequency_penalty\":null,\"parallel_tool_calls\":true,\"tools\":[],\"tool_choice\":\"auto\",\"max_output_tokens\":null,\"previous_response_id\":null,\"store\":false}}\n\ndata: {\"type\":\"response.output_item.added\",\"sequence_number\":2,\"response_id\":\"resp_01K9Q3W8Z4M6T2V7X5N1B0C8D9\",\"output_index\":0,\"item\":{\"type\":\"message\",\"id\":\"msg_01K9Q3W8Z4A1\",\"role\":\"assistant\",\"status\":\"in_progress\",\"content\":[]}}\n\ndata: {\"type\":\"response.content_part.added\",\"sequence_number\":3,\"response_id\":\"resp_01K9Q3W8Z4M6T2V7X5N1B0C8D9\",\"item_id\":\"msg_01K9Q3W8Z4A1\",\"output_index\":0,\"content_index\":0,\"part\":{\"type\":\"output_text\",\"text\":\"\",\"annotations\":[],\"logprobs\":[]}}\n\ndata: {\"type\":\"response.output_text.delta\",\"sequence_number\":4,\"item_id\":\"msg_01K9Q3W8Z4A1\",\"output_index\":0,\"content_index\":0,\"delta\":\"Bon\",\"logprobs\":[]}\n\ndata: {\"type\":\"response.content_part.delta\",\"sequence_number\":5,\"response_id\":\"resp_01K9Q3W8Z4M6T2V7X5N1B0C8D9\",\"output_index\":0,\"content_index\":0,\"delta\":\"Bon\"}\n\ndata: {\"type\":\"error\",\"sequence_number\":6,\"code\":\"server_error\",\"message\":\"The provider broke off in the middle of its answer. Try again.\",\"param\":null,\"error\":{\"type\":\"server_error\",\"code\":\"server_error\",\"message\":\"The provider broke off in the middle of its answer. Try again.\",\"param\":null}}\n\ndata: {\"type\":\"response.failed\",\"sequence_number\":7,\"response\":{\"id\":\"resp_01K9Q3W8Z4M6T2V7X5N1B0C8D9\",\"object\":\"response\",\"created_at\":1795250400,\"completed_at\":null,\"status\":\"failed\",\"model\":\"acme/writer\",\"output\":[{\"type\":\"message\",\"id\":\"msg_01K9Q3W8Z4A1\",\"role\":\"assistant\",\"status\":\"incomplete\",\"content\":[{\"type\":\"output_text\",\"text\":\"Bon\",\"annotations\":[],\"logprobs\":[]}]}],\"usage\":{\"input_tokens\":12,\"output_tokens\":1,\"total_tokens\":13,\"input_tokens_details\":{\"cached_tokens\":0,\"cache_write_tokens\":0},\"output_tokens_details\":{\"reasoning_tokens\":0},\"cost\":0.0000032,\"cost_details\":{\"input_cost\":0.0000024,\"output_cost\":8e-7,\"cache_read_cost\":0,\"cache_write_cost\":0,\"discount\":0,\"unbilled\":0,\"upstream_inference_cost\":null,\"upstream_inference_prompt_cost\":0.0000024,\"upstream_inference_completions_cost\":8e-7,\"upstream_inference_input_cost\":0.0000024,\"upstream_inference_output_cost\":8e-7},\"is_byok\":false},\"error\":{\"code\":\"server_error\",\"message\":\"The provider broke off in the middle of its answer. Try again.\"},\"incomplete_details\":null,\"instructions\":null,\"metadata\":null,\"temperature\":null,\"top_p\":null,\"presence_penalty\":null,\"frequency_penalty\":null,\"parallel_tool_calls\":true,\"tools\":[],\"tool_choice\":\"auto\",\"max_output_tokens\":null,\"previous_response_id\":null,\"store\":false}}\n\ndata: [DONE]\n\n",
        },
        {
          "name": "incomplete-stream",
          "value": "data: {\"type\":\"response.created\",\"sequence_number\":0,\"response\":{\"id\":\"resp_01K9Q3W8Z4M6T2V7X5N1B0C8D9\",\"object\":\"response\",\"created_at\":1795250400,\"completed_at\":null,\"status\":\"in_progress\",\"model\":\"acme/writer\",\"output\":[],\"usage\":null,\"error\":null,\"incomplete_details\":null,\"instructions\":null,\"metadata\":null,\"temperature\":null,\"top_p\":null,\"presence_penalty\":null,\"frequency_penalty\":null,\"parallel_tool_calls\":true,\"tools\":[],\"tool_choice\":\"auto\",\"max_output_tokens\":3,\"previous_response_id\":null,\"store\":false}}\n\ndata: {\"type\":\"response.in_progress\",\"sequence_number\":1,\"response\":{\"id\":\"resp_01K9Q3W8Z4M6T2V7X5N1B0C8D9\",\"object\":\"response\",\"created_at\":1795250400,\"completed_at\":null,\"status\":\"in_progress\",\"model\":\"acme/writer\",\"output\":[],\"usage\":null,\"error\":null,\"incomplete_details\":null,\"instructions\":null,\"metadata\":null,\"temperature\":null,\"top_p\":null,\"presence_penalty\":null,\"frequency_penalty\":null,\"parallel_tool_calls\":true,\"tools\":[],\"tool_choice\":\"auto\",\"max_output_tokens\":3,\"previous_response_id\":null,\"store\":false}}\n\ndata: {\"type\":\"response.output_item.added\",\"sequence_number\":2,\"response_id\":\"resp_01K9Q3W8Z4M6T2V7X5N1B0C8D9\",\"output_index\":0,\"item\":{\"type\":\"message\",\"id\":\"msg_01K9Q3W8Z4A1\",\"role\":\"assistant\",\"status\":\"in_progress\",\"content\":[]}}\n\ndata: {\"type\":\"response.content_part.added\",\"sequence_number\":3,\"response_id\":\"resp_01K9Q3W8Z4M6T2V7X5N1B0C8D9\",\"item_id\":\"msg_01K9Q3W8Z4A1\",\"output_index\":0,\"content_index\":0,\"part\":{\"type\":\"output_text\",\"text\":\"\",\"annotations\":[],\"logprobs\":[]}}\n\ndata: {\"type\":\"response.output_text.delta\",\"sequence_number\":4,\"item_id\":\"msg_01K9Q3W8Z4A1\",\"output_index\":0,\"content_index\":0,\"delta\":\"Once\",\"logprobs\":[]}\n\ndata: {\"type\":\"response.content_part.delta\",\"sequence_number\":5,\"response_id\":\"resp_01K9Q3W8Z4M6T2V7X5N1B0C8D9\",\"output_index\":0,\"content_index\":0,\"delta\":\"Once\"}\n\ndata: {\"type\":\"response.output_text.delta\",\"sequence_number\":6,\"item_id\":\"msg_01K9Q3W8Z4A1\",\"output_index\":0,\"content_index\":0,\"delta\":\" upon\",\"logprobs\":[]}\n\ndata: {\"type\":\"response.content_part.delta\",\"sequence_number\":7,\"response_id\":\"resp_01K9Q3W8Z4M6T2V7X5N1B0C8D9\",\"output_index\":0,\"content_index\":0,\"delta\":\" upon\"}\n\ndata: {\"type\":\"response.output_text.delta\",\"sequence_number\":8,\"item_id\":\"msg_01K9Q3W8Z4A1\",\"output_index\":0,\"content_index\":0,\"delta\":\" a\",\"logprobs\":[]}\n\ndata: {\"type\":\"response.content_part.delta\",\"sequence_number\":9,\"response_id\":\"resp_01K9Q3W8Z4M6T2V7X5N1B0C8D9\",\"output_index\":0,\"content_index\":0,\"delta\":\" a\"}\n\ndata: {\"type\":\"response.output_text.done\",\"sequence_number\":10,\"item_id\":\"msg_01K9Q3W8Z4A1\",\"output_index\":0,\"content_index\":0,\"text\":\"Once upon a\",\"logprobs\":[]}\n\ndata: {\"type\":\"response.content_part.done\",\"sequence_number\":11,\"item_id\":\"msg_01K9Q3W8Z4A1\",\"output_index\":0,\"content_index\":0,\"part\":{\"type\":\"output_text\",\"text\":\"Once upon a\",\"annotations\":[],\"logprobs\":[]}}\n\ndata: {\"type\":\"response.output_item.done\",\"sequence_number\":12,\"response_id\":\"resp_01K9Q3W8Z4M6T2V7X5N1B0C8D9\",\"output_index\":0,\"item\":{\"type\":\"message\",\"id\":\"msg_01K9Q3W8Z4A1\",\"role\":\"assistant\",\"status\":\"incomplete\",\"content\":[{\"type\":\"output_text\",\"text\":\"Once upon a\",\"annotations\":[],\"logprobs\":[]}]}}\n\ndata: {\"type\":\"response.incomplete\",\"sequence_number\":13,\"response\":{\"id\":\"resp_01K9Q3W8Z4M6T2V7X5N1B0C8D9\",\"object\":\"response\",\"created_at\":1795250400,\"completed_at\":null,\"status\":\"incomplete\",\"model\":\"acme/writer\",\"output\":[{\"type\":\"message\",\"id\":\"msg_01K9Q3W8Z4A1\",\"role\":\"assistant\",\"status\":\"incomplete\",\"content\":[{\"type\":\"output_text\",\"text\":\"Once upon a\",\"annotations\":[],\"logprobs\":[]}]}],\"usage\":{\"input_tokens\":14,\"output_tokens\":3,\"total_tokens\":17,\"input_tokens_details\":{\"cached_tokens\":0,\"cache_write_tokens\":0},\"output_tokens_details\":{\"reasoning_tokens\":0},\"cost\":0.0000052,\"cost_details\":{\"input_cost\":0.0000028,\"output_cost\":0.0000024,\"cache_read_cost\":0,\"cache_write_cost\":0,\"discount\":0,\"unbilled\":0,\"upstream_inference_cost\":null,\"upstream_inference_prompt_cost\":0.0000028,\"upstream_inference_completions_cost\":0.0000024,\"upstream_inference_input_cost\":0.0000028,\"upstream_inference_output_cost\":0.0000024},\"is_byok\":false},\"error\":null,\"incomplete_details\":{\"reason\":\"max_output_tokens\"},\"instructions\":null,\"metadata\":null,\"temperature\":null,\"top_p\":null,\"presence_penalty\":null,\"frequency_penalty\":null,\"parallel_tool_calls\":true,\"tools\":[],\"tool_choice\":\"auto\",\"max_output_tokens\":3,\"previous_response_id\":null,\"store\":false}}\n\ndata: {\"type\":\"response.done\",\"sequence_number\":14,\"response\":{\"id\":\"resp_01K9Q3W8Z4M6T2V7X5N1B0C8D9\",\"object\":\"response\",\"status\":\"incomplete\",\"usage\":{\"input_tokens\":14,\"output_tokens\":3,\"total_tokens\":17,\"input_tokens_details\":{\"cached_tokens\":0,\"cache_write_tokens\":0},\"output_tokens_details\":{\"reasoning_tokens\":0},\"cost\":0.0000052,\"cost_details\":{\"input_cost\":0.0000028,\"output_cost\":0.0000024,\"cache_read_cost\":0,\"cache_write_cost\":0,\"discount\":0,\"unbilled\":0,\"upstream_inference_cost\":null,\"upstream_inference_prompt_cost\":0.0000028,\"upstream_inference_completions_cost\":0.0000024,\"upstream_inference_input_cost\":0.0000028,\"upstream_inference_output_cost\":0.0000024},\"is_byok\":false}}}\n\ndata: [DONE]\n\n",
        },
      ],
    },
    "400": {
      "application/json": [
        missingInputExample,
        {
          "name": "assistant-message-without-id",
          "value": {
            "error": {
              "code": 400,
              "message": "input[1].id is required.",
              "metadata": {
                "kind": "bad_request",
                "field": "input[1].id",
              },
            },
            "user_id": null,
            "service_metadata": {
              "request_id": "req-01a2022b-6179-70df-b2a6-fad4eaf093a0",
            },
          },
        },
        malformedBodyExample,
      ],
    },
    "401": repliesOf401,
    "402": repliesOf402,
    "404": repliesOf404,
    "429": repliesOf429,
    "500": repliesOf500,
    "529": repliesOf529,
    "default": repliesOfOthers,
  },
  "ways": [
    "keyHeader",
  ],
  "columns": null,
  "schemas": {
    "AssistantMessage": {
      "type": "object",
      "required": [
        "type",
        "role",
        "content",
        "id",
        "status",
      ],
      "properties": {
        "type": {
          "type": "string",
          "const": "message",
        },
        "role": {
          "type": "string",
          "const": "assistant",
        },
        "content": {
          "type": "array",
          "maxItems": 1024,
          "items": {
            "$ref": "#/components/schemas/AssistantText",
          },
        },
        "id": {
          "type": "string",
          "maxLength": 65536,
        },
        "status": {
          "$ref": "#/components/schemas/ItemStatus",
        },
      },
    },
    "AssistantText": {
      "type": "object",
      "required": [
        "type",
        "text",
      ],
      "properties": {
        "type": {
          "type": "string",
          "const": "output_text",
        },
        "text": {
          "type": "string",
          "maxLength": 20971520,
        },
        "annotations": {
          "type": "array",
          "maxItems": 1024,
          "items": {
            "type": "object",
            "maxProperties": 64,
          },
        },
        "logprobs": {
          "type": "array",
          "maxItems": 16384,
          "items": {
            "type": "object",
            "maxProperties": 64,
          },
        },
      },
    },
    "EasyContentPart": {
      "oneOf": [
        {
          "$ref": "#/components/schemas/InputText",
        },
        {
          "$ref": "#/components/schemas/InputImage",
        },
        {
          "$ref": "#/components/schemas/InputFile",
        },
        {
          "$ref": "#/components/schemas/AssistantText",
        },
      ],
      "discriminator": {
        "propertyName": "type",
        "mapping": {
          "input_text": "#/components/schemas/InputText",
          "input_image": "#/components/schemas/InputImage",
          "input_file": "#/components/schemas/InputFile",
          "output_text": "#/components/schemas/AssistantText",
        },
      },
    },
    "EasyMessage": {
      "type": "object",
      "required": [
        "role",
        "content",
      ],
      "properties": {
        "type": {
          "type": "string",
          "const": "message",
        },
        "role": {
          "type": "string",
          "enum": [
            "user",
            "assistant",
            "system",
            "developer",
          ],
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
                "$ref": "#/components/schemas/EasyContentPart",
              },
            },
          ],
        },
        "id": {
          "type": [
            "string",
            "null",
          ],
          "maxLength": 65536,
        },
        "status": {
          "type": [
            "string",
            "null",
          ],
          "maxLength": 64,
        },
      },
      "not": {
        "type": "object",
        "additionalProperties": true,
        "required": [
          "type",
          "role",
          "content",
        ],
        "properties": {
          "type": {
            "const": "message",
          },
          "role": {
            "enum": [
              "user",
              "assistant",
            ],
          },
          "content": {
            "type": "array",
            "items": {},
          },
        },
      },
    },
    "FunctionCall": {
      "type": "object",
      "required": [
        "type",
        "call_id",
        "name",
        "arguments",
      ],
      "properties": {
        "type": {
          "type": "string",
          "const": "function_call",
        },
        "id": {
          "type": [
            "string",
            "null",
          ],
          "maxLength": 65536,
        },
        "call_id": {
          "type": "string",
          "maxLength": 65536,
        },
        "name": {
          "type": "string",
          "maxLength": 256,
        },
        "arguments": {
          "type": "string",
          "maxLength": 4194304,
        },
        "status": {
          "type": [
            "string",
            "null",
          ],
          "maxLength": 64,
        },
      },
    },
    "FunctionCallOutput": {
      "type": "object",
      "required": [
        "type",
        "call_id",
        "output",
      ],
      "properties": {
        "type": {
          "type": "string",
          "const": "function_call_output",
        },
        "call_id": {
          "type": "string",
          "maxLength": 65536,
        },
        "output": {
          "oneOf": [
            {
              "type": "string",
              "maxLength": 20971520,
            },
            {
              "type": "array",
              "maxItems": 1024,
              "items": {
                "$ref": "#/components/schemas/InputContentPart",
              },
            },
          ],
        },
        "id": {
          "type": [
            "string",
            "null",
          ],
          "maxLength": 65536,
        },
        "status": {
          "type": [
            "string",
            "null",
          ],
          "maxLength": 64,
        },
      },
    },
    "FunctionTool": {
      "type": "object",
      "required": [
        "type",
        "name",
      ],
      "properties": {
        "type": {
          "type": "string",
          "const": "function",
        },
        "name": {
          "type": "string",
          "minLength": 1,
          "maxLength": 256,
        },
        "description": {
          "type": [
            "string",
            "null",
          ],
          "maxLength": 1048576,
        },
        "strict": {
          "type": [
            "boolean",
            "null",
          ],
        },
        "parameters": {
          "type": [
            "object",
            "null",
          ],
          "maxProperties": 1024,
        },
      },
    },
    "FunctionToolChoice": {
      "type": "object",
      "required": [
        "type",
        "name",
      ],
      "properties": {
        "type": {
          "type": "string",
          "const": "function",
        },
        "name": {
          "type": "string",
          "maxLength": 256,
        },
      },
    },
    "InputContentPart": {
      "oneOf": [
        {
          "$ref": "#/components/schemas/InputText",
        },
        {
          "$ref": "#/components/schemas/InputImage",
        },
        {
          "$ref": "#/components/schemas/InputFile",
        },
      ],
      "discriminator": {
        "propertyName": "type",
        "mapping": {
          "input_text": "#/components/schemas/InputText",
          "input_image": "#/components/schemas/InputImage",
          "input_file": "#/components/schemas/InputFile",
        },
      },
    },
    "InputFile": {
      "type": "object",
      "required": [
        "type",
      ],
      "properties": {
        "type": {
          "type": "string",
          "const": "input_file",
        },
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
        "file_url": {
          "type": [
            "string",
            "null",
          ],
          "maxLength": 20971520,
        },
      },
    },
    "InputImage": {
      "type": "object",
      "required": [
        "type",
        "image_url",
      ],
      "properties": {
        "type": {
          "type": "string",
          "const": "input_image",
        },
        "image_url": {
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
    "InputItem": {
      "oneOf": [
        {
          "$ref": "#/components/schemas/UserMessage",
        },
        {
          "$ref": "#/components/schemas/AssistantMessage",
        },
        {
          "$ref": "#/components/schemas/FunctionCall",
        },
        {
          "$ref": "#/components/schemas/FunctionCallOutput",
        },
        {
          "$ref": "#/components/schemas/EasyMessage",
        },
        {
          "$ref": "#/components/schemas/ReasoningItem",
        },
      ],
      "x-refusals": [
        {
          "types": [
            "item_reference",
          ],
          "says": "is an item_reference, and the service is stateless: it keeps no items. Send the item itself (AI SDK: providerOptions.openai.store = false)",
        },
        {
          "types": [
            "custom_tool_call",
            "custom_tool_call_output",
          ],
          "says": "is a {type}, and only functions are handed on. Send the call as function_call, its result as function_call_output",
        },
        {
          "types": [
            "web_search_call",
            "file_search_call",
            "code_interpreter_call",
            "image_generation_call",
            "computer_call",
            "computer_call_output",
            "local_shell_call",
            "local_shell_call_output",
            "shell_call",
            "shell_call_output",
            "apply_patch_call",
            "apply_patch_call_output",
            "tool_search_call",
            "tool_search_output",
            "mcp_list_tools",
            "mcp_approval_request",
            "mcp_approval_response",
            "mcp_call",
            "program",
            "program_output",
          ],
          "says": "is a {type}, the trace of a tool that another service ran, and no provider is sent it. Leave it out, or send what it found as a message",
        },
        {
          "types": [
            "compaction",
            "compaction_summary",
            "context_compaction",
          ],
          "says": "is a {type}, which only the service that made it can read. Send the items that it stands for, or a summary as a message",
        },
      ],
    },
    "InputText": {
      "type": "object",
      "required": [
        "type",
        "text",
      ],
      "properties": {
        "type": {
          "type": "string",
          "const": "input_text",
        },
        "text": {
          "type": "string",
          "maxLength": 20971520,
        },
      },
    },
    "ItemStatus": {
      "type": "string",
      "enum": [
        "in_progress",
        "completed",
        "incomplete",
      ],
    },
    "OtherTool": schemaOfOtherTool,
    "ProviderPreferences": schemaOfProviderPreferences,
    "ReasoningItem": {
      "type": "object",
      "required": [
        "type",
      ],
      "properties": {
        "type": {
          "type": "string",
          "const": "reasoning",
        },
        "id": {
          "type": [
            "string",
            "null",
          ],
          "maxLength": 65536,
        },
        "encrypted_content": {
          "type": [
            "string",
            "null",
          ],
          "maxLength": 4194304,
        },
        "summary": {
          "type": [
            "array",
            "null",
          ],
          "maxItems": 4096,
          "items": {
            "$ref": "#/components/schemas/ReasoningSummaryText",
          },
        },
        "status": {
          "type": [
            "string",
            "null",
          ],
          "maxLength": 64,
        },
      },
    },
    "ReasoningSummaryText": {
      "type": "object",
      "required": [
        "type",
        "text",
      ],
      "properties": {
        "type": {
          "type": "string",
          "const": "summary_text",
        },
        "text": {
          "type": "string",
          "maxLength": 4194304,
        },
      },
    },
    "ResponseRequest": {
      "type": "object",
      "required": [
        "input",
      ],
      "properties": {
        "model": {
          "type": "string",
          "maxLength": 256,
        },
        "input": {
          "oneOf": [
            {
              "type": "string",
              "maxLength": 20971520,
            },
            {
              "type": "array",
              "maxItems": 4096,
              "items": {
                "$ref": "#/components/schemas/InputItem",
              },
            },
          ],
        },
        "stream": {
          "type": [
            "boolean",
            "null",
          ],
        },
        "max_output_tokens": {
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
        "tools": {
          "type": [
            "array",
            "null",
          ],
          "maxItems": 512,
          "items": {
            "$ref": "#/components/schemas/Tool",
          },
        },
        "tool_choice": {
          "oneOf": [
            {
              "$ref": "#/components/schemas/ToolChoice",
            },
            {
              "type": "null",
            },
          ],
        },
        "instructions": {
          "type": [
            "string",
            "null",
          ],
          "maxLength": 20971520,
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
        "parallel_tool_calls": {
          "type": [
            "boolean",
            "null",
          ],
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
        "reasoning": {
          "type": [
            "object",
            "null",
          ],
          "maxProperties": 64,
        },
        "include": {
          "type": [
            "array",
            "null",
          ],
          "maxItems": 64,
          "items": {
            "type": "string",
            "maxLength": 256,
          },
        },
        "text": {
          "type": [
            "object",
            "null",
          ],
          "maxProperties": 64,
        },
        "service_tier": {
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
        "store": {
          "type": [
            "boolean",
            "null",
          ],
        },
        "previous_response_id": {
          "type": "null",
          "x-refusal": "must be null or left out: the service is stateless and keeps no earlier responses. Send the whole conversation in input",
        },
        "conversation": {
          "type": "null",
          "x-refusal": "must be null or left out: the service is stateless and keeps no conversations. Send the whole conversation in input",
        },
        "prompt": {
          "type": "null",
          "x-refusal": "must be null or left out: the service is stateless and keeps no prompts. Send the text itself in instructions or input",
        },
        "background": {
          "type": [
            "boolean",
            "null",
          ],
          "enum": [
            false,
            null,
          ],
          "x-refusal": "must be false or left out: the service is stateless, so a response that is made in the background could not be fetched. Set stream to true to follow a long one",
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
    "Tool": {
      "oneOf": [
        {
          "$ref": "#/components/schemas/FunctionTool",
        },
        {
          "$ref": "#/components/schemas/OtherTool",
        },
      ],
    },
    "ToolChoice": {
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
          "$ref": "#/components/schemas/FunctionToolChoice",
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
    "UserMessage": {
      "type": "object",
      "required": [
        "type",
        "role",
        "content",
      ],
      "properties": {
        "type": {
          "type": "string",
          "const": "message",
        },
        "role": {
          "type": "string",
          "const": "user",
        },
        "content": {
          "type": "array",
          "maxItems": 1024,
          "items": {
            "$ref": "#/components/schemas/InputContentPart",
          },
        },
        "id": {
          "type": [
            "string",
            "null",
          ],
          "maxLength": 65536,
        },
        "status": {
          "type": [
            "string",
            "null",
          ],
          "maxLength": 64,
        },
      },
    },
  },
};

/** `POST /responses` */
export const createResponse: StreamingOperation<"createResponse", CreateResponseExamples> = /* @__PURE__ */ streamingOperation({ pack, behaviour });
