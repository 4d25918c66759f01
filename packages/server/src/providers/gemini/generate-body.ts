import type {
  JsonObject,
  RespondCall,
  ToolDefinition,
} from "@portico/core/model-call/respond-call";
import { TimeSlice } from "../../in-turns.ts";
import { scanSmallJson } from "../../json/json-scan.ts";
import { type Fields, isFields, jsonIn } from "../../json/json-shape.ts";
import { argumentsOf, plainText, toConversation } from "../conversation/conversation.ts";
import type {
  AssistantMessage,
  CallTurn,
  NamedResult,
  UserMessage,
} from "../conversation/messages.ts";
import { convertAt, SchemaBudget, SchemaTooLarge } from "../conversation/schema/schema-budget.ts";
import { toGeminiParts } from "./content-parts.ts";
import { toGeminiSchema } from "./gemini-schema.ts";
import { geminiFamily, SaidParts, signatureOfCall } from "./signatures.ts";
import { geminiVersion, thinkingConfig } from "./thinking-config.ts";

/**
 * Gemini 3 refuses a call without the signature of the thoughts that led to it. Where a caller has kept none, or
 * another model called, this word stands for one: https://ai.google.dev/gemini-api/docs/thought-signatures
 */
const absentSignature = "skip_thought_signature_validator";

/** A call as the body of generateContent and streamGenerateContent. */
export async function toGenerateBody(call: RespondCall): Promise<object> {
  const { system, messages } = toConversation(call, { thoughts: geminiFamily });
  const signs = geminiVersion(call.model) >= 3;
  const budget = SchemaBudget.of(call);
  const responses = new FunctionResponses();
  return {
    contents: messages.map((message) =>
      message.role === "user"
        ? { role: "user", parts: userParts(message, responses) }
        : { role: "model", parts: modelParts(message, signs) },
    ),
    systemInstruction: system === "" ? undefined : { parts: [{ text: system }] },
    ...(await toolFields(call, budget)),
    generationConfig: generationConfig(call, budget),
  };
}

function userParts(message: UserMessage, responses: FunctionResponses): object[] {
  const attached = message.results.flatMap((result) =>
    toGeminiParts(result.output.filter((part) => part.type !== "text")),
  );
  return [
    ...message.results.map((result) => responses.of(result)),
    ...attached,
    ...toGeminiParts(message.content),
  ];
}

/** What of the results is read as objects, in all: beyond it they are texts, as they were sent. */
const readAsObjects = 256 * 1024;
const resultLimits = { maxDepth: 64, maxValues: 20_000 };

/** Results are paired by name and order; the conversation has put them in the order of the calls. */
class FunctionResponses {
  #left = readAsObjects;

  of(result: NamedResult): object {
    const text = plainText(result.output);
    return {
      functionResponse: { name: result.name, response: this.#objectIn(text) ?? { output: text } },
    };
  }

  #objectIn(text: string): JsonObject | undefined {
    if (!/^\s{0,9}\{/.test(text) || text.length > this.#left) return undefined;

    this.#left -= text.length;
    if (scanSmallJson(text, resultLimits) !== null) return undefined;

    const value = jsonIn(text);
    return isFields(value) ? value : undefined;
  }
}

function modelParts(message: AssistantMessage, signs: boolean): object[] {
  const said = new SaidParts();
  const calls: object[] = [];
  let signature: string | undefined;
  for (const entry of message.entries)
    if (entry.type === "text") said.add(entry.text);
    else if (entry.type === "thought") {
      said.sign(entry);
      signature = signatureOfCall(entry) ?? signature;
    } else if (entry.type === "call") {
      calls.push(callPart(entry, signature ?? absentOf(signs, calls.length)));
      signature = undefined;
    }

  return [...said.all(), ...calls];
}

/** Only the first of parallel calls carries one. */
function absentOf(signs: boolean, place: number): string | undefined {
  return signs && place === 0 ? absentSignature : undefined;
}

function callPart(call: CallTurn, thoughtSignature: string | undefined): object {
  return { functionCall: { name: call.name, args: argumentsOf(call) }, thoughtSignature };
}

async function toolFields(call: RespondCall, budget: SchemaBudget): Promise<object> {
  if (call.tools.length === 0) return {};

  const turn = new TimeSlice();
  const declarations: object[] = [];
  for (const [index, tool] of call.tools.entries()) {
    const place = `tools[${index}].parameters`;
    declarations.push(convertAt(place, () => toDeclaration(tool, budget)));
    if (turn.isOver) await turn.pass();
  }
  return {
    tools: [{ functionDeclarations: declarations }],
    toolConfig: { functionCallingConfig: callingConfig(call) },
  };
}

function toDeclaration(tool: ToolDefinition, budget: SchemaBudget): object {
  const schema = writtenOut(tool.parameters, budget);
  return {
    name: tool.name,
    description: tool.description || undefined,
    // An object without properties is refused.
    parameters: isFields(schema["properties"]) ? schema : undefined,
  };
}

function callingConfig({ toolChoice }: RespondCall): object {
  switch (toolChoice) {
    case "auto":
      return { mode: "AUTO" };
    case "none":
      return { mode: "NONE" };
    case "required":
      return { mode: "ANY" };
    default:
      return { mode: "ANY", allowedFunctionNames: [toolChoice.name] };
  }
}

function generationConfig(call: RespondCall, budget: SchemaBudget): object {
  // From 2.5 on penalties are refused.
  const penalised = geminiVersion(call.model) < 2.05;
  return {
    maxOutputTokens: call.maxOutputTokens,
    temperature: call.temperature,
    topP: call.topP,
    topK: call.topK,
    presencePenalty: penalised ? call.presencePenalty : undefined,
    frequencyPenalty: penalised ? call.frequencyPenalty : undefined,
    seed: call.seed,
    stopSequences: call.stop?.length ? call.stop.slice(0, 5) : undefined,
    ...responseFormat(call, budget),
    thinkingConfig: thinkingConfig(call),
  };
}

/** Before Gemini 3, JSON answers and functions exclude each other. */
function responseFormat({ model, textFormat, tools }: RespondCall, budget: SchemaBudget): object {
  if (textFormat === undefined || textFormat.type === "text") return {};

  if (tools.length > 0 && geminiVersion(model) < 3) return {};

  return {
    responseMimeType: "application/json",
    responseSchema:
      textFormat.type === "json_schema"
        ? convertAt("text.format.schema", () => writtenOut(textFormat.schema, budget))
        : undefined,
  };
}

/** The factor by which a schema may grow: the hold counted its bytes, of which four are about one token. */
const mostGrowth = { times: 4, characters: 4_096 } as const;

function writtenOut(schema: JsonObject | undefined, budget: SchemaBudget): Fields {
  const written = toGeminiSchema(schema, budget);
  const paidFor = JSON.stringify(schema ?? {}).length * mostGrowth.times + mostGrowth.characters;
  if (JSON.stringify(written).length > paidFor)
    throw new SchemaTooLarge("The schema costs more than its bytes paid for.");

  return written;
}
