// Generated from spec/ by `pnpm generate`. Do not edit: change spec/ and generate again.
import type { Schema } from "@portico/client";
import * as z from "zod";
import type { BodySchema, FieldsSchema } from "../body-schema.ts";
import { fields, isNot, text, whole } from "../zod-checks.ts";

const EmbeddingsTextPart: FieldsSchema<Schema<"EmbeddingsTextPart">> = /* @__PURE__ */ (() => z.looseObject({"type": z.literal("text"), "text": z.string().check(text(0, 20971520))}))();

const EmbeddingsImagePart: FieldsSchema<Schema<"EmbeddingsImagePart">> = /* @__PURE__ */ (() => z.looseObject({"type": z.literal("image_url"), "image_url": z.looseObject({"url": z.string().check(text(0, 20971520))})}))();

const EmbeddingsContentPart: BodySchema<Schema<"EmbeddingsContentPart">> = /* @__PURE__ */ (() => z.xor([EmbeddingsTextPart, EmbeddingsImagePart]))();

const EmbeddingsInputObject: FieldsSchema<Schema<"EmbeddingsInputObject">> = /* @__PURE__ */ (() => z.looseObject({"content": z.array(EmbeddingsContentPart).min(1).max(1024)}))();

const EmbeddingsInput: BodySchema<Schema<"EmbeddingsInput">> = /* @__PURE__ */ (() => z.xor([z.string().check(text(1, 20971520)), z.array(z.string().check(text(1, 20971520))).min(1).max(2048), z.array(EmbeddingsInputObject).min(1).max(2048)]))();

const ProviderPreferences: FieldsSchema<Schema<"ProviderPreferences">> = /* @__PURE__ */ (() => z.looseObject({"order": z.exactOptional(z.nullable(z.array(z.string().check(text(0, 256))).max(64))), "allow_fallbacks": z.exactOptional(z.nullable(z.boolean())), "data_collection": z.exactOptional(z.literal(["deny","allow","disallow",null])), "zdr": z.exactOptional(z.nullable(z.boolean())), "only": z.exactOptional(z.nullable(z.array(z.string().check(text(0, 256))).max(64))), "ignore": z.exactOptional(z.nullable(z.array(z.string().check(text(0, 256))).max(64))), "sort": z.exactOptional(z.literal(["price","throughput","latency","exacto",null])), "max_price": z.exactOptional(z.nullable(z.looseObject({"prompt": z.exactOptional(z.nullable(z.union([z.number(), z.string().check(text(0, 64))]))), "completion": z.exactOptional(z.nullable(z.union([z.number(), z.string().check(text(0, 64))])))}))), "require_parameters": z.exactOptional(z.nullable(z.boolean()))}))();

const EmbeddingsRequest: FieldsSchema<Schema<"EmbeddingsRequest">> = /* @__PURE__ */ (() => z.looseObject({"model": z.string().check(text(0, 256)), "input": EmbeddingsInput, "encoding_format": z.exactOptional(z.literal(["float","base64",null])), "provider": z.exactOptional(z.nullable(ProviderPreferences)), "user": z.exactOptional(z.nullable(z.string().check(text(0, 512)))), "models": z.exactOptional(z.nullable(z.array(z.string().check(text(0, 256))).max(0))), "dimensions": z.exactOptional(z.nullable(z.number().min(1).check(whole))), "input_type": z.exactOptional(z.nullable(z.string().check(text(0, 256))))}))();

const InputText: FieldsSchema<Schema<"InputText">> = /* @__PURE__ */ (() => z.looseObject({"type": z.literal("input_text"), "text": z.string().check(text(0, 20971520))}))();

const InputImage: FieldsSchema<Schema<"InputImage">> = /* @__PURE__ */ (() => z.looseObject({"type": z.literal("input_image"), "image_url": z.string().check(text(0, 20971520)), "detail": z.exactOptional(z.nullable(z.string().check(text(0, 64))))}))();

const InputFile: FieldsSchema<Schema<"InputFile">> = /* @__PURE__ */ (() => z.looseObject({"type": z.literal("input_file"), "filename": z.exactOptional(z.nullable(z.string().check(text(0, 1024)))), "file_data": z.exactOptional(z.nullable(z.string().check(text(0, 20971520)))), "file_url": z.exactOptional(z.nullable(z.string().check(text(0, 20971520))))}))();

const InputContentPart: BodySchema<Schema<"InputContentPart">> = /* @__PURE__ */ (() => z.xor([InputText, InputImage, InputFile]))();

const UserMessage: FieldsSchema<Schema<"UserMessage">> = /* @__PURE__ */ (() => z.looseObject({"type": z.literal("message"), "role": z.literal("user"), "content": z.array(InputContentPart).max(1024), "id": z.exactOptional(z.nullable(z.string().check(text(0, 65536)))), "status": z.exactOptional(z.nullable(z.string().check(text(0, 64))))}))();

const AssistantText: FieldsSchema<Schema<"AssistantText">> = /* @__PURE__ */ (() => z.looseObject({"type": z.literal("output_text"), "text": z.string().check(text(0, 20971520)), "annotations": z.exactOptional(z.array(z.record(z.string(), z.unknown()).check(fields(64))).max(1024)), "logprobs": z.exactOptional(z.array(z.record(z.string(), z.unknown()).check(fields(64))).max(16384))}))();

const ItemStatus: BodySchema<Schema<"ItemStatus">> = /* @__PURE__ */ (() => z.literal(["in_progress","completed","incomplete"]))();

const AssistantMessage: FieldsSchema<Schema<"AssistantMessage">> = /* @__PURE__ */ (() => z.looseObject({"type": z.literal("message"), "role": z.literal("assistant"), "content": z.array(AssistantText).max(1024), "id": z.string().check(text(0, 65536)), "status": ItemStatus}))();

const FunctionCall: FieldsSchema<Schema<"FunctionCall">> = /* @__PURE__ */ (() => z.looseObject({"type": z.literal("function_call"), "id": z.exactOptional(z.nullable(z.string().check(text(0, 65536)))), "call_id": z.string().check(text(0, 65536)), "name": z.string().check(text(0, 256)), "arguments": z.string().check(text(0, 4194304)), "status": z.exactOptional(z.nullable(z.string().check(text(0, 64))))}))();

const FunctionCallOutput: FieldsSchema<Schema<"FunctionCallOutput">> = /* @__PURE__ */ (() => z.looseObject({"type": z.literal("function_call_output"), "call_id": z.string().check(text(0, 65536)), "output": z.xor([z.string().check(text(0, 20971520)), z.array(InputContentPart).max(1024)]), "id": z.exactOptional(z.nullable(z.string().check(text(0, 65536)))), "status": z.exactOptional(z.nullable(z.string().check(text(0, 64))))}))();

const EasyContentPart: BodySchema<Schema<"EasyContentPart">> = /* @__PURE__ */ (() => z.xor([InputText, InputImage, InputFile, AssistantText]))();

const EasyMessage: FieldsSchema<Schema<"EasyMessage">> = /* @__PURE__ */ (() => z.looseObject({"type": z.exactOptional(z.literal("message")), "role": z.literal(["user","assistant","system","developer"]), "content": z.xor([z.string().check(text(0, 20971520)), z.array(EasyContentPart).max(1024)]), "id": z.exactOptional(z.nullable(z.string().check(text(0, 65536)))), "status": z.exactOptional(z.nullable(z.string().check(text(0, 64))))}).check(isNot(z.looseObject({"type": z.literal("message"), "role": z.literal(["user","assistant"]), "content": z.array(z.unknown())}))))();

const ReasoningSummaryText: FieldsSchema<Schema<"ReasoningSummaryText">> = /* @__PURE__ */ (() => z.looseObject({"type": z.literal("summary_text"), "text": z.string().check(text(0, 4194304))}))();

const ReasoningItem: FieldsSchema<Schema<"ReasoningItem">> = /* @__PURE__ */ (() => z.looseObject({"type": z.literal("reasoning"), "id": z.exactOptional(z.nullable(z.string().check(text(0, 65536)))), "encrypted_content": z.exactOptional(z.nullable(z.string().check(text(0, 4194304)))), "summary": z.exactOptional(z.nullable(z.array(ReasoningSummaryText).max(4096))), "status": z.exactOptional(z.nullable(z.string().check(text(0, 64))))}))();

const CustomToolCall: FieldsSchema<Schema<"CustomToolCall">> = /* @__PURE__ */ (() => z.looseObject({"type": z.literal("custom_tool_call"), "id": z.exactOptional(z.nullable(z.string().check(text(0, 65536)))), "call_id": z.string().check(text(0, 65536)), "name": z.string().check(text(0, 256)), "input": z.string().check(text(0, 4194304)), "status": z.exactOptional(z.nullable(z.string().check(text(0, 64))))}))();

const CustomToolCallOutput: FieldsSchema<Schema<"CustomToolCallOutput">> = /* @__PURE__ */ (() => z.looseObject({"type": z.literal("custom_tool_call_output"), "call_id": z.string().check(text(0, 65536)), "output": z.xor([z.string().check(text(0, 20971520)), z.array(InputContentPart).max(1024)]), "id": z.exactOptional(z.nullable(z.string().check(text(0, 65536)))), "status": z.exactOptional(z.nullable(z.string().check(text(0, 64))))}))();

const BuiltInToolCall: FieldsSchema<Schema<"BuiltInToolCall">> = /* @__PURE__ */ (() => z.looseObject({"type": z.literal(["local_shell_call","shell_call","apply_patch_call"]), "call_id": z.string().check(text(0, 65536)), "action": z.exactOptional(z.nullable(z.record(z.string(), z.unknown()).check(fields(64)))), "operation": z.exactOptional(z.nullable(z.record(z.string(), z.unknown()).check(fields(64))))}))();

const BuiltInToolOutput: FieldsSchema<Schema<"BuiltInToolOutput">> = /* @__PURE__ */ (() => z.looseObject({"type": z.literal(["local_shell_call_output","shell_call_output","apply_patch_call_output"]), "call_id": z.string().check(text(0, 65536)), "output": z.exactOptional(z.nullable(z.xor([z.string().check(text(0, 20971520)), z.array(z.record(z.string(), z.unknown()).check(fields(64))).max(1024)]))), "status": z.exactOptional(z.nullable(z.string().check(text(0, 64))))}))();

const HostedToolTrace: FieldsSchema<Schema<"HostedToolTrace">> = /* @__PURE__ */ (() => z.looseObject({"type": z.literal(["web_search_call","file_search_call","code_interpreter_call","image_generation_call","tool_search_call","tool_search_output","mcp_list_tools","mcp_call","computer_call","computer_call_output"])}))();

const CompactionItem: FieldsSchema<Schema<"CompactionItem">> = /* @__PURE__ */ (() => z.looseObject({"type": z.literal(["compaction","compaction_summary"]), "id": z.exactOptional(z.nullable(z.string().check(text(0, 65536)))), "encrypted_content": z.string().check(text(0, 4194304))}))();

const ItemReference: FieldsSchema<Schema<"ItemReference">> = /* @__PURE__ */ (() => z.looseObject({"type": z.literal("item_reference"), "id": z.string().check(text(1, 256))}))();

const InputItem: BodySchema<Schema<"InputItem">> = /* @__PURE__ */ (() => z.xor([UserMessage, AssistantMessage, FunctionCall, FunctionCallOutput, EasyMessage, ReasoningItem, CustomToolCall, CustomToolCallOutput, BuiltInToolCall, BuiltInToolOutput, HostedToolTrace, CompactionItem, ItemReference]))();

const FunctionTool: FieldsSchema<Schema<"FunctionTool">> = /* @__PURE__ */ (() => z.looseObject({"type": z.literal("function"), "name": z.string().check(text(1, 256)), "description": z.exactOptional(z.nullable(z.string().check(text(0, 1048576)))), "strict": z.exactOptional(z.nullable(z.boolean())), "parameters": z.exactOptional(z.nullable(z.record(z.string(), z.unknown()).check(fields(1024))))}))();

const OtherTool: FieldsSchema<Schema<"OtherTool">> = /* @__PURE__ */ (() => z.looseObject({"type": z.string().check(text(0, 256)).check(isNot(z.literal(["function","custom"])))}))();

const CustomToolFormat: BodySchema<Schema<"CustomToolFormat">> = /* @__PURE__ */ (() => z.xor([z.looseObject({"type": z.literal("text")}), z.looseObject({"type": z.literal("grammar"), "syntax": z.literal(["lark","regex"]), "definition": z.string().check(text(0, 1048576))})]))();

const CustomTool: FieldsSchema<Schema<"CustomTool">> = /* @__PURE__ */ (() => z.looseObject({"type": z.literal("custom"), "name": z.string().check(text(1, 256)), "description": z.exactOptional(z.nullable(z.string().check(text(0, 1048576)))), "format": z.exactOptional(z.nullable(CustomToolFormat))}))();

const Tool: BodySchema<Schema<"Tool">> = /* @__PURE__ */ (() => z.xor([FunctionTool, OtherTool, CustomTool]))();

const FunctionToolChoice: FieldsSchema<Schema<"FunctionToolChoice">> = /* @__PURE__ */ (() => z.looseObject({"type": z.literal("function"), "name": z.string().check(text(0, 256))}))();

const CustomToolChoice: FieldsSchema<Schema<"CustomToolChoice">> = /* @__PURE__ */ (() => z.looseObject({"type": z.literal("custom"), "name": z.string().check(text(0, 256))}))();

const AllowedToolsChoice: FieldsSchema<Schema<"AllowedToolsChoice">> = /* @__PURE__ */ (() => z.looseObject({"type": z.literal("allowed_tools"), "mode": z.literal(["auto","required"]), "tools": z.array(z.looseObject({"type": z.string().check(text(0, 256)), "name": z.exactOptional(z.string().check(text(0, 256)))})).max(512)}))();

const ToolChoice: BodySchema<Schema<"ToolChoice">> = /* @__PURE__ */ (() => z.xor([z.literal(["auto","none","required"]), FunctionToolChoice, CustomToolChoice, AllowedToolsChoice]))();

const ResponseRequest: FieldsSchema<Schema<"ResponseRequest">> = /* @__PURE__ */ (() => z.looseObject({"model": z.exactOptional(z.string().check(text(0, 256))), "input": z.xor([z.string().check(text(0, 20971520)), z.array(InputItem).max(4096)]), "stream": z.exactOptional(z.nullable(z.boolean())), "max_output_tokens": z.exactOptional(z.nullable(z.number().min(1).check(whole))), "temperature": z.exactOptional(z.nullable(z.number().min(0).max(2))), "top_p": z.exactOptional(z.nullable(z.number().min(0).max(1))), "tools": z.exactOptional(z.nullable(z.array(Tool).max(512))), "tool_choice": z.exactOptional(z.nullable(ToolChoice)), "instructions": z.exactOptional(z.nullable(z.string().check(text(0, 20971520)))), "metadata": z.exactOptional(z.nullable(z.record(z.string().check(text(0, 64)), z.string().check(text(0, 512))).check(fields(16)))), "parallel_tool_calls": z.exactOptional(z.nullable(z.boolean())), "presence_penalty": z.exactOptional(z.nullable(z.number().min(-2).max(2))), "frequency_penalty": z.exactOptional(z.nullable(z.number().min(-2).max(2))), "reasoning": z.exactOptional(z.nullable(z.record(z.string(), z.unknown()).check(fields(64)))), "include": z.exactOptional(z.nullable(z.array(z.string().check(text(0, 256))).max(64))), "text": z.exactOptional(z.nullable(z.record(z.string(), z.unknown()).check(fields(64)))), "service_tier": z.exactOptional(z.nullable(z.string().check(text(0, 64)))), "user": z.exactOptional(z.nullable(z.string().check(text(0, 512)))), "safety_identifier": z.exactOptional(z.nullable(z.string().check(text(0, 512)))), "models": z.exactOptional(z.nullable(z.array(z.string().check(text(0, 256))).max(8))), "session_id": z.exactOptional(z.nullable(z.string().check(text(0, 256)))), "prompt_cache_key": z.exactOptional(z.nullable(z.string().check(text(0, 512)))), "prompt_cache_retention": z.exactOptional(z.nullable(z.string().check(text(0, 64)))), "store": z.exactOptional(z.nullable(z.boolean())), "previous_response_id": z.exactOptional(z.nullable(z.string().check(text(0, 256)))), "conversation": z.exactOptional(z.null()), "prompt": z.exactOptional(z.null()), "background": z.exactOptional(z.literal([false,null])), "provider": z.exactOptional(z.nullable(ProviderPreferences))}))();

const ChatCacheControl: BodySchema<Schema<"ChatCacheControl">> = /* @__PURE__ */ (() => z.nullable(z.looseObject({"type": z.exactOptional(z.nullable(z.string().check(text(0, 64)))), "ttl": z.exactOptional(z.nullable(z.string().check(text(0, 16))))})))();

const ChatTextPart: FieldsSchema<Schema<"ChatTextPart">> = /* @__PURE__ */ (() => z.looseObject({"type": z.literal("text"), "text": z.string().check(text(0, 20971520)), "cache_control": z.exactOptional(ChatCacheControl)}))();

const ChatImagePart: FieldsSchema<Schema<"ChatImagePart">> = /* @__PURE__ */ (() => z.looseObject({"type": z.literal("image_url"), "image_url": z.xor([z.looseObject({"url": z.string().check(text(0, 20971520)), "detail": z.exactOptional(z.nullable(z.string().check(text(0, 64))))}), z.string().check(text(0, 20971520))]), "cache_control": z.exactOptional(ChatCacheControl)}))();

const ChatAudioPart: FieldsSchema<Schema<"ChatAudioPart">> = /* @__PURE__ */ (() => z.looseObject({"type": z.literal("input_audio"), "input_audio": z.looseObject({"data": z.string().check(text(0, 20971520)), "format": z.string().check(text(0, 64))}), "cache_control": z.exactOptional(ChatCacheControl)}))();

const ChatFilePart: FieldsSchema<Schema<"ChatFilePart">> = /* @__PURE__ */ (() => z.looseObject({"type": z.literal("file"), "file": z.looseObject({"filename": z.exactOptional(z.nullable(z.string().check(text(0, 1024)))), "file_data": z.exactOptional(z.nullable(z.string().check(text(0, 20971520))))}), "cache_control": z.exactOptional(ChatCacheControl)}))();

const ChatContentPart: BodySchema<Schema<"ChatContentPart">> = /* @__PURE__ */ (() => z.xor([ChatTextPart, ChatImagePart, ChatAudioPart, ChatFilePart]))();

const ChatContent: BodySchema<Schema<"ChatContent">> = /* @__PURE__ */ (() => z.xor([z.string().check(text(0, 20971520)), z.array(ChatContentPart).max(1024)]))();

const ChatSystemMessage: FieldsSchema<Schema<"ChatSystemMessage">> = /* @__PURE__ */ (() => z.looseObject({"role": z.literal("system"), "content": ChatContent, "name": z.exactOptional(z.nullable(z.string().check(text(0, 256))))}))();

const ChatDeveloperMessage: FieldsSchema<Schema<"ChatDeveloperMessage">> = /* @__PURE__ */ (() => z.looseObject({"role": z.literal("developer"), "content": ChatContent, "name": z.exactOptional(z.nullable(z.string().check(text(0, 256))))}))();

const ChatUserMessage: FieldsSchema<Schema<"ChatUserMessage">> = /* @__PURE__ */ (() => z.looseObject({"role": z.literal("user"), "content": ChatContent, "name": z.exactOptional(z.nullable(z.string().check(text(0, 256))))}))();

const ChatRefusalPart: FieldsSchema<Schema<"ChatRefusalPart">> = /* @__PURE__ */ (() => z.looseObject({"type": z.literal("refusal"), "refusal": z.string().check(text(0, 20971520))}))();

const ChatAssistantPart: BodySchema<Schema<"ChatAssistantPart">> = /* @__PURE__ */ (() => z.xor([ChatTextPart, ChatRefusalPart]))();

const ChatExtraContent: FieldsSchema<Schema<"ChatExtraContent">> = /* @__PURE__ */ (() => z.looseObject({"google": z.exactOptional(z.nullable(z.looseObject({"thought_signature": z.exactOptional(z.nullable(z.string().check(text(0, 4194304))))})))}))();

const ChatFunctionToolCallEcho: FieldsSchema<Schema<"ChatFunctionToolCallEcho">> = /* @__PURE__ */ (() => z.looseObject({"id": z.string().check(text(1, 65536)), "type": z.exactOptional(z.literal(["function",null])), "function": z.looseObject({"name": z.string().check(text(0, 256)), "arguments": z.string().check(text(0, 4194304))}), "extra_content": z.exactOptional(z.nullable(ChatExtraContent))}))();

const ChatCustomToolCallEcho: FieldsSchema<Schema<"ChatCustomToolCallEcho">> = /* @__PURE__ */ (() => z.looseObject({"id": z.string().check(text(1, 65536)), "type": z.literal("custom"), "custom": z.looseObject({"name": z.string().check(text(0, 256)), "input": z.string().check(text(0, 4194304))})}))();

const ChatToolCallEcho: BodySchema<Schema<"ChatToolCallEcho">> = /* @__PURE__ */ (() => z.xor([ChatFunctionToolCallEcho, ChatCustomToolCallEcho]))();

const ChatReasoningEcho: FieldsSchema<Schema<"ChatReasoningEcho">> = /* @__PURE__ */ (() => z.looseObject({"type": z.string().check(text(0, 256)), "text": z.exactOptional(z.nullable(z.string().check(text(0, 20971520)))), "summary": z.exactOptional(z.nullable(z.string().check(text(0, 20971520)))), "signature": z.exactOptional(z.nullable(z.string().check(text(0, 20971520)))), "data": z.exactOptional(z.nullable(z.string().check(text(0, 20971520)))), "id": z.exactOptional(z.nullable(z.string().check(text(0, 65536)))), "index": z.exactOptional(z.nullable(z.number().check(whole))), "format": z.exactOptional(z.nullable(z.string().check(text(0, 256))))}))();

const ChatAssistantMessage: FieldsSchema<Schema<"ChatAssistantMessage">> = /* @__PURE__ */ (() => z.looseObject({"role": z.literal("assistant"), "content": z.exactOptional(z.nullable(z.xor([z.string().check(text(0, 20971520)), z.array(ChatAssistantPart).max(1024)]))), "tool_calls": z.exactOptional(z.nullable(z.array(ChatToolCallEcho).max(512))), "refusal": z.exactOptional(z.nullable(z.string().check(text(0, 20971520)))), "reasoning": z.exactOptional(z.nullable(z.string().check(text(0, 20971520)))), "reasoning_content": z.exactOptional(z.nullable(z.string().check(text(0, 20971520)))), "reasoning_details": z.exactOptional(z.nullable(z.array(ChatReasoningEcho).max(4096))), "name": z.exactOptional(z.nullable(z.string().check(text(0, 256)))), "cache_control": z.exactOptional(ChatCacheControl)}))();

const ChatToolMessage: FieldsSchema<Schema<"ChatToolMessage">> = /* @__PURE__ */ (() => z.looseObject({"role": z.literal("tool"), "tool_call_id": z.string().check(text(0, 65536)), "content": z.exactOptional(z.nullable(ChatContent)), "name": z.exactOptional(z.nullable(z.string().check(text(0, 256)))), "cache_control": z.exactOptional(ChatCacheControl)}))();

const ChatMessage: BodySchema<Schema<"ChatMessage">> = /* @__PURE__ */ (() => z.xor([ChatSystemMessage, ChatDeveloperMessage, ChatUserMessage, ChatAssistantMessage, ChatToolMessage]))();

const ChatFunctionTool: FieldsSchema<Schema<"ChatFunctionTool">> = /* @__PURE__ */ (() => z.looseObject({"type": z.literal("function"), "function": z.looseObject({"name": z.string().check(text(1, 64)), "description": z.exactOptional(z.nullable(z.string().check(text(0, 1048576)))), "parameters": z.exactOptional(z.nullable(z.record(z.string(), z.unknown()).check(fields(1024)))), "strict": z.exactOptional(z.nullable(z.boolean()))}), "cache_control": z.exactOptional(ChatCacheControl)}))();

const ChatCustomToolFormat: BodySchema<Schema<"ChatCustomToolFormat">> = /* @__PURE__ */ (() => z.xor([z.looseObject({"type": z.literal("text")}), z.looseObject({"type": z.literal("grammar"), "grammar": z.looseObject({"syntax": z.literal(["lark","regex"]), "definition": z.string().check(text(0, 1048576))})})]))();

const ChatCustomTool: FieldsSchema<Schema<"ChatCustomTool">> = /* @__PURE__ */ (() => z.looseObject({"type": z.literal("custom"), "custom": z.looseObject({"name": z.string().check(text(1, 64)), "description": z.exactOptional(z.nullable(z.string().check(text(0, 1048576)))), "format": z.exactOptional(z.nullable(ChatCustomToolFormat))})}))();

const ChatTool: BodySchema<Schema<"ChatTool">> = /* @__PURE__ */ (() => z.xor([ChatFunctionTool, OtherTool, ChatCustomTool]))();

const ChatFunctionToolChoice: FieldsSchema<Schema<"ChatFunctionToolChoice">> = /* @__PURE__ */ (() => z.looseObject({"type": z.literal("function"), "function": z.looseObject({"name": z.string().check(text(0, 64))})}))();

const ChatCustomToolChoice: FieldsSchema<Schema<"ChatCustomToolChoice">> = /* @__PURE__ */ (() => z.looseObject({"type": z.literal("custom"), "custom": z.looseObject({"name": z.string().check(text(0, 64))})}))();

const ChatAllowedToolsChoice: FieldsSchema<Schema<"ChatAllowedToolsChoice">> = /* @__PURE__ */ (() => z.looseObject({"type": z.literal("allowed_tools"), "allowed_tools": z.looseObject({"mode": z.literal(["auto","required"]), "tools": z.array(z.record(z.string(), z.unknown()).check(fields(64))).max(512)})}))();

const ChatToolChoice: BodySchema<Schema<"ChatToolChoice">> = /* @__PURE__ */ (() => z.xor([z.literal(["auto","none","required"]), ChatFunctionToolChoice, ChatCustomToolChoice, ChatAllowedToolsChoice]))();

const ChatResponseFormat: BodySchema<Schema<"ChatResponseFormat">> = /* @__PURE__ */ (() => z.xor([z.looseObject({"type": z.literal("text")}), z.looseObject({"type": z.literal("json_object")}), z.looseObject({"type": z.literal("json_schema"), "json_schema": z.looseObject({"name": z.string().check(text(1, 64)), "description": z.exactOptional(z.nullable(z.string().check(text(0, 1048576)))), "schema": z.exactOptional(z.nullable(z.record(z.string(), z.unknown()).check(fields(1024)))), "strict": z.exactOptional(z.nullable(z.boolean()))})})]))();

const ChatReasoning: FieldsSchema<Schema<"ChatReasoning">> = /* @__PURE__ */ (() => z.looseObject({"effort": z.exactOptional(z.nullable(z.string().check(text(0, 64)))), "max_tokens": z.exactOptional(z.nullable(z.number().min(0).check(whole))), "enabled": z.exactOptional(z.nullable(z.boolean())), "exclude": z.exactOptional(z.nullable(z.boolean())), "summary": z.exactOptional(z.nullable(z.string().check(text(0, 64))))}))();

const ChatRequest: FieldsSchema<Schema<"ChatRequest">> = /* @__PURE__ */ (() => z.looseObject({"model": z.exactOptional(z.string().check(text(0, 256))), "messages": z.array(ChatMessage).min(1).max(4096), "models": z.exactOptional(z.nullable(z.array(z.string().check(text(0, 256))).max(8))), "stream": z.exactOptional(z.nullable(z.boolean())), "stream_options": z.exactOptional(z.nullable(z.looseObject({"include_usage": z.exactOptional(z.nullable(z.boolean()))}))), "usage": z.exactOptional(z.nullable(z.looseObject({"include": z.exactOptional(z.nullable(z.boolean()))}))), "max_completion_tokens": z.exactOptional(z.nullable(z.number().min(1).check(whole))), "max_tokens": z.exactOptional(z.nullable(z.number().min(1).check(whole))), "temperature": z.exactOptional(z.nullable(z.number().min(0).max(2))), "top_p": z.exactOptional(z.nullable(z.number().min(0).max(1))), "top_k": z.exactOptional(z.nullable(z.number().min(0).check(whole))), "presence_penalty": z.exactOptional(z.nullable(z.number().min(-2).max(2))), "frequency_penalty": z.exactOptional(z.nullable(z.number().min(-2).max(2))), "repetition_penalty": z.exactOptional(z.nullable(z.number().min(0).max(2))), "min_p": z.exactOptional(z.nullable(z.number().min(0).max(1))), "top_a": z.exactOptional(z.nullable(z.number().min(0).max(1))), "logit_bias": z.exactOptional(z.nullable(z.record(z.string().check(text(0, 64)), z.number().min(-100).max(100)).check(fields(1024)))), "logprobs": z.exactOptional(z.nullable(z.boolean())), "top_logprobs": z.exactOptional(z.nullable(z.number().min(0).max(20).check(whole))), "seed": z.exactOptional(z.nullable(z.number().check(whole))), "stop": z.exactOptional(z.nullable(z.xor([z.string().check(text(0, 1024)), z.array(z.string().check(text(0, 1024))).max(4)]))), "n": z.exactOptional(z.literal([1,null])), "tools": z.exactOptional(z.nullable(z.array(ChatTool).max(512))), "tool_choice": z.exactOptional(z.nullable(ChatToolChoice)), "modalities": z.exactOptional(z.nullable(z.array(z.literal(["text"])).max(8))), "functions": z.exactOptional(z.nullable(z.array(z.record(z.string(), z.unknown()).check(fields(64))).max(0))), "parallel_tool_calls": z.exactOptional(z.nullable(z.boolean())), "response_format": z.exactOptional(z.nullable(ChatResponseFormat)), "verbosity": z.exactOptional(z.nullable(z.string().check(text(0, 64)))), "reasoning": z.exactOptional(z.nullable(ChatReasoning)), "reasoning_effort": z.exactOptional(z.nullable(z.string().check(text(0, 64)))), "include_reasoning": z.exactOptional(z.nullable(z.boolean())), "service_tier": z.exactOptional(z.nullable(z.string().check(text(0, 64)))), "session_id": z.exactOptional(z.nullable(z.string().check(text(0, 256)))), "prompt_cache_key": z.exactOptional(z.nullable(z.string().check(text(0, 512)))), "prompt_cache_retention": z.exactOptional(z.nullable(z.string().check(text(0, 64)))), "user": z.exactOptional(z.nullable(z.string().check(text(0, 512)))), "safety_identifier": z.exactOptional(z.nullable(z.string().check(text(0, 512)))), "metadata": z.exactOptional(z.nullable(z.record(z.string().check(text(0, 64)), z.string().check(text(0, 512))).check(fields(16)))), "provider": z.exactOptional(z.nullable(ProviderPreferences))}))();

const RerankTextDocument: FieldsSchema<Schema<"RerankTextDocument">> = /* @__PURE__ */ (() => z.looseObject({"text": z.string().check(text(1, 20971520))}))();

const RerankDocument: BodySchema<Schema<"RerankDocument">> = /* @__PURE__ */ (() => z.xor([z.string().check(text(1, 20971520)), RerankTextDocument]))();

const RerankRequest: FieldsSchema<Schema<"RerankRequest">> = /* @__PURE__ */ (() => z.looseObject({"model": z.string().check(text(0, 256)), "query": z.string().check(text(1, 1048576)), "documents": z.array(RerankDocument).min(1).max(2048), "top_n": z.exactOptional(z.nullable(z.number().min(1).check(whole))), "return_documents": z.exactOptional(z.nullable(z.boolean())), "max_tokens_per_doc": z.exactOptional(z.nullable(z.number().min(1).check(whole))), "max_chunks_per_doc": z.exactOptional(z.nullable(z.number().min(1).max(10000).check(whole))), "provider": z.exactOptional(z.nullable(ProviderPreferences)), "user": z.exactOptional(z.nullable(z.string().check(text(0, 512)))), "models": z.exactOptional(z.nullable(z.array(z.string().check(text(0, 256))).max(0)))}))();

const UpdateWorkspaceRequest: FieldsSchema<Schema<"UpdateWorkspaceRequest">> = /* @__PURE__ */ (() => z.looseObject({"name": z.exactOptional(z.string().check(text(1, 200))), "slug": z.exactOptional(z.string().check(text(1, 64), z.regex(new RegExp("^[a-z0-9]+(-[a-z0-9]+)*$", "u")))), "description": z.exactOptional(z.nullable(z.string().check(text(0, 4096)))), "default_text_model": z.exactOptional(z.nullable(z.string().check(text(0, 256)))), "default_image_model": z.exactOptional(z.nullable(z.string().check(text(0, 256)))), "default_provider_sort": z.exactOptional(z.literal(["price","throughput","latency","exacto",null])), "is_observability_io_logging_enabled": z.exactOptional(z.boolean()), "is_observability_broadcast_enabled": z.exactOptional(z.boolean()), "is_data_discount_logging_enabled": z.exactOptional(z.boolean()), "is_embeddings_cache_enabled": z.exactOptional(z.boolean()), "io_logging_sampling_rate": z.exactOptional(z.number().min(0.0001).max(1)), "io_logging_api_key_ids": z.exactOptional(z.nullable(z.array(z.number().check(whole)).max(1000)))}))();

const CreateWorkspaceRequest: FieldsSchema<Schema<"CreateWorkspaceRequest">> = /* @__PURE__ */ (() => z.looseObject({"name": z.string().check(text(1, 200)), "slug": z.exactOptional(z.string().check(text(1, 64), z.regex(new RegExp("^[a-z0-9]+(-[a-z0-9]+)*$", "u")))), "description": z.exactOptional(z.nullable(z.string().check(text(0, 4096)))), "default_text_model": z.exactOptional(z.nullable(z.string().check(text(0, 256)))), "default_image_model": z.exactOptional(z.nullable(z.string().check(text(0, 256)))), "default_provider_sort": z.exactOptional(z.literal(["price","throughput","latency","exacto",null])), "is_observability_io_logging_enabled": z.exactOptional(z.boolean()), "is_observability_broadcast_enabled": z.exactOptional(z.boolean()), "is_data_discount_logging_enabled": z.exactOptional(z.boolean()), "is_embeddings_cache_enabled": z.exactOptional(z.boolean()), "io_logging_sampling_rate": z.exactOptional(z.number().min(0.0001).max(1)), "io_logging_api_key_ids": z.exactOptional(z.nullable(z.array(z.number().check(whole)).max(1000)))}))();

const UpdateByokCredentialRequest: FieldsSchema<Schema<"UpdateByokCredentialRequest">> = /* @__PURE__ */ (() => z.looseObject({"secret": z.exactOptional(z.string().check(text(1, 65536))), "key": z.exactOptional(z.string().check(text(1, 65536))), "name": z.exactOptional(z.nullable(z.string().check(text(0, 200)))), "disabled": z.exactOptional(z.boolean())}))();

const CreateByokCredentialRequest: FieldsSchema<Schema<"CreateByokCredentialRequest">> = /* @__PURE__ */ (() => z.looseObject({"provider": z.string().check(text(1, 256)), "secret": z.exactOptional(z.string().check(text(1, 65536))), "key": z.exactOptional(z.string().check(text(1, 65536))), "workspace_id": z.exactOptional(z.string().check(text(1, 128))), "name": z.exactOptional(z.nullable(z.string().check(text(0, 200)))), "disabled": z.exactOptional(z.boolean())}))();

const LimitReset: BodySchema<Schema<"LimitReset">> = /* @__PURE__ */ (() => z.literal(["daily","weekly","monthly",null]))();

const AllowedModels: BodySchema<Schema<"AllowedModels">> = /* @__PURE__ */ (() => z.nullable(z.array(z.string().check(text(1, 200))).min(1).max(200)))();

const AllowedProviders: BodySchema<Schema<"AllowedProviders">> = /* @__PURE__ */ (() => z.nullable(z.array(z.string().check(text(1, 64))).min(1).max(200)))();

const KeyDataCollection: BodySchema<Schema<"KeyDataCollection">> = /* @__PURE__ */ (() => z.literal(["allow","deny",null]))();

const AllowedNetworks: BodySchema<Schema<"AllowedNetworks">> = /* @__PURE__ */ (() => z.nullable(z.array(z.string().check(text(0, 64), z.regex(new RegExp("^[0-9A-Fa-f:.]+(/[0-9]{1,3})?$", "u")))).min(1).max(200)))();

const KeyScope: BodySchema<Schema<"KeyScope">> = /* @__PURE__ */ (() => z.literal(["all","read_only","spend"]))();

const CreateApiKeyRequest: FieldsSchema<Schema<"CreateApiKeyRequest">> = /* @__PURE__ */ (() => z.looseObject({"name": z.string().check(text(1, 200)), "kind": z.exactOptional(z.literal(["ordinary","management"])), "existing_key": z.exactOptional(z.string().check(text(1, 180))), "workspace_id": z.exactOptional(z.string().check(text(1, 128))), "limit": z.exactOptional(z.nullable(z.number().min(0).max(9000000))), "limit_reset": z.exactOptional(LimitReset), "include_byok_in_limit": z.exactOptional(z.boolean()), "requests_per_minute": z.exactOptional(z.nullable(z.number().min(1).max(2147483647).check(whole))), "tokens_per_minute": z.exactOptional(z.nullable(z.number().min(1).max(2147483647).check(whole))), "expires_at": z.exactOptional(z.nullable(z.string().check(text(0, 64), z.regex(/^\d\d\d\d-[0-1]\d-[0-3]\dt(?:[0-2]\d:[0-5]\d:[0-6]\d|23:59:60)(?:\.\d+)?(?:z|[+-]\d\d(?::?\d\d)?)$/i)))), "creator_user_id": z.exactOptional(z.nullable(z.string().check(text(0, 256)))), "owner_email": z.exactOptional(z.nullable(z.string().check(text(0, 254), z.regex(new RegExp("^[A-Za-z0-9._%+'-]{1,64}@[A-Za-z0-9-]{1,63}(\\.[A-Za-z0-9-]{1,63}){1,8}$", "u"))))), "allowed_models": z.exactOptional(AllowedModels), "allowed_providers": z.exactOptional(AllowedProviders), "data_collection": z.exactOptional(KeyDataCollection), "zero_data_retention": z.exactOptional(z.boolean()), "requires_end_user": z.exactOptional(z.boolean()), "max_output_tokens": z.exactOptional(z.nullable(z.number().min(1).max(2147483647).check(whole))), "max_requests_in_flight": z.exactOptional(z.nullable(z.number().min(1).max(2147483647).check(whole))), "session_budget": z.exactOptional(z.nullable(z.number().min(0).max(9000000))), "allowed_networks": z.exactOptional(AllowedNetworks), "scope": z.exactOptional(KeyScope)}))();

const ExposedKeyMatch: FieldsSchema<Schema<"ExposedKeyMatch">> = /* @__PURE__ */ (() => z.looseObject({"token": z.string().check(text(1, 1000)), "type": z.exactOptional(z.nullable(z.string().check(text(0, 200)))), "url": z.exactOptional(z.nullable(z.string().check(text(0, 8192)))), "source": z.exactOptional(z.nullable(z.string().check(text(0, 200))))}))();

const ExposedKeyMatches: BodySchema<Schema<"ExposedKeyMatches">> = /* @__PURE__ */ (() => z.array(ExposedKeyMatch).min(1).max(1000))();

const ExposedKeys: FieldsSchema<Schema<"ExposedKeys">> = /* @__PURE__ */ (() => z.looseObject({"keys": z.array(z.string().check(text(1, 1000))).min(1).max(1000), "source": z.exactOptional(z.nullable(z.string().check(text(0, 200)))), "url": z.exactOptional(z.nullable(z.string().check(text(0, 8192))))}))();

const ReportExposedKeysRequest: BodySchema<Schema<"ReportExposedKeysRequest">> = /* @__PURE__ */ (() => z.xor([ExposedKeyMatches, ExposedKeys]))();

const UpdateApiKeyRequest: FieldsSchema<Schema<"UpdateApiKeyRequest">> = /* @__PURE__ */ (() => z.looseObject({"name": z.exactOptional(z.string().check(text(1, 200))), "disabled": z.exactOptional(z.boolean()), "limit": z.exactOptional(z.nullable(z.number().min(0).max(9000000))), "limit_reset": z.exactOptional(LimitReset), "include_byok_in_limit": z.exactOptional(z.boolean()), "requests_per_minute": z.exactOptional(z.nullable(z.number().min(1).max(2147483647).check(whole))), "tokens_per_minute": z.exactOptional(z.nullable(z.number().min(1).max(2147483647).check(whole))), "expires_at": z.exactOptional(z.nullable(z.string().check(text(0, 64), z.regex(/^\d\d\d\d-[0-1]\d-[0-3]\dt(?:[0-2]\d:[0-5]\d:[0-6]\d|23:59:60)(?:\.\d+)?(?:z|[+-]\d\d(?::?\d\d)?)$/i)))), "owner_email": z.exactOptional(z.nullable(z.string().check(text(0, 254), z.regex(new RegExp("^[A-Za-z0-9._%+'-]{1,64}@[A-Za-z0-9-]{1,63}(\\.[A-Za-z0-9-]{1,63}){1,8}$", "u"))))), "allowed_models": z.exactOptional(AllowedModels), "allowed_providers": z.exactOptional(AllowedProviders), "data_collection": z.exactOptional(KeyDataCollection), "zero_data_retention": z.exactOptional(z.boolean()), "requires_end_user": z.exactOptional(z.boolean()), "max_output_tokens": z.exactOptional(z.nullable(z.number().min(1).max(2147483647).check(whole))), "max_requests_in_flight": z.exactOptional(z.nullable(z.number().min(1).max(2147483647).check(whole))), "session_budget": z.exactOptional(z.nullable(z.number().min(0).max(9000000))), "allowed_networks": z.exactOptional(AllowedNetworks), "scope": z.exactOptional(KeyScope)}))();

const RotateApiKeyRequest: FieldsSchema<Schema<"RotateApiKeyRequest">> = /* @__PURE__ */ (() => z.looseObject({"overlap_seconds": z.exactOptional(z.number().min(0).max(2592000).check(whole))}))();

const BudgetScope: BodySchema<Schema<"BudgetScope">> = /* @__PURE__ */ (() => z.literal(["workspace","end_user","tag"]))();

const CreateBudgetRequest: FieldsSchema<Schema<"CreateBudgetRequest">> = /* @__PURE__ */ (() => z.looseObject({"workspace_id": z.exactOptional(z.string().check(text(1, 128))), "scope": z.exactOptional(BudgetScope), "end_user": z.exactOptional(z.nullable(z.string().check(text(1, 256)))), "tag": z.exactOptional(z.nullable(z.string().check(text(0, 4128), z.regex(new RegExp("^[a-z][a-z0-9_-]{0,31}(=[\\s\\S]+)?$", "u"))))), "name": z.exactOptional(z.string().check(text(1, 200))), "limit": z.number().min(0).max(9000000), "limit_reset": z.exactOptional(LimitReset), "raise": z.exactOptional(z.nullable(z.number().min(0).max(9000000))), "raise_until": z.exactOptional(z.nullable(z.string().check(text(0, 64), z.regex(/^\d\d\d\d-[0-1]\d-[0-3]\dt(?:[0-2]\d:[0-5]\d:[0-6]\d|23:59:60)(?:\.\d+)?(?:z|[+-]\d\d(?::?\d\d)?)$/i))))}))();

const UpdateBudgetRequest: FieldsSchema<Schema<"UpdateBudgetRequest">> = /* @__PURE__ */ (() => z.looseObject({"name": z.exactOptional(z.string().check(text(1, 200))), "limit": z.exactOptional(z.number().min(0).max(9000000)), "limit_reset": z.exactOptional(LimitReset), "raise": z.exactOptional(z.nullable(z.number().min(0).max(9000000))), "raise_until": z.exactOptional(z.nullable(z.string().check(text(0, 64), z.regex(/^\d\d\d\d-[0-1]\d-[0-3]\dt(?:[0-2]\d:[0-5]\d:[0-6]\d|23:59:60)(?:\.\d+)?(?:z|[+-]\d\d(?::?\d\d)?)$/i))))}))();

const GrantCreditsRequest: FieldsSchema<Schema<"GrantCreditsRequest">> = /* @__PURE__ */ (() => z.looseObject({"amount": z.number().min(1e-9).max(9000000), "note": z.exactOptional(z.nullable(z.string().check(text(0, 500))))}))();

const RefundGenerationRequest: FieldsSchema<Schema<"RefundGenerationRequest">> = /* @__PURE__ */ (() => z.looseObject({"id": z.string().check(text(1, 256))}))();

const UpdateConfigurationRequest: FieldsSchema<Schema<"UpdateConfigurationRequest">> = /* @__PURE__ */ (() => z.looseObject({"yaml": z.string().check(text(0, 500000)), "parent": z.number().min(0).max(999999999999999).check(whole), "note": z.exactOptional(z.nullable(z.string().check(text(0, 500))))}))();

const PlanConfigurationRequest: FieldsSchema<Schema<"PlanConfigurationRequest">> = /* @__PURE__ */ (() => z.looseObject({"yaml": z.string().check(text(0, 500000)), "check": z.exactOptional(z.string().check(text(1, 64)))}))();

const ActivateConfigurationRequest: FieldsSchema<Schema<"ActivateConfigurationRequest">> = /* @__PURE__ */ (() => z.looseObject({"parent": z.exactOptional(z.number().min(0).max(999999999999999).check(whole))}))();

const CreateSessionRequest: FieldsSchema<Schema<"CreateSessionRequest">> = /* @__PURE__ */ (() => z.looseObject({"key": z.string().check(text(1, 200))}))();

const CheckProviderRequest: FieldsSchema<Schema<"CheckProviderRequest">> = /* @__PURE__ */ (() => z.looseObject({"byok_id": z.exactOptional(z.string().check(text(0, 36), z.regex(/^(?:urn:uuid:)?[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i)))}))();

const MessagesCacheControl: FieldsSchema<Schema<"MessagesCacheControl">> = /* @__PURE__ */ (() => z.looseObject({"type": z.literal("ephemeral"), "ttl": z.exactOptional(z.literal(["5m","1h",null]))}))();

const MessagesText: FieldsSchema<Schema<"MessagesText">> = /* @__PURE__ */ (() => z.looseObject({"type": z.literal("text"), "text": z.string().check(text(0, 20971520)), "citations": z.exactOptional(z.nullable(z.array(z.record(z.string(), z.unknown()).check(fields(64))).max(1024))), "cache_control": z.exactOptional(z.nullable(MessagesCacheControl))}))();

const MessagesBase64Source: FieldsSchema<Schema<"MessagesBase64Source">> = /* @__PURE__ */ (() => z.looseObject({"type": z.literal("base64"), "media_type": z.string().check(text(0, 256)), "data": z.string().check(text(0, 20971520))}))();

const MessagesUrlSource: FieldsSchema<Schema<"MessagesUrlSource">> = /* @__PURE__ */ (() => z.looseObject({"type": z.literal("url"), "url": z.string().check(text(0, 20971520))}))();

const MessagesOtherSource: FieldsSchema<Schema<"MessagesOtherSource">> = /* @__PURE__ */ (() => z.looseObject({"type": z.string().check(text(0, 256)).check(isNot(z.literal(["base64","text","url","content"])))}))();

const MessagesImage: FieldsSchema<Schema<"MessagesImage">> = /* @__PURE__ */ (() => z.looseObject({"type": z.literal("image"), "source": z.xor([MessagesBase64Source, MessagesUrlSource, MessagesOtherSource]), "cache_control": z.exactOptional(z.nullable(MessagesCacheControl))}))();

const MessagesTextSource: FieldsSchema<Schema<"MessagesTextSource">> = /* @__PURE__ */ (() => z.looseObject({"type": z.literal("text"), "media_type": z.exactOptional(z.nullable(z.string().check(text(0, 256)))), "data": z.string().check(text(0, 20971520))}))();

const MessagesContentSource: FieldsSchema<Schema<"MessagesContentSource">> = /* @__PURE__ */ (() => z.looseObject({"type": z.literal("content"), "content": z.xor([z.string().check(text(0, 20971520)), z.array(z.xor([MessagesText, MessagesImage])).max(1024)])}))();

const MessagesDocument: FieldsSchema<Schema<"MessagesDocument">> = /* @__PURE__ */ (() => z.looseObject({"type": z.literal("document"), "source": z.xor([MessagesBase64Source, MessagesTextSource, MessagesUrlSource, MessagesContentSource, MessagesOtherSource]), "title": z.exactOptional(z.nullable(z.string().check(text(0, 1024)))), "context": z.exactOptional(z.nullable(z.string().check(text(0, 1048576)))), "cache_control": z.exactOptional(z.nullable(MessagesCacheControl))}))();

const MessagesToolUse: FieldsSchema<Schema<"MessagesToolUse">> = /* @__PURE__ */ (() => z.looseObject({"type": z.literal("tool_use"), "id": z.string().check(text(1, 65536)), "name": z.string().check(text(1, 256)), "input": z.record(z.string(), z.unknown()).check(fields(16384)), "cache_control": z.exactOptional(z.nullable(MessagesCacheControl))}))();

const MessagesOtherBlock: FieldsSchema<Schema<"MessagesOtherBlock">> = /* @__PURE__ */ (() => z.looseObject({"type": z.string().check(text(0, 256)).check(isNot(z.literal(["text","image","document","tool_use","tool_result","thinking","redacted_thinking"])))}))();

const MessagesResultBlock: BodySchema<Schema<"MessagesResultBlock">> = /* @__PURE__ */ (() => z.xor([MessagesText, MessagesImage, MessagesDocument, MessagesOtherBlock]))();

const MessagesToolResult: FieldsSchema<Schema<"MessagesToolResult">> = /* @__PURE__ */ (() => z.looseObject({"type": z.literal("tool_result"), "tool_use_id": z.string().check(text(1, 65536)), "content": z.exactOptional(z.nullable(z.xor([z.string().check(text(0, 20971520)), z.array(MessagesResultBlock).max(1024)]))), "is_error": z.exactOptional(z.nullable(z.boolean())), "cache_control": z.exactOptional(z.nullable(MessagesCacheControl))}))();

const MessagesThought: FieldsSchema<Schema<"MessagesThought">> = /* @__PURE__ */ (() => z.looseObject({"type": z.literal("thinking"), "thinking": z.string().check(text(0, 20971520)), "signature": z.exactOptional(z.nullable(z.string().check(text(0, 20971520))))}))();

const MessagesRedactedThought: FieldsSchema<Schema<"MessagesRedactedThought">> = /* @__PURE__ */ (() => z.looseObject({"type": z.literal("redacted_thinking"), "data": z.string().check(text(0, 20971520))}))();

const MessagesBlock: BodySchema<Schema<"MessagesBlock">> = /* @__PURE__ */ (() => z.xor([MessagesText, MessagesImage, MessagesDocument, MessagesToolUse, MessagesToolResult, MessagesThought, MessagesRedactedThought, MessagesOtherBlock]))();

const MessagesTurn: FieldsSchema<Schema<"MessagesTurn">> = /* @__PURE__ */ (() => z.looseObject({"role": z.literal(["user","assistant","system"]), "content": z.xor([z.string().check(text(0, 20971520)), z.array(MessagesBlock).max(1024)])}))();

const MessagesSystemBlock: BodySchema<Schema<"MessagesSystemBlock">> = /* @__PURE__ */ (() => z.xor([MessagesText, MessagesOtherBlock]))();

const MessagesOwnTool: FieldsSchema<Schema<"MessagesOwnTool">> = /* @__PURE__ */ (() => z.looseObject({"type": z.exactOptional(z.literal(["custom",null])), "name": z.string().check(text(1, 256)), "description": z.exactOptional(z.nullable(z.string().check(text(0, 1048576)))), "input_schema": z.record(z.string(), z.unknown()).check(fields(1024)), "strict": z.exactOptional(z.nullable(z.boolean())), "cache_control": z.exactOptional(z.nullable(MessagesCacheControl))}))();

const MessagesServerTool: FieldsSchema<Schema<"MessagesServerTool">> = /* @__PURE__ */ (() => z.looseObject({"type": z.string().check(text(0, 256)).check(isNot(z.literal("custom")))}))();

const MessagesTool: BodySchema<Schema<"MessagesTool">> = /* @__PURE__ */ (() => z.xor([MessagesOwnTool, MessagesServerTool]))();

const MessagesToolChoice: BodySchema<Schema<"MessagesToolChoice">> = /* @__PURE__ */ (() => z.xor([z.looseObject({"type": z.literal(["auto","any","none"]), "disable_parallel_tool_use": z.exactOptional(z.nullable(z.boolean()))}), z.looseObject({"type": z.literal("tool"), "name": z.string().check(text(1, 256)), "disable_parallel_tool_use": z.exactOptional(z.nullable(z.boolean()))})]))();

const MessagesThinkingBudget: FieldsSchema<Schema<"MessagesThinkingBudget">> = /* @__PURE__ */ (() => z.looseObject({"type": z.literal("enabled"), "budget_tokens": z.number().min(1).check(whole), "display": z.exactOptional(z.nullable(z.string().check(text(0, 64))))}))();

const MessagesThinkingMode: FieldsSchema<Schema<"MessagesThinkingMode">> = /* @__PURE__ */ (() => z.looseObject({"type": z.string().check(text(0, 64)).check(isNot(z.literal("enabled"))), "display": z.exactOptional(z.nullable(z.string().check(text(0, 64))))}))();

const MessagesJsonFormat: FieldsSchema<Schema<"MessagesJsonFormat">> = /* @__PURE__ */ (() => z.looseObject({"type": z.literal("json_schema"), "schema": z.record(z.string(), z.unknown()).check(fields(1024))}))();

const MessagesOutputConfig: FieldsSchema<Schema<"MessagesOutputConfig">> = /* @__PURE__ */ (() => z.looseObject({"effort": z.exactOptional(z.nullable(z.string().check(text(0, 64)))), "format": z.exactOptional(z.nullable(MessagesJsonFormat))}))();

const MessagesRequest: FieldsSchema<Schema<"MessagesRequest">> = /* @__PURE__ */ (() => z.looseObject({"model": z.exactOptional(z.string().check(text(0, 256))), "models": z.exactOptional(z.nullable(z.array(z.string().check(text(0, 256))).max(8))), "messages": z.array(MessagesTurn).min(1).max(4096), "system": z.exactOptional(z.nullable(z.xor([z.string().check(text(0, 20971520)), z.array(MessagesSystemBlock).max(1024)]))), "tools": z.exactOptional(z.nullable(z.array(MessagesTool).max(512))), "tool_choice": z.exactOptional(z.nullable(MessagesToolChoice)), "thinking": z.exactOptional(z.nullable(z.xor([MessagesThinkingBudget, MessagesThinkingMode]))), "output_config": z.exactOptional(z.nullable(MessagesOutputConfig)), "cache_control": z.exactOptional(z.nullable(MessagesCacheControl)), "max_tokens": z.number().min(1).check(whole), "stream": z.exactOptional(z.nullable(z.boolean())), "stop_sequences": z.exactOptional(z.nullable(z.array(z.string().check(text(0, 4096))).max(64))), "temperature": z.exactOptional(z.nullable(z.number().min(0).max(2))), "top_p": z.exactOptional(z.nullable(z.number().min(-1).max(1))), "top_k": z.exactOptional(z.nullable(z.number().min(-1).check(whole))), "metadata": z.exactOptional(z.nullable(z.looseObject({"user_id": z.exactOptional(z.nullable(z.string().check(text(0, 512))))}))), "service_tier": z.exactOptional(z.nullable(z.string().check(text(0, 64)))), "thread": z.exactOptional(z.nullable(z.record(z.string(), z.unknown()).check(fields(64)))), "session_id": z.exactOptional(z.nullable(z.string().check(text(0, 256)))), "provider": z.exactOptional(z.nullable(ProviderPreferences))}))();

const MessagesConversation: FieldsSchema<Schema<"MessagesConversation">> = /* @__PURE__ */ (() => z.looseObject({"model": z.exactOptional(z.string().check(text(0, 256))), "models": z.exactOptional(z.nullable(z.array(z.string().check(text(0, 256))).max(8))), "messages": z.array(MessagesTurn).min(1).max(4096), "system": z.exactOptional(z.nullable(z.xor([z.string().check(text(0, 20971520)), z.array(MessagesSystemBlock).max(1024)]))), "tools": z.exactOptional(z.nullable(z.array(MessagesTool).max(512))), "tool_choice": z.exactOptional(z.nullable(MessagesToolChoice)), "thinking": z.exactOptional(z.nullable(z.xor([MessagesThinkingBudget, MessagesThinkingMode]))), "output_config": z.exactOptional(z.nullable(MessagesOutputConfig)), "cache_control": z.exactOptional(z.nullable(MessagesCacheControl))}))();

/** The body of `createEmbeddings`. */
export const createEmbeddingsBody: FieldsSchema<Schema<"EmbeddingsRequest">> = EmbeddingsRequest;

/** The body of `createResponse`. */
export const createResponseBody: FieldsSchema<Schema<"ResponseRequest">> = ResponseRequest;

/** The body of `countResponseTokens`. */
export const countResponseTokensBody: FieldsSchema<Schema<"ResponseRequest">> = ResponseRequest;

/** The body of `compactResponse`. */
export const compactResponseBody: FieldsSchema<Schema<"ResponseRequest">> = ResponseRequest;

/** The body of `createChatCompletion`. */
export const createChatCompletionBody: FieldsSchema<Schema<"ChatRequest">> = ChatRequest;

/** The body of `createRerank`. */
export const createRerankBody: FieldsSchema<Schema<"RerankRequest">> = RerankRequest;

/** The body of `updateWorkspace`. */
export const updateWorkspaceBody: FieldsSchema<Schema<"UpdateWorkspaceRequest">> = UpdateWorkspaceRequest;

/** The body of `createWorkspace`. */
export const createWorkspaceBody: FieldsSchema<Schema<"CreateWorkspaceRequest">> = CreateWorkspaceRequest;

/** The body of `updateByokCredential`. */
export const updateByokCredentialBody: FieldsSchema<Schema<"UpdateByokCredentialRequest">> = UpdateByokCredentialRequest;

/** The body of `createByokCredential`. */
export const createByokCredentialBody: FieldsSchema<Schema<"CreateByokCredentialRequest">> = CreateByokCredentialRequest;

/** The body of `createApiKey`. */
export const createApiKeyBody: FieldsSchema<Schema<"CreateApiKeyRequest">> = CreateApiKeyRequest;

/** The body of `reportExposedKeys`. */
export const reportExposedKeysBody: BodySchema<Schema<"ReportExposedKeysRequest">> = ReportExposedKeysRequest;

/** The body of `updateApiKey`. */
export const updateApiKeyBody: FieldsSchema<Schema<"UpdateApiKeyRequest">> = UpdateApiKeyRequest;

/** The body of `rotateApiKey`. */
export const rotateApiKeyBody: FieldsSchema<Schema<"RotateApiKeyRequest">> = RotateApiKeyRequest;

/** The body of `createBudget`. */
export const createBudgetBody: FieldsSchema<Schema<"CreateBudgetRequest">> = CreateBudgetRequest;

/** The body of `updateBudget`. */
export const updateBudgetBody: FieldsSchema<Schema<"UpdateBudgetRequest">> = UpdateBudgetRequest;

/** The body of `grantCredits`. */
export const grantCreditsBody: FieldsSchema<Schema<"GrantCreditsRequest">> = GrantCreditsRequest;

/** The body of `refundGeneration`. */
export const refundGenerationBody: FieldsSchema<Schema<"RefundGenerationRequest">> = RefundGenerationRequest;

/** The body of `updateConfiguration`. */
export const updateConfigurationBody: FieldsSchema<Schema<"UpdateConfigurationRequest">> = UpdateConfigurationRequest;

/** The body of `planConfiguration`. */
export const planConfigurationBody: FieldsSchema<Schema<"PlanConfigurationRequest">> = PlanConfigurationRequest;

/** The body of `activateConfiguration`. */
export const activateConfigurationBody: FieldsSchema<Schema<"ActivateConfigurationRequest">> = ActivateConfigurationRequest;

/** The body of `createSession`. */
export const createSessionBody: FieldsSchema<Schema<"CreateSessionRequest">> = CreateSessionRequest;

/** The body of `checkProvider`. */
export const checkProviderBody: FieldsSchema<Schema<"CheckProviderRequest">> = CheckProviderRequest;

/** The body of `createMessage`. */
export const createMessageBody: FieldsSchema<Schema<"MessagesRequest">> = MessagesRequest;

/** The body of `countMessageTokens`. */
export const countMessageTokensBody: FieldsSchema<Schema<"MessagesConversation">> = MessagesConversation;
