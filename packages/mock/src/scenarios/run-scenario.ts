import { judge } from "./criteria.ts";
import { filledIn, lookUp, MissingValue, parseExpression, type Scope } from "./expression.ts";
import { type Reply, readReply } from "./reply.ts";
import type { Scenario, ScenarioStep } from "./scenario.ts";

export interface RunOptions {
  /** What carries a request: `fetch`, or a gateway without a socket. */
  readonly fetch: (request: Request) => Promise<Response>;
  /** Including the base path. */
  readonly baseUrl: string;
  readonly inputs: Readonly<Record<string, unknown>>;
  /** Sent with each request, beside what the steps say. */
  readonly headers?: Readonly<Record<string, string>>;
  /** `given`: stops once the state is reached, before the first step that is not marked `x-portico-given`. */
  readonly until?: "given" | "end";
  /** Called after each step, before its criteria are judged. */
  readonly onStep?: (run: StepRun) => void;
}

export interface StepRun {
  readonly step: ScenarioStep;
  readonly request: SentRequest;
  readonly reply: Reply;
}

export interface SentRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined where the request has no body. */
  readonly body: unknown;
}

export interface ScenarioRun {
  readonly steps: readonly StepRun[];
  /** The key that the scenario is about; null where it has none of its own. */
  readonly key: string | null;
}

/** Runs a scenario step by step. Throws a ScenarioFailure at the first criterion that does not hold. */
export async function runScenario(scenario: Scenario, options: RunOptions): Promise<ScenarioRun> {
  const outputs = new Map<string, Readonly<Record<string, unknown>>>();
  const scope: Scope = { inputs: options.inputs, outputs };
  const steps: StepRun[] = [];
  for (const step of scenario.steps) {
    if (options.until === "given" && !step.given) break;
    const run = await runStep(scenario, step, scope, options);
    steps.push(run);
    outputs.set(step.id, outputsOf(scenario, run, scope));
  }
  return { steps, key: scenario.key === null ? null : String(filledIn(scenario.key, scope)) };
}

async function runStep(
  scenario: Scenario,
  step: ScenarioStep,
  scope: Scope,
  options: RunOptions,
): Promise<StepRun> {
  const fail = (expected: string, got: string, reply?: Reply): never => {
    throw new ScenarioFailure({ scenario: scenario.name, step, expected, got, reply });
  };
  const request = requestOf(step, scope, options, fail);
  const response = await options.fetch(wire(request)).catch((error: unknown) => error);
  if (!(response instanceof Response)) return fail("a reply", String(response));
  const reply = await readReply(response);
  const run = { step, request, reply };
  options.onStep?.(run);
  if (reply.broken !== null) fail("a whole body", `one that broke off: ${reply.broken}`, reply);
  for (const criterion of step.criteria) {
    const finding = judge(criterion, { ...scope, reply });
    if (finding !== undefined) fail(finding.expected, finding.got, reply);
  }
  return run;
}

function requestOf(
  step: ScenarioStep,
  scope: Scope,
  { baseUrl, headers: common = {} }: RunOptions,
  fail: (expected: string, got: string) => never,
): SentRequest {
  const filled = (value: unknown): unknown => {
    try {
      return filledIn(value, scope);
    } catch (error) {
      if (error instanceof MissingValue) return fail(error.message, "nothing");
      throw error;
    }
  };
  const of = (place: "path" | "query" | "header") =>
    step.parameters
      .filter((parameter) => parameter.in === place)
      .map(({ name, value }): [string, string] => [name, String(filled(value))]);
  const path = of("path").reduce(
    (all, [name, value]) => all.replace(`{${name}}`, encodeURIComponent(value)),
    step.path,
  );
  const query = new URLSearchParams(of("query")).toString();
  const type = step.body === undefined ? {} : { "Content-Type": "application/json" };
  return {
    method: step.method.toUpperCase(),
    url: `${baseUrl}${path}${query === "" ? "" : `?${query}`}`,
    headers: { ...common, ...Object.fromEntries(of("header")), ...type },
    body: filled(step.body),
  };
}

function wire({ method, url, headers, body }: SentRequest): Request {
  return new Request(url, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

function outputsOf(
  scenario: Scenario,
  { step, reply }: StepRun,
  scope: Scope,
): Readonly<Record<string, unknown>> {
  const entries = Object.entries(step.outputs).map(([name, text]): [string, unknown] => {
    const expression = parseExpression(text);
    const value = expression && lookUp(expression, { ...scope, reply });
    if (value === undefined)
      throw new ScenarioFailure({
        scenario: scenario.name,
        step,
        expected: `${text}, for the output ${name}`,
        got: "nothing",
        reply,
      });
    return [name, value];
  });
  return Object.fromEntries(entries);
}

interface FailedStep {
  readonly scenario: string;
  readonly step: ScenarioStep;
  readonly expected: string;
  readonly got: string;
  readonly reply?: Reply | undefined;
}

const shownCharacters = 400;

/** A step that did not go as its scenario says. The message names the step, what was expected, and what came. */
export class ScenarioFailure extends Error {
  override readonly name = "ScenarioFailure";

  constructor({ scenario, step, expected, got, reply }: FailedStep) {
    const call = `${step.operationId}, ${step.method.toUpperCase()} ${step.path}`;
    const lines = [
      `Scenario ${scenario}, step ${step.id} (${call}):`,
      `expected ${expected}`,
      `got ${got}`,
      ...(reply === undefined ? [] : [`reply ${reply.status} ${shortened(reply.text)}`]),
    ];
    super(lines.join("\n  "));
  }
}

function shortened(text: string): string {
  return text.length > shownCharacters ? `${text.slice(0, shownCharacters)}…` : text;
}
