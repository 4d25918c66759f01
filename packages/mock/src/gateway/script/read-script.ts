import { explain } from "@portico/contract/explain";
import type { JsonSchema } from "@portico/contract/facts";
import { hint } from "@portico/contract/suggest";
import { isFields, listOf } from "@portico/core/json/shape";
import { patternIn } from "./fits.ts";
import { isSaid, type Rule, repliesOf, type Script, type ScriptState } from "./script.ts";
import { shapes } from "./shape.ts";

/** A script, ready to be played. Throws what is wrong with it, and where: `rules[0].reply.fault must be one of …`. */
export function readScript(value: unknown): ScriptState {
  check(shapes.script, value, "");
  const script = value as Script;
  for (const [index, rule] of script.rules.entries()) checkRule(rule, `rules[${index}]`);
  return { ...structuredClone(script), used: script.rules.map(() => 0) };
}

function checkRule(rule: Rule, at: string): void {
  check(shapes.rule, rule, at);
  const { when = {} } = rule;
  check(shapes.when, when, `${at}.when`);
  for (const [name, text] of Object.entries(when))
    if (typeof text === "string") checkPattern(text, `${at}.when.${name}`);
  const replies = repliesOf(rule);
  if (replies.length === 0) throw new Error(`${at}.reply must not be empty.`);
  for (const [index, reply] of replies.entries()) {
    const place = Array.isArray(rule.reply) ? `${at}.reply[${index}]` : `${at}.reply`;
    check(shapes.reply, reply, place);
    for (const [number, call] of listOf(reply.calls).entries())
      check(shapes.call, call, `${place}.calls[${number}]`);
    checkReply(reply, place, when.operation !== undefined);
  }
}

/** What would be silently without effect is refused. */
function checkReply(reply: Reply, at: string, isOfOperation: boolean): void {
  const isRefusal = reply.status !== undefined || reply.kind !== undefined;
  if (isRefusal && isSaid(reply))
    throw new Error(`${at} has words and an error: the model says nothing where its call fails.`);
  if (reply.status !== undefined && reply.kind !== undefined)
    throw new Error(`${at} has a status and a kind: each kind has its own status.`);
  if (reply.text !== undefined && reply.json !== undefined)
    throw new Error(`${at} has text and json: json is said as the text.`);
  if (isOfOperation && isSaid(reply))
    throw new Error(`${at} has words, but the rule is about an operation that calls no model.`);
}

type Reply = ReturnType<typeof repliesOf>[number];

function checkPattern(text: string, at: string): void {
  try {
    patternIn(text);
  } catch (cause) {
    throw new Error(`${at} is no pattern: ${cause instanceof Error ? cause.message : cause}.`, {
      cause,
    });
  }
}

/** By the shape, and for names that it does not have: a misspelt one would be without effect. */
function check(shape: JsonSchema, value: unknown, at: string): void {
  const found = explain(shape, value, () => undefined);
  const place = (path: string) => [at, path].filter(Boolean).join(".") || "A script";
  if (found !== null) throw new Error(`${place(found.path)} ${found.expectation}.`);
  const known = Object.keys(shape.properties ?? {});
  const unknown = Object.keys(isFields(value) ? value : {}).find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new Error(`${place(unknown)} is not known here.${hint(unknown, known)}`);
}
