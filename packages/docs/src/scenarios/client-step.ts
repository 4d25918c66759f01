import { parseCondition, type ScenarioStep } from "@portico/mock/scenarios";
import type { Sample } from "../sample.ts";
import {
  expressionOf,
  inputValues,
  isStream,
  keyOf,
  replyTo,
  titleOf,
  usedOutputs,
  type Walk,
} from "./walk.ts";

/** What a page needs beside the scenario to write client code. */
export interface ClientFacts {
  /** Of each operation; they show which method of the client calls it. */
  readonly samples: ReadonlyMap<string, readonly Sample[]>;
  /** The properties that a body of the operation must have. */
  readonly required: (operationId: string) => readonly string[];
}

/** The whole scenario as a program: the clients for its keys, then each step. */
export function programOf(walk: Walk, facts: ClientFacts): string {
  const { steps } = walk.scenario;
  const blocks = steps.map((step, index) => {
    const key = keyOf(step);
    const isFirst = steps.findIndex((it) => keyOf(it) === key) === index;
    const client = isFirst ? [clientLine(walk, key), ""] : [];
    return [...client, `// ${titleOf(step)}`, clientCode(walk, step, facts)].join("\n");
  });
  return ['import { createPortico } from "@portico/client";', ...blocks].join("\n\n");
}

function clientLine(walk: Walk, key: string): string {
  const expression = expressionOf(key);
  const apiKey =
    expression.kind === "input"
      ? `process.env.PORTICO_${expression.name.toUpperCase()}!`
      : codeOf(walk, key);
  return `const ${clientName(key)} = createPortico({
  baseUrl: process.env.PORTICO_BASE_URL!,
  apiKey: ${apiKey},
});`;
}

function clientName(key: string): string {
  const names: Readonly<Record<string, string>> = {
    "$inputs.api_key": "portico",
    "$inputs.management_key": "management",
  };
  return names[key] ?? "holder";
}

/** One step with the client. A refusal that belongs to the scenario is printed. */
export function clientCode(walk: Walk, step: ScenarioStep, facts: ClientFacts): string {
  const reply = replyTo(walk, step);
  const variable = camelCase(step.id);
  const call = `await ${clientName(keyOf(step))}.${callIn(step, facts).method}(${argumentsOf(walk, step, facts)})`;
  if (isStream(reply)) return streamCode(variable, call, String(reply.body));
  if (reply.status >= 400)
    return `${refusedByTypes(step, facts)}console.log(${call}.catch((error: unknown) => error));`;
  if (usedOutputs(walk, step).length === 0) return `console.log(${call});`;
  return [`const ${variable} = ${call};`, ...narrowings(step).map(({ lines }) => lines)].join("\n");
}

function streamCode(variable: string, call: string, text: string): string {
  const started = `const ${variable} = ${call.replace(".create(", ".stream(").replace(/,?\n? *stream: true,?/, "")};`;
  const loop = `for await (const event of ${variable}) console.log(event.type);`;
  if (!text.includes('"type":"response.failed"')) return `${started}\n${loop}`;
  return `${started}\ntry {\n  ${loop}\n} catch (error) {\n  // A StreamError, with the text up to then.\n  console.log(error);\n}`;
}

/** A body without what its type requires is sent to show the refusal: the compiler refuses it before. */
function refusedByTypes({ body, operationId }: ScenarioStep, { required }: ClientFacts): string {
  const has = new Set(typeof body === "object" && body !== null ? Object.keys(body) : []);
  const isWhole = required(operationId).every((name) => has.has(name));
  return isWhole || body === undefined
    ? ""
    : "// @ts-expect-error The compiler refuses this too.\n";
}

/** How the client calls an operation, as its sample shows: the method, and whether it begins with an object. */
function callIn({ operationId }: ScenarioStep, { samples }: ClientFacts) {
  for (const { language, source } of samples.get(operationId) ?? []) {
    const [, method, brace] = /\bportico\.([\w.]+)\(\s*(\{)?/.exec(source) ?? [];
    if (language === "ts" && method !== undefined) return { method, takesObject: brace === "{" };
  }
  throw new Error(`samples/${operationId}.md shows no call of the client.`);
}

function argumentsOf(walk: Walk, step: ScenarioStep, facts: ClientFacts): string {
  const { parameters, body } = step;
  const inPath = parameters.filter((parameter) => parameter.in === "path");
  const query = parameters.filter((parameter) => parameter.in === "query");
  const values = inPath.map(({ value }) => literal(walk, value, 0));
  if (query.length > 0 && !callIn(step, facts).takesObject)
    return query.map(({ value }) => literal(walk, value, 0)).join(", ");
  const rest =
    body ??
    (query.length === 0
      ? undefined
      : Object.fromEntries(query.map(({ name, value }) => [name, value])));
  return [...values, ...(rest === undefined ? [] : [literal(walk, rest, 0)])].join(", ");
}

/** A value as a literal of TypeScript; runtime expressions become variables. */
function literal(walk: Walk, value: unknown, depth: number): string {
  if (typeof value === "string")
    return value.startsWith("$") ? codeOf(walk, value) : JSON.stringify(value);
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const parts = Array.isArray(value)
    ? value.map((part) => literal(walk, part, depth + 1))
    : Object.entries(value).map(([name, part]) => `${name}: ${literal(walk, part, depth + 1)}`);
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  const line = `${open}${open === "{" ? " " : ""}${parts.join(", ")}${open === "{" ? " " : ""}${close}`;
  if (!line.includes("\n") && line.length + depth * 2 < 76) return line;
  const indent = "  ".repeat(depth + 1);
  return `${open}\n${parts.map((part) => `${indent}${part},\n`).join("")}${"  ".repeat(depth)}${close}`;
}

/** A runtime expression as code: a field of what an earlier step returned. */
function codeOf(walk: Walk, text: string): string {
  const expression = expressionOf(text);
  if (expression.kind === "input") return JSON.stringify(inputValues[expression.name] ?? "");
  if (expression.kind !== "output") throw new Error(`${text} is nothing that a request can send.`);
  const step = walk.scenario.steps.find(({ id }) => id === expression.step);
  if (step === undefined) throw new Error(`There is no step ${expression.step}.`);
  const source = expressionOf(step.outputs[expression.name] ?? "");
  const variable = camelCase(step.id);
  if (source.kind === "header") return `${variable}.generationId ?? ""`;
  return source.kind === "body" ? memberCode(step, source.path) : variable;
}

function memberCode(step: ScenarioStep, path: readonly string[]): string {
  const narrowing = narrowings(step).find(({ prefix }) =>
    prefix.every((part, index) => path[index] === part),
  );
  const rest = path.slice(narrowing?.prefix.length ?? 0);
  return `${narrowing?.variable ?? camelCase(step.id)}${chainOf(rest)}`;
}

function chainOf(path: readonly string[]): string {
  return path.map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${part}`)).join("");
}

/** A criterion such as `$response.body#/output/0/type == "function_call"` says which of several shapes a part has. */
function narrowings(step: ScenarioStep) {
  return step.criteria.flatMap(({ condition: text }) => {
    const condition = parseCondition(text);
    const expression = condition && expressionOf(condition.left);
    if (condition === undefined || expression?.kind !== "body" || expression.path.length < 2)
      return [];
    if (expression.path.at(-1) !== "type" || !("literal" in condition.right)) return [];
    const type = JSON.stringify(condition.right.literal);
    const prefix = expression.path.slice(0, -1);
    const variable = camelCase(
      [step.id, ...prefix.filter((part) => !/^\d+$/.test(part))].join("-"),
    );
    const lines = `const ${variable} = ${camelCase(step.id)}${chainOf(prefix)};\nif (${variable}?.type !== ${type}) throw new Error("The model did something else.");`;
    return [{ prefix, variable, lines }];
  });
}

function camelCase(id: string): string {
  return id
    .replace(/[-_](\w)/g, (_all, letter: string) => letter.toUpperCase())
    .replace(/^delete$/, "deleted");
}
