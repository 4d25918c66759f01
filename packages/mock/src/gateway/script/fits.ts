import { isNamed } from "../named.ts";
import type { Asked } from "./asked.ts";
import type { When } from "./script.ts";

/** Whether a request is as described. Without `operation`, only calls of models are. */
export function fits(when: When, asked: Asked): boolean {
  return misfit(when, asked) === null;
}

/** The first part of a description that a request does not fit. */
export function misfit(when: When, asked: Asked): keyof When | null {
  if (when.operation === undefined && asked.wire === null) return "operation";
  const parts = Object.keys(tests) as (keyof When)[];
  return parts.find((part) => when[part] !== undefined && !tests[part](when, asked)) ?? null;
}

const tests: Readonly<Record<keyof When, (when: When, asked: Asked) => boolean>> = {
  operation: ({ operation }, asked) => operation === asked.operation,
  wire: ({ wire }, asked) => wire === asked.wire,
  model: ({ model = "" }, asked) => isNamed(model, asked.model ?? ""),
  stream: ({ stream }, asked) => stream === asked.stream,
  turn: ({ turn }, asked) => turn === asked.turn,
  prompt: ({ prompt = "" }, asked) => says(prompt, asked.prompt),
  instructions: ({ instructions = "" }, asked) => says(instructions, asked.instructions),
  tool: ({ tool = "" }, { tools }) => tools.some((name) => isNamed(tool, name)),
  called: ({ called = "" }, { results }) => results.some(({ tool }) => isNamed(called, tool)),
  result: ({ result = "" }, { results }) => results.some(({ text }) => says(result, text)),
};

const pattern = /^\/(.+)\/([a-z]*)$/s;

/** The pattern that a text is, between slashes; null for plain words. Throws where it is none that JavaScript reads. */
export function patternIn(text: string): RegExp | null {
  const [, source, flags] = pattern.exec(text) ?? [];
  return source === undefined ? null : new RegExp(source, flags?.replaceAll("g", ""));
}

function says(wanted: string, text: string): boolean {
  const found = patternIn(wanted);
  return found ? found.test(text) : text.toLowerCase().includes(wanted.toLowerCase());
}
