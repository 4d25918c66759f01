import { isRecord } from "@portico/contract/is-record";
import type { CallOptions } from "./call.ts";
import type { FunctionCall, FunctionTool, Schema } from "./contract.ts";
import { ToolLoopError } from "./errors.ts";
import { checkValue, jsonSchemaOf, type StandardSchema } from "./structured.ts";

/**
 * A function that the model may call. Its result is sent back as text, as JSON unless it is a string.
 *
 * @example
 * const get_weather: ToolFunction = {
 *   description: "Current weather in a city",
 *   parameters: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
 *   run: ({ city }) => ({ city, celsius: 18 }),
 * };
 * await portico.responses.runTools({ model: "sandbox/text", input: "Rain?", tools: { get_weather } });
 */
export interface ToolFunction<Call = FunctionCall> {
  /** For the model: what the function does, and when to call it. */
  readonly description?: string;
  /** JSON Schema of the arguments. */
  readonly parameters: NonNullable<FunctionTool["parameters"]>;
  /** Whether the vendor guarantees the form of the arguments. */
  readonly strict?: boolean;
  /** An error that it throws is sent to the model as the result. */
  run(args: Record<string, unknown>, call: Call): unknown;
}

/**
 * A function whose arguments a schema describes: `run` gets them checked, with their types. Where they do not fit, the model is sent
 * what is wrong, and may call again.
 *
 * @example
 * const weather = (city: StandardSchema<{ city: string }>) =>
 *   schemaTool({ description: "Current weather", parameters: city, run: ({ city }) => `18 degrees in ${city}` });
 */
export function schemaTool<Output, Call = FunctionCall>({
  parameters: schema,
  run,
  ...more
}: SchemaTool<Output, Call>): ToolFunction<Call> {
  return {
    ...more,
    parameters: jsonSchemaOf(schema),
    run: async (args, call) => run(await checkValue(schema, args), call),
  };
}

/**
 * What `schemaTool` takes.
 *
 * @example
 * const options = (city: StandardSchema<{ city: string }>): SchemaTool<{ city: string }> =>
 *   ({ parameters: city, run: ({ city }) => city.length });
 */
export interface SchemaTool<Output, Call = FunctionCall>
  extends Omit<ToolFunction<Call>, "parameters" | "run"> {
  /** What the arguments have to be. */
  readonly parameters: StandardSchema<Output>;
  /** Gets the checked arguments. An error that it throws is sent to the model as the result. */
  run(args: Output, call: Call): unknown;
}

/** Your functions by their names. */
export type Tools<Call> = Readonly<Record<string, ToolFunction<Call>>>;

/**
 * How a tool loop runs, and what each of its calls does differently.
 *
 * @example
 * const options: LoopOptions<ModelResponse> = { maxRounds: 5, onResponse: ({ usage }) => console.log(usage) };
 * const tools = { now: { parameters: { type: "object" }, run: () => new Date().toISOString() } };
 * await portico.responses.runTools({ model: "sandbox/text", input: "How late is it?", tools }, options);
 */
export interface LoopOptions<Reply> extends CallOptions {
  /** The most requests to the model. Default 10. */
  readonly maxRounds?: number;
  /** Called after each answer of the model. */
  readonly onResponse?: (response: Reply) => void;
}

/** One wire's part of the loop. */
export interface LoopWire<Reply, Item, Call, Choice> {
  ask(conversation: Item[], chosen: Chosen<Choice>, call: CallOptions): Promise<Reply>;
  /** What a reply adds to the conversation. */
  itemsOf(reply: Reply): Item[];
  callsOf(reply: Reply): readonly NamedCall<Call>[];
  /** What the results of a reply's calls add to the conversation. */
  itemsOfResults(results: readonly CallResult<Call>[]): Item[];
  /** The choice for all rounds but the first: a call that is forced in each round would never let the loop end. */
  afterwards(choice: Choice): Choice;
}

export interface CallResult<Call> {
  readonly call: Call;
  readonly output: string;
}

interface Chosen<Choice> {
  readonly tool_choice?: Choice;
}

export interface NamedCall<Call> {
  readonly call: Call;
  readonly name: string;
  readonly arguments: string;
}

/**
 * Asks the model, runs all functions that an answer calls, adds their results to the conversation, until an answer has no
 * calls. Returns that answer.
 */
export async function runLoop<Reply, Item, Call, Choice>(
  wire: LoopWire<Reply, Item, Call, Choice>,
  tools: Tools<Call>,
  conversation: Item[],
  choice: Choice | undefined,
  { maxRounds = 10, onResponse, ...call }: LoopOptions<Reply>,
): Promise<Reply> {
  let chosen: Chosen<Choice> = choice === undefined ? {} : { tool_choice: choice };
  for (let round = 0; round < maxRounds; round += 1) {
    const reply = await wire.ask(conversation, chosen, call);
    onResponse?.(reply);
    conversation.push(...wire.itemsOf(reply));
    const calls = wire.callsOf(reply);
    if (calls.length === 0) return reply;
    const results = calls.map(async (named) => ({
      call: named.call,
      output: await outputOf(tools, named),
    }));
    conversation.push(...wire.itemsOfResults(await Promise.all(results)));
    if (choice !== undefined) chosen = { tool_choice: wire.afterwards(choice) };
  }
  throw new ToolLoopError(`The model was still calling functions after ${maxRounds} rounds.`);
}

/** The choice after the first round, where a forced call is an object or `required`. */
export function unforced<Choice>(choice: Choice): Choice | "auto" {
  return isRecord(choice) || choice === "required" ? "auto" : choice;
}

/** The functions in the form that all wires share. */
export function definitionsOf<Call>(tools: Tools<Call>): Definition[] {
  return Object.entries(tools).map(([name, { run, ...tool }]) => ({
    name,
    description: "",
    strict: null,
    ...tool,
  }));
}

type Definition = Pick<Schema<"FunctionTool">, "name" | "description" | "strict" | "parameters">;

async function outputOf<Call>(tools: Tools<Call>, called: NamedCall<Call>): Promise<string> {
  const { name, call } = called;
  const tool = Object.hasOwn(tools, name) ? tools[name] : undefined;
  if (!tool)
    throw new ToolLoopError(`The model called "${name}", which is no tool of this request.`);
  try {
    const result = await tool.run(argumentsOf(called), call);
    return typeof result === "string" ? result : (JSON.stringify(result) ?? "null");
  } catch (error) {
    if (error instanceof ToolLoopError) throw error;
    return JSON.stringify({ error: error instanceof Error ? error.message : String(error) });
  }
}

function argumentsOf({ name, arguments: text }: NamedCall<unknown>): Record<string, unknown> {
  const args: unknown = JSON.parse(text);
  if (!isRecord(args)) throw new ToolLoopError(`The arguments of "${name}" are no JSON object.`);
  return args;
}
