import type { Schema } from "@portico/contract/facts";
import type { PassThrough } from "../../model-call/respond-call.ts";
import {
  type KnownFields,
  namesIncluded,
  saidIn,
  saysSomething,
  unreadFields,
} from "../reading/left-out.ts";

type Request = Schema<"ResponseRequest">;

const known: KnownFields = {
  names: new Set([
    "model",
    "input",
    "models",
    "provider",
    "session_id",
    "instructions",
    "metadata",
    "user",
    "safety_identifier",
    "stream",
    "stream_options",
    "store",
    "previous_response_id",
    "background",
    "include",
    "text",
    "reasoning",
    "tools",
    "tool_choice",
    "parallel_tool_calls",
    "max_output_tokens",
    "service_tier",
    "temperature",
    "top_p",
    "top_k",
    "presence_penalty",
    "frequency_penalty",
    "seed",
    "stop",
    "prompt_cache_key",
    "prompt_cache_retention",
  ]),
  whatHoldsAnyway: { truncation: ["disabled"], top_logprobs: [0] },
};

const forms: ReadonlySet<unknown> = new Set(["text", "json_object", "json_schema"]);

/** The names of what a request says and no provider is sent, its tools apart, and what goes on with tools that run at the vendor. */
export function unread(body: Request, passThrough?: PassThrough): string[] {
  const { format, verbosity: _verbosity, ...ofText } = body.text ?? {};
  const {
    effort: _effort,
    max_tokens: _most,
    summary: _summary,
    ...ofThoughts
  } = body.reasoning ?? {};
  const { type: form } = Object(format);
  return [
    ...unreadFields(body, known).filter((name) => passThrough?.fields[name] === undefined),
    ...(passThrough?.fields["include"] === undefined ? namesIncluded(body.include) : []),
    ...(saysSomething(format) && !forms.has(form) ? [`text.format (${form})`] : []),
    ...saidIn("text", ofText),
    ...saidIn("reasoning", ofThoughts),
    ...(body.tools ?? []).flatMap(ofTool),
  ];
}

/** The fields of a tool that are not read. */
function ofTool(tool: NonNullable<Request["tools"]>[number]): string[] {
  if (tool.type !== "function" && tool.type !== "custom") return [];
  const {
    type: _,
    name: _name,
    description: _text,
    parameters: _form,
    strict: _strict,
    format: _format,
    ...others
  } = Object(tool);
  return saidIn("tools", others);
}
