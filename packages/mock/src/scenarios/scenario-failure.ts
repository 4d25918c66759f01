import type { Reply } from "./reply.ts";
import type { ScenarioStep } from "./scenario.ts";

export interface FailedStep {
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
