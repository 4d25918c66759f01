import {
  type Expression,
  expressionsIn,
  parseExpression,
  type Scenario,
  type ScenarioStep,
} from "@portico/mock/scenarios";

/** A scenario on its way into a page: the document, and what the gateway answered to each step. */
export interface Walk {
  readonly scenario: Scenario;
  readonly replies: readonly ShownReply[];
}

export interface ShownReply {
  readonly step: string;
  readonly status: number;
  /** JSON, or the text of a stream. */
  readonly body: unknown;
}

/** Inputs that have no place in a reader's environment. */
export const inputValues: Readonly<Record<string, string>> = { provider: "openai" };

export function replyTo({ replies }: Walk, step: ScenarioStep): ShownReply {
  const reply = replies.find((it) => it.step === step.id);
  if (reply === undefined)
    throw new Error(
      `No reply is recorded for the step ${step.id}: run the scenarios' test with WRITE_EXAMPLES=1.`,
    );
  return reply;
}

export function expressionOf(text: string): Expression {
  const expression = parseExpression(text);
  if (expression === undefined) throw new Error(`${text} is no expression that is known.`);
  return expression;
}

/** The outputs of a step that later steps use, with where they stand in the reply. */
export function usedOutputs(
  { scenario }: Walk,
  step: ScenarioStep,
): readonly [string, Expression][] {
  const texts = scenario.steps.flatMap(({ parameters, body }) => expressionsIn([parameters, body]));
  return Object.entries(step.outputs)
    .filter(([name]) => texts.includes(`$steps.${step.id}.outputs.${name}`))
    .map(([name, text]): [string, Expression] => [name, expressionOf(text)]);
}

/** What an output of an earlier step was in the recorded run. */
export function recordedValue(walk: Walk, stepId: string, name: string): unknown {
  const step = walk.scenario.steps.find(({ id }) => id === stepId);
  const expression = step && expressionOf(step.outputs[name] ?? "");
  if (step === undefined || expression?.kind !== "body") return "";
  return expression.path.reduce(memberOf, replyTo(walk, step).body);
}

export function memberOf(value: unknown, part: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, part) : undefined;
}

/** The value of `Authorization: Bearer`, as an expression's text. */
export function keyOf({ parameters, id }: ScenarioStep): string {
  const header = parameters.find(({ name }) => name === "Authorization");
  const [text] = expressionsIn(header?.value ?? "");
  if (text === undefined) throw new Error(`The step ${id} sends no key.`);
  return text;
}

export function isStream({ body }: ShownReply): boolean {
  return typeof body === "string" && body.startsWith("data: ");
}

/** The heading of a step: the words of its id. */
export function titleOf({ id }: ScenarioStep): string {
  const words = id.replaceAll("-", " ");
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
