import { type Fields, fieldsOf, listOf, textOf } from "../json-shape.ts";
import type { RespondCall, ToolDefinition } from "../provider.ts";
import { exampleOf } from "./example-json.ts";
import { mentionedNumbers, mentionedValues } from "./mentioned-values.ts";
import { repeated } from "./simulated-answer.ts";

export interface SimulatedCall {
  readonly name: string;
  readonly arguments: string;
}

/**
 * The calls that a message leads to. On `auto`, a tool is called when the message mentions values
 * for its required string parameters, or when it needs none and the message speaks of it; a forced
 * tool is called with whatever can be found.
 */
export function simulatedCalls(call: RespondCall, message: string): readonly SimulatedCall[] {
  const { toolChoice } = call;
  const onlyRepeats = toolChoice === "auto" && repeated(message) !== undefined;
  if (toolChoice === "none" || call.tools.length === 0 || onlyRepeats) {
    return [];
  }
  const offered =
    typeof toolChoice === "object"
      ? call.tools.filter((tool) => tool.name === toolChoice.name)
      : call.tools;
  const ranked = byRelevance(offered, message);
  const calls = ranked
    .map((tool) => callsOf(tool, message, toolChoice === "auto"))
    .find((found) => found.length > 0);
  const chosen = calls ?? [];
  return call.parallelToolCalls === false ? chosen.slice(0, 1) : chosen;
}

function byRelevance(tools: readonly ToolDefinition[], message: string): readonly ToolDefinition[] {
  const words = wordsOf(message);
  const relevance = new Map(tools.map((tool) => [tool, relevanceOf(tool, words)]));
  return tools.toSorted((a, b) => (relevance.get(b) ?? 0) - (relevance.get(a) ?? 0));
}

function relevanceOf(tool: ToolDefinition, words: readonly string[]): number {
  const name = wordsOf(tool.name);
  const description = wordsOf(tool.description ?? "");
  const shared = (own: readonly string[]) => words.filter((word) => own.some(isKin(word))).length;
  return 3 * shared(name) + shared(description);
}

function isKin(word: string): (other: string) => boolean {
  return (other) => word.startsWith(other) || other.startsWith(word);
}

function wordsOf(text: string): readonly string[] {
  const spaced = text.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();
  return (spaced.match(/[\p{L}\p{N}]{4,}/gu) ?? []).filter((word) => !empty.has(word));
}

const empty = new Set(
  "from with that this what which when where would could please about".split(" "),
);

interface Parameter {
  readonly name: string;
  readonly schema: Fields;
}

function callsOf(
  tool: ToolDefinition,
  message: string,
  mustBeMentioned: boolean,
): readonly SimulatedCall[] {
  const schema = fieldsOf(tool.parameters);
  const required = listOf(schema["required"]).filter((name) => typeof name === "string");
  const properties = fieldsOf(schema["properties"]);
  const parameters = required.map((name) => ({ name, schema: fieldsOf(properties[name]) }));
  const open = parameters.filter(isOpenText);
  const values = mentionedValues(message, wordsOf(`${tool.name} ${tool.description ?? ""}`));
  if (open.length === 0) {
    const speaksOfIt = relevanceOf(tool, wordsOf(message)) > 0 || parameters.length > 0;
    return !mustBeMentioned || speaksOfIt ? [toCall(tool, schema, parameters, message, {})] : [];
  }
  if (values.length === 0 && mustBeMentioned) {
    return [];
  }
  return assignments(open, values.length === 0 ? [fallbackValue(message)] : values).map((given) =>
    toCall(tool, schema, parameters, message, given),
  );
}

function isOpenText({ schema }: Parameter): boolean {
  return [schema["type"]].flat().includes("string") && listOf(schema["enum"]).length === 0;
}

function fallbackValue(message: string): string {
  return message.trim().slice(0, 60) || "example";
}

/** One parameter: a call for each value. Several: they share the values in order, in one call. */
function assignments(
  open: readonly Parameter[],
  values: readonly string[],
): readonly Readonly<Record<string, string>>[] {
  const [only] = open;
  if (open.length === 1 && only !== undefined) {
    return values.map((value) => ({ [only.name]: value }));
  }
  return [
    Object.fromEntries(
      open.map(({ name }, index) => [name, values[Math.min(index, values.length - 1)] ?? ""]),
    ),
  ];
}

function toCall(
  tool: ToolDefinition,
  root: Fields,
  parameters: readonly Parameter[],
  message: string,
  given: Readonly<Record<string, string>>,
): SimulatedCall {
  const ingredients = { texts: [], numbers: mentionedNumbers(message) };
  const rest = exampleOf(
    {
      ...root,
      properties: Object.fromEntries(
        parameters
          .filter(({ name }) => !(name in given))
          .map(({ name, schema }) => [name, preferring(schema, message)]),
      ),
    },
    ingredients,
  );
  return { name: tool.name, arguments: JSON.stringify({ ...given, ...fieldsOf(rest) }) };
}

/** Of a closed list, the member that the message mentions. */
function preferring(schema: Fields, message: string): Fields {
  const mentioned = listOf(schema["enum"]).find(
    (choice) => textOf(choice) && message.toLowerCase().includes(String(choice).toLowerCase()),
  );
  return mentioned === undefined ? schema : { const: mentioned };
}
