import { type Fields, isFields } from "@portico/core/json/shape";
import { parseCondition } from "../../src/scenarios/criteria.ts";
import { type Expression, expressionsIn, parseExpression } from "../../src/scenarios/expression.ts";
import type { Criterion, Scenario, ScenarioStep } from "../../src/scenarios/scenario.ts";
import {
  type ContractOperation,
  type ContractReader,
  type ContractResponse,
  Mistake,
} from "./contract-reader.ts";

/** Headers that no operation lists among its parameters. */
const generalHeaders = new Set(["Authorization", "Accept"]);

/** Throws where a scenario names something that the contract, its inputs or its earlier steps do not have. */
export function checkScenario(file: string, scenario: Scenario, contract: ContractReader): void {
  const outputs = new Map<string, ReadonlySet<string>>();
  for (const step of scenario.steps) {
    const place = `${file}, step ${step.id}`;
    if (outputs.has(step.id)) throw new Mistake(place, "another step has this id");
    const operation = contract.operation(step.operationId);
    if (operation === undefined) throw new Mistake(place, "its operation is not in the contract");
    const known = { inputs: scenario.inputs, outputs };
    checkRequest(place, step, operation, contract);
    for (const text of expressionsIn([step.parameters, step.body])) checkSource(place, text, known);
    checkReply(place, step, operation, contract, known);
    outputs.set(step.id, new Set(Object.keys(step.outputs)));
  }
  if (scenario.key !== null)
    checkSource(`${file}, x-portico-key`, scenario.key, { inputs: scenario.inputs, outputs });
  for (const { operationId } of scenario.faults)
    if (contract.operation(operationId) === undefined)
      throw new Mistake(
        `${file}, x-portico-faults`,
        `the contract has no operation ${operationId}`,
      );
}

interface Known {
  readonly inputs: Scenario["inputs"];
  readonly outputs: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Where a request takes a value from. */
function checkSource(place: string, text: string, { inputs, outputs }: Known): Expression {
  const expression = parseExpression(text);
  if (expression === undefined) throw new Mistake(place, `${text} is no expression that is known`);
  if (expression.kind === "input" && !Object.hasOwn(inputs, expression.name))
    throw new Mistake(place, `${text} is no input of the workflow`);
  if (expression.kind === "output" && !outputs.get(expression.step)?.has(expression.name))
    throw new Mistake(place, `${text} is no output of an earlier step`);
  return expression;
}

function checkRequest(
  place: string,
  { parameters, body, operationId }: ScenarioStep,
  operation: ContractOperation,
  contract: ContractReader,
): void {
  for (const { in: where, name } of parameters)
    if (!generalHeaders.has(name) && !operation.parameters.has(`${where} ${name}`))
      throw new Mistake(place, `${operationId} has no parameter ${name} in ${where}`);
  if (body === undefined) return;
  if (operation.request === null) throw new Mistake(place, `${operationId} takes no body`);
  const missing = unknownPart(body, [operation.request], contract, "");
  if (missing !== undefined)
    throw new Mistake(place, `the body of ${operationId} has no ${missing} in the contract`);
}

/** The first property of a body that its schema does not name, as a pointer. */
function unknownPart(
  value: unknown,
  schemas: readonly Fields[],
  contract: ContractReader,
  pointer: string,
): string | undefined {
  const parts = isFields(value) ? Object.entries(value) : Object.entries(listed(value));
  for (const [name, part] of parts) {
    const here = `${pointer}/${name}`;
    const below = contract.below(schemas, name);
    const found = below === undefined ? here : unknownPart(part, below, contract, here);
    if (found !== undefined) return found;
  }
  return undefined;
}

function listed(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function checkReply(
  place: string,
  step: ScenarioStep,
  operation: ContractOperation,
  contract: ContractReader,
  known: Known,
): void {
  const { response, status } = responseOf(place, step, operation);
  const texts = step.criteria.flatMap((criterion) => expressionsOf(place, criterion));
  for (const text of [...texts, ...Object.values(step.outputs)]) {
    const missing = missingIn(response, checkSource(place, text, known), contract);
    if (missing !== undefined)
      throw new Mistake(
        place,
        `the ${status} of ${step.operationId} has no ${missing} in the contract`,
      );
  }
  for (const type of step.criteria.flatMap(eventsIn))
    if (!contract.hasEvent(type)) throw new Mistake(place, `the contract has no event ${type}`);
}

/** The part of a response that an expression names and the contract does not. */
function missingIn(
  { headers, schema }: ContractResponse,
  expression: Expression,
  contract: ContractReader,
): string | undefined {
  if (expression.kind === "header")
    return headers.has(expression.name.toLowerCase()) ? undefined : `header ${expression.name}`;
  if (expression.kind !== "body" || expression.path.length === 0) return undefined;
  return schema === null ? "JSON body" : contract.faultOfPath(schema, expression.path);
}

/** A step says which status it expects: the rest of its criteria is checked against that response. */
function responseOf(
  place: string,
  { criteria, operationId }: ScenarioStep,
  operation: ContractOperation,
) {
  for (const { condition } of criteria) {
    const status = /^\$statusCode == (\d{3})$/.exec(condition)?.[1];
    if (status === undefined) continue;
    const response = operation.response(status);
    if (response === undefined) throw new Mistake(place, `${operationId} lists no ${status}`);
    return { response, status };
  }
  throw new Mistake(place, "it names no status: add the criterion $statusCode == …");
}

function expressionsOf(place: string, criterion: Criterion): string[] {
  if (criterion.type === "regex") return [criterion.context];
  const condition = parseCondition(criterion.condition);
  if (condition === undefined)
    throw new Mistake(place, `${criterion.condition} is no single comparison`);
  const { left, right } = condition;
  return "expression" in right ? [left, right.expression] : [left];
}

/** The event types that a pattern names, such as `"type":"response\.done"`. */
function eventsIn(criterion: Criterion): string[] {
  if (criterion.type !== "regex") return [];
  const named = criterion.condition.matchAll(/"type":"([^"]+)"/g);
  return [...named].map(([, type = ""]) => type.replaceAll("\\.", "."));
}
