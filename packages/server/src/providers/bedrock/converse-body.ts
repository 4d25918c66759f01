import type { RespondCall } from "@portico/core/model-call/respond-call";
import { claudeOf, samplingFor, stopSequences } from "../anthropic/claude.ts";
import { converseHost } from "../anthropic/claude-host.ts";
import { passedTo, withFields } from "../anthropic/passed.ts";
import { toStrictSchema } from "../anthropic/strict-schema.ts";
import { effortFor, thinkingFor } from "../anthropic/thinking.ts";
import { objectSchema } from "../anthropic/tools.ts";
import { type Conversation, toConversation } from "../conversation/conversation.ts";
import { CachePoints } from "./cache-points.ts";
import { ConverseMessages } from "./converse-messages.ts";
import { structures } from "./facts.ts";
import { isClaude, thoughtFamily } from "./reasoning-content.ts";

/** Thinking with a budget has to know the maximum; Bedrock's own for Claude is this. */
const defaultMaxTokens = 4096;

/** A call as the body of Converse and ConverseStream. */
export function toConverseBody(call: RespondCall): object {
  const conversation = toConversation(call, { thoughts: thoughtFamily(call.model) });
  const points = new CachePoints(call);
  // In the order of the prompt, because the first cache points are dropped first.
  const toolConfig = toToolConfig(call, points);
  const system = toSystem(conversation, points);
  const messages = new ConverseMessages(call, conversation, points).all();
  return {
    messages: messages.map(({ role, content }) => ({ role, content: points.limited(content) })),
    system: system && points.limited(system),
    toolConfig: toolConfig && { ...toolConfig, tools: points.limited(toolConfig.tools) },
    ...modelFields(call, conversation),
  };
}

/** One text, unless a mark separates its parts. */
function toSystem(
  { system, systemParts }: Conversation,
  points: CachePoints,
): object[] | undefined {
  const texts = systemParts.filter((part) => part.type === "text");
  if (texts.some((part) => part.cache))
    return texts.flatMap(({ text, cache }) => points.after({ text }, cache));

  return system === "" ? undefined : [{ text: system }];
}

interface ToolConfig {
  readonly tools: object[];
  readonly toolChoice?: object;
}

function toToolConfig(call: RespondCall, points: CachePoints): ToolConfig | undefined {
  if (call.tools.length === 0 || call.toolChoice === "none") return undefined;

  const tools = call.tools.flatMap((tool) => {
    const toolSpec = {
      name: tool.name,
      description: tool.description || undefined,
      inputSchema: { json: objectSchema(tool.parameters) },
    };
    return points.afterTool({ toolSpec }, tool.cache);
  });
  switch (call.toolChoice) {
    case "auto":
      return { tools };
    case "required":
      return { tools, toolChoice: { any: {} } };
    default:
      return { tools, toolChoice: { tool: { name: call.toolChoice.name } } };
  }
}

/** The differences between the families of models behind the one dialect. */
function modelFields(call: RespondCall, conversation: Conversation): object {
  const claude = claudeOf(call.model);
  const maxTokens = call.maxOutputTokens ?? defaultMaxTokens;
  const thinking = thinkingFor(claude, call, conversation, maxTokens);
  const effort = thinking?.type === "adaptive" ? effortFor(claude, call) : undefined;
  const sampling = samplingFor(claude, call, thinking !== undefined);
  return {
    inferenceConfig: {
      maxTokens: call.maxOutputTokens ?? (thinking && maxTokens),
      temperature: sampling.temperature,
      topP: sampling.top_p,
      stopSequences: stopSequences(call),
    },
    additionalModelRequestFields: additionalFields(call, {
      thinking,
      output_config: effort && { effort },
      top_k: call.model.includes("anthropic.") ? sampling.top_k : undefined,
    }),
    outputConfig: outputConfig(call),
  };
}

function additionalFields(call: RespondCall, claude: object): object | undefined {
  const effort = call.reasoning?.effort;
  if (call.model.includes("gpt-oss") && effort !== undefined && /^(low|medium|high)$/.test(effort))
    return { reasoning_effort: effort };

  const fields = isClaude(call.model) ? withPassed(call, claude) : claude;
  return Object.values(fields).some((value) => value !== undefined) ? fields : undefined;
}

function withPassed(call: RespondCall, claude: object): object {
  const passed = passedTo(converseHost, call);
  if (passed === undefined) return claude;

  const fields = withFields({ ...claude }, passed);
  return passed.betas.length > 0 ? { ...fields, anthropic_beta: passed.betas } : fields;
}

function outputConfig({ model, textFormat }: RespondCall): object | undefined {
  if (textFormat?.type !== "json_schema" || !structures(model)) return undefined;

  return {
    textFormat: {
      type: "json_schema",
      structure: {
        jsonSchema: {
          schema: JSON.stringify(toStrictSchema(textFormat.schema)),
          name: textFormat.name,
          description: textFormat.description,
        },
      },
    },
  };
}
