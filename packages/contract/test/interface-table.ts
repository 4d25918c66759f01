/**
 * interface.md as data: what it says of every operation, written from its tables by hand and compared with the document
 * without its additions. A line names a place and what stands there; `required` fields are those that it calls required,
 * or that replies always have.
 */

/** Lines of a part, below the place that it has. */
const at = (place: string, lines: readonly string[]) => lines.map((line) => `${place}${line}`);

const applicationHeaders = ["  header HTTP-Referer: string", "  header X-Service-Title: string"];

const request = (lines: readonly string[]) => [
  "  request application/json",
  ...at("  request", lines),
];

const reply = (lines: readonly string[]) => ["  200 application/json", ...at("  200", lines)];

/** 7. Errors */
const envelope = [
  ": object",
  ".error: object, required",
  ".error.code: integer, required",
  ".error.message: string, required",
  ".error.metadata: object or null",
  ".service_metadata: object or null",
  ".user_id: string or null",
];

const failures = (...statuses: readonly number[]) =>
  statuses.flatMap((status) => [`  ${status} application/json`, ...at(`  ${status}`, envelope)]);

/** 2.1 Workspace */
const workspace = [
  ": object, required",
  '.id: string, format "uuid", required',
  ".name: string, required",
  ".slug: string, required",
  ".description: string or null, required",
  ".default_text_model: string or null, required",
  ".default_image_model: string or null, required",
  // The values named are price, throughput, latency, exacto: others are not ruled out.
  ".default_provider_sort: string or null, required",
  ".is_observability_io_logging_enabled: boolean, required",
  ".is_observability_broadcast_enabled: boolean, required",
  ".is_data_discount_logging_enabled: boolean, required",
  '.io_logging_sampling_rate: number, format "double", maximum 1, minimum 0.0001, required',
  ".io_logging_api_key_ids: array or null, required",
  ".io_logging_api_key_ids[]: integer",
  ".created_at: string, required",
  ".updated_at: string or null, required",
  ".created_by: string or null, required",
];

/** 2.6 Parts of what users say, and of the outputs of functions. */
const inputParts = [
  " <input_text>: object",
  ' <input_text>.type: string, const "input_text", required',
  " <input_text>.text: string, required",
  " <input_image>: object",
  ' <input_image>.type: string, const "input_image", required',
  " <input_image>.image_url: string, required",
  " <input_file>: object",
  ' <input_file>.type: string, const "input_file", required',
];

const outputText = [
  ": object",
  '.type: string, const "output_text", required',
  ".text: string, required",
  ".annotations: array, required",
];

const itemStatus = 'string, enum ["in_progress","completed"]';

/** A message of the assistant, in input and in output. */
const assistantMessage = (status: string, more = "") => [
  `: object${more}`,
  '.type: string, const "message", required',
  '.role: string, const "assistant", required',
  ".content: array, required",
  ...at(".content[]", outputText),
  ".id: string, required",
  `.status: ${status}, required`,
];

const functionCall = (more = "") => [
  `: object${more}`,
  '.type: string, const "function_call", required',
  ".id: string, required",
  ".call_id: string, required",
  ".name: string, required",
  ".arguments: string, required",
];

/** 2.6 Items of `input`. */
const inputItems = [
  ...at(" <message of user>", [
    ": object",
    '.type: string, const "message", required',
    '.role: string, const "user", required',
    ".content: array, required",
    ...at(".content[]", inputParts),
    ".id: string",
    `.status: ${itemStatus}`,
  ]),
  ...at(" <message of assistant>", assistantMessage(itemStatus)),
  ...at(" <function_call>", functionCall()),
  ...at(" <function_call_output>", [
    ": object",
    '.type: string, const "function_call_output", required',
    ".call_id: string, required",
    ".output <string>: string, required",
    ".output <array>: array, required",
    ...at(".output <array>[]", inputParts),
    ".id: string",
  ]),
];

/** 2.7 Tool definition */
const tool = [
  ": object",
  '.type: string, const "function", required',
  ".name: string, required",
  ".description: string",
  ".strict: boolean or null",
  ".parameters: object",
  '.parameters.type: string, const "object", required',
  ".parameters.properties: object, required",
  ".parameters.required: array, required",
  ".parameters.required[]: string",
];

const usage = [
  ".usage: object, required",
  ".usage.input_tokens: integer, required",
  ".usage.output_tokens: integer, required",
  ".usage.total_tokens: integer, required",
];

/** 2.5 Response object */
const response = [
  ": object",
  ".id: string, required",
  '.object: string, const "response", required',
  ".created_at: integer, required",
  ".model: string, required",
  ".output: array, required",
  ...at(".output[] <message of assistant>", assistantMessage(itemStatus)),
  ...at(".output[] <function_call>", functionCall()),
  ...usage,
  // `completed` or `in_progress` appear: others are not ruled out.
  ".status: string, required",
];

/** 6. Events */
const event = (type: string, lines: readonly string[]) =>
  at(`  200 <${type}>`, [": object", `.type: string, const "${type}", required`, ...lines]);

const briefly = (status: string) => [
  ".response: object, required",
  ".response.id: string, required",
  '.response.object: string, const "response", required',
  `.response.status: string, ${status}, required`,
];
const ofItem = [".response_id: string, required", ".output_index: integer, required"];
const ofPart = [...ofItem, ".content_index: integer, required"];

const events = [
  "  200 text/event-stream",
  ...event("response.created", briefly('const "in_progress"')),
  ...event("response.output_item.added", [
    ...ofItem,
    ...at(".item <message of assistant>", [
      ": object, required",
      '.type: string, const "message", required',
      ".id: string, required",
      '.role: string, const "assistant", required',
      '.status: string, const "in_progress", required',
      ".content: array, maxItems 0, required",
      ...at(".content[]", outputText),
    ]),
    ...at(".item <function_call>", [
      ": object, required",
      '.type: string, const "function_call", required',
      ".id: string, required",
      '.status: string, const "in_progress", required',
      ".name: string, required",
    ]),
  ]),
  ...event("response.content_part.added", [
    ...ofPart,
    ".part: object, required",
    '.part.type: string, const "output_text", required',
    '.part.text: string, const "", enum [""], required',
  ]),
  ...event("response.content_part.delta", [...ofPart, ".delta: string, required"]),
  ...event("response.function_call_arguments.done", [".arguments: string, required"]),
  ...event("response.output_item.done", [
    ...ofItem,
    ...at(
      ".item <message of assistant>",
      assistantMessage('string, enum ["completed"]', ", required"),
    ),
    ...at(".item <function_call>", [
      ...functionCall(", required"),
      '.status: string, enum ["completed"], required',
    ]),
  ]),
  ...event("response.done", [...briefly('enum ["completed"]'), ...at(".response", usage)]),
];

/** 4. Endpoints, each with the headers of 5.5 and the failures of its table; all have the 401 of 5.4. */
export const interfaceTable: readonly string[] = [
  "GET /workspaces/{id}",
  "  path id: string, minLength 1, required",
  ...applicationHeaders,
  ...reply([": object", ...at(".data", workspace)]),
  ...failures(401, 404, 500),

  "DELETE /byok/{id}",
  '  path id: string, format "uuid", required',
  ...applicationHeaders,
  ...reply([": object", ".deleted: boolean, required"]),
  ...failures(401, 404, 500),

  "POST /embeddings",
  ...applicationHeaders,
  ...request([
    ": object, required",
    ".model: string, required",
    ".input <string>: string, required",
    ".input <array of string>: array, required",
    ".input <array of string>[]: string",
    ".input <array of object>: array, required",
    ".input <array of object>[]: object",
    ".input <array of object>[].content: array, required",
    ".input <array of object>[].content[] <text>: object",
    '.input <array of object>[].content[] <text>.type: string, const "text", required',
    ".input <array of object>[].content[] <text>.text: string, required",
    ".input <array of object>[].content[] <image_url>: object",
    '.input <array of object>[].content[] <image_url>.type: string, const "image_url", required',
    ".input <array of object>[].content[] <image_url>.image_url: object, required",
    ".input <array of object>[].content[] <image_url>.image_url.url: string, required",
    // The value `float` appears.
    ".encoding_format: string",
    ".provider: object",
    ".provider.order: array",
    ".provider.order[]: string",
    ".provider.allow_fallbacks: boolean",
    // The value `deny` appears.
    ".provider.data_collection: string",
  ]),
  ...reply([
    ": object",
    ".data: array, required",
    ".data[]: object",
    ".data[].embedding: array, required",
    ".data[].embedding[]: number",
  ]),
  ...failures(400, 401, 402, 404, 429, 529),

  "GET /embeddings/models",
  ...applicationHeaders,
  ...reply([
    ": object",
    ".data: array, required",
    ".data[]: object",
    ".data[].id: string, required",
    ".data[].context_length: integer",
  ]),
  ...failures(401),

  "POST /responses",
  ...applicationHeaders,
  ...request([
    ": object, required",
    ".model: string, required",
    ".input <string>: string, required",
    ".input <array>: array, required",
    ...at(".input <array>[]", inputItems),
    ".stream: boolean, default false",
    ".max_output_tokens: integer",
    ".temperature: number, maximum 2, minimum 0",
    ".top_p: number, maximum 1, minimum 0",
    ".tools: array",
    ...at(".tools[]", tool),
    '.tool_choice <string>: string, enum ["auto","none"]',
    ".tool_choice <function>: object",
    '.tool_choice <function>.type: string, const "function", required',
    ".tool_choice <function>.name: string, required",
  ]),
  ...reply(response),
  ...events,
  // Non-2xx replies carry the error envelope: the statuses of section 7.
  ...failures(400, 401, 402, 404, 429, 500, 529),
];
