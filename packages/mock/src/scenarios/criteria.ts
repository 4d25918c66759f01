import { lookUp, parseExpression, type Scope } from "./expression.ts";
import type { Reply } from "./reply.ts";
import type { Criterion } from "./scenario.ts";

export interface Condition {
  readonly left: string;
  readonly operator: Operator;
  /** A literal of JSON or a runtime expression. */
  readonly right: { readonly literal: unknown } | { readonly expression: string };
}

type Operator = keyof typeof compare;

const compare = {
  "==": (left: unknown, right: unknown) => same(left, right),
  "!=": (left: unknown, right: unknown) => !same(left, right),
  "<=": (left: unknown, right: unknown) => ordered(left, right, (one, other) => one <= other),
  ">=": (left: unknown, right: unknown) => ordered(left, right, (one, other) => one >= other),
  "<": (left: unknown, right: unknown) => ordered(left, right, (one, other) => one < other),
  ">": (left: unknown, right: unknown) => ordered(left, right, (one, other) => one > other),
};

/** Arazzo compares texts without regard to case. */
function same(left: unknown, right: unknown): boolean {
  return typeof left === "string" && typeof right === "string"
    ? left.toLowerCase() === right.toLowerCase()
    : left === right;
}

function ordered(
  left: unknown,
  right: unknown,
  holds: (one: number, other: number) => boolean,
): boolean {
  return typeof left === "number" && typeof right === "number" && holds(left, right);
}

function isOperator(text: string): text is Operator {
  return Object.hasOwn(compare, text);
}

/** A condition of one comparison, or undefined where it is something else. */
export function parseCondition(text: string): Condition | undefined {
  const [, left = "", operator = "", right = ""] =
    /^(\$\S+)\s+(==|!=|<=|>=|<|>)\s+(.+)$/.exec(text.trim()) ?? [];
  if (!isOperator(operator) || parseExpression(left) === undefined) return undefined;
  if (right.startsWith("$"))
    return parseExpression(right) && { left, operator, right: { expression: right } };
  try {
    return { left, operator, right: { literal: JSON.parse(right) } };
  } catch {
    return undefined;
  }
}

export interface Finding {
  readonly expected: string;
  readonly got: string;
}

/** What is wrong with a reply, or undefined where the criterion holds. */
export function judge(criterion: Criterion, scope: Scope & { reply: Reply }): Finding | undefined {
  return criterion.type === "simple"
    ? judgeComparison(criterion.condition, scope)
    : judgePattern(criterion.context, criterion.condition, scope);
}

function judgeComparison(text: string, scope: Scope): Finding | undefined {
  const condition = parseCondition(text);
  if (condition === undefined)
    return { expected: text, got: "a condition that is no single comparison" };
  const left = at(condition.left, scope);
  const { right } = condition;
  const wanted = "literal" in right ? right.literal : at(right.expression, scope);
  if (compare[condition.operator](left, wanted)) return undefined;
  return { expected: text, got: shown(left) };
}

function judgePattern(
  context: string,
  pattern: string,
  scope: Scope & { reply: Reply },
): Finding | undefined {
  const value = at(context, scope);
  if (typeof value === "string" && new RegExp(pattern).test(value)) return undefined;
  const { events } = scope.reply;
  const got = events.length > 0 ? `the events ${events.join(", ")}` : shown(value);
  return { expected: `${context} to match ${pattern}`, got };
}

function at(text: string, scope: Scope): unknown {
  const expression = parseExpression(text);
  return expression && lookUp(expression, scope);
}

function shown(value: unknown): string {
  return value === undefined ? "nothing" : JSON.stringify(value);
}
