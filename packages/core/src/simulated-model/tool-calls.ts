import { type Fields, fieldsOf, listOf, textOf } from "../json/shape.ts";
import type { ToolDefinition } from "../model-call/respond-call.ts";
import { exampleOf } from "./example-json.ts";
import type { Mentions } from "./mentions.ts";
import type { Question } from "./question.ts";
import { readAt } from "./refused-question.ts";
import { repeated } from "./repeated.ts";
import { Words } from "./words.ts";

export interface ToolCall {
  readonly name: string;
  readonly arguments: string;
}

/**
 * The calls that a message leads to. On `auto`, a tool is called when the message mentions values
 * for its required string parameters, or when it needs none and the message speaks of it; a forced
 * tool is called with what can be found.
 */
export function toolCalls(
  question: Question,
  message: string,
  mentions: Mentions,
): readonly ToolCall[] {
  const { toolChoice, tools, parallelToolCalls } = question;
  const onlyRepeats = toolChoice === "auto" && repeated(message) !== undefined;
  if (toolChoice === "none" || tools.length === 0 || onlyRepeats) return [];

  const offered = byRelevance(question, mentions);
  for (const { tool, index, relevance } of offered) {
    const calls = readAt(`tools[${index}].parameters`, () =>
      callsOf(tool, mentions, relevance > 0, toolChoice === "auto"),
    );
    if (calls.length > 0) return parallelToolCalls === false ? calls.slice(0, 1) : calls;
  }
  return [];
}

interface Offered {
  readonly tool: ToolDefinition;
  readonly index: number;
  readonly relevance: number;
}

/** Whether the message speaks of a tool is asked of so many of them. */
const mostCompared = 64;

/** The tools that may be called, those first that the message speaks of most. */
function byRelevance({ tools, toolChoice }: Question, { message }: Mentions): Offered[] {
  const words = new Words(message);
  return tools
    .map((tool, index) => ({ tool, index }))
    .filter(({ tool }) => typeof toolChoice !== "object" || tool.name === toolChoice.name)
    .map((offered, index) => ({
      ...offered,
      relevance: index < mostCompared ? relevanceOf(offered.tool, words) : 0,
    }))
    .sort((one, other) => other.relevance - one.relevance);
}

function relevanceOf(tool: ToolDefinition, words: Words): number {
  return 3 * words.kinIn(tool.name) + words.kinIn(tool.description ?? "");
}

interface Parameter {
  readonly name: string;
  readonly schema: Fields;
}

function callsOf(
  tool: ToolDefinition,
  mentions: Mentions,
  isSpokenOf: boolean,
  mustBeMentioned: boolean,
): readonly ToolCall[] {
  const schema = fieldsOf(tool.parameters);
  const required = listOf(schema["required"]).filter((name) => typeof name === "string");
  const properties = fieldsOf(schema["properties"]);
  const parameters = required.map((name) => ({ name, schema: fieldsOf(properties[name]) }));
  const open = parameters.filter(isOpenText);
  const values = mentions.values(new Words(`${tool.name} ${tool.description ?? ""}`).list);
  if (open.length === 0) {
    const isCalled = !mustBeMentioned || isSpokenOf || parameters.length > 0;
    return isCalled ? toCalls(tool, parameters, mentions, [{}]) : [];
  }
  if (values.length === 0 && mustBeMentioned) return [];

  const found = values.length === 0 ? [fallbackValue(mentions.message)] : values;
  return toCalls(tool, parameters, mentions, assignments(open, found));
}

function isOpenText({ schema }: Parameter): boolean {
  return [schema["type"]].flat().includes("string") && listOf(schema["enum"]).length === 0;
}

function fallbackValue(message: string): string {
  return message.trim().slice(0, 60) || "example";
}

type Given = Readonly<Record<string, string>>;

/** One parameter: a call for each value. Several: they share the values in order, in one call. */
function assignments(open: readonly Parameter[], values: readonly string[]): readonly Given[] {
  const [only] = open;
  if (open.length === 1 && only !== undefined)
    return values.map((value) => ({ [only.name]: value }));

  return [
    Object.fromEntries(
      open.map(({ name }, index) => [name, values[Math.min(index, values.length - 1)] ?? ""]),
    ),
  ];
}

/** All of them are given the same parameters: what is made up for the others is the same as well. */
function toCalls(
  tool: ToolDefinition,
  parameters: readonly Parameter[],
  mentions: Mentions,
  given: readonly Given[],
): readonly ToolCall[] {
  const [first = {}] = given;
  const message = mentions.message.toLowerCase();
  const others = parameters
    .filter(({ name }) => !Object.hasOwn(first, name))
    .map(({ name, schema }) => [name, preferring(schema, message)]);
  const schema = { ...tool.parameters, properties: Object.fromEntries(others) };
  const rest = fieldsOf(exampleOf(schema, { texts: [], numbers: mentions.numbers }));
  return given.map((values) => ({
    name: tool.name,
    arguments: JSON.stringify({ ...values, ...rest }),
  }));
}

/** Members of a closed list that are looked for in the message, and how long they may be. */
const mostChoices = 64;
const longestChoice = 100;

/** Of a closed list, the member that the message mentions. */
function preferring(schema: Fields, message: string): Fields {
  const mentioned = listOf(schema["enum"])
    .slice(0, mostChoices)
    .find((choice) => {
      const text = textOf(choice)?.slice(0, longestChoice).toLowerCase();
      return text !== undefined && message.includes(text);
    });
  return mentioned === undefined ? schema : { const: mentioned };
}
