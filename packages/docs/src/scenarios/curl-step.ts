import { expressionsIn, type ScenarioStep } from "@portico/mock/scenarios";
import {
  expressionOf,
  inputValues,
  isStream,
  recordedValue,
  replyTo,
  usedOutputs,
  type Walk,
} from "./walk.ts";

/** One step for a shell. What later steps need of the reply is kept in variables, by jq. */
export function curlOf(walk: Walk, step: ScenarioStep): string {
  const used = usedOutputs(walk, step);
  const inHeaders = used.some(([, { kind }]) => kind === "header");
  const command = [
    `curl${used.length > 0 ? " -s" : ""}${inHeaders ? " -D headers.txt" : ""}${methodFlag(step)} "$PORTICO_BASE_URL${addressOf(step)}"`,
    ...headersOf(step),
    ...(step.body === undefined ? [] : [`-d '${bodyOf(walk, step.body)}'`]),
  ].join(" \\\n  ");
  if (used.length === 0)
    return isStream(replyTo(walk, step)) ? command.replace("curl", "curl -N") : command;
  if (inHeaders) return [command, ...keptLines(walk, step)].join("\n");
  return [`reply=$(${command})`, ...keptLines(walk, step)].join("\n");
}

function methodFlag({ method, body }: ScenarioStep): string {
  const usual = body === undefined ? "get" : "post";
  return method === usual ? "" : ` -X ${method.toUpperCase()}`;
}

function keptLines(walk: Walk, step: ScenarioStep): string[] {
  return usedOutputs(walk, step).map(([name, expression]) => {
    const variable = variableOf(step.id, name);
    if (expression.kind === "header")
      return `${variable}=$(grep -i '^${expression.name}:' headers.txt | cut -d ' ' -f 2 | tr -d '\\r')`;
    const path = expression.kind === "body" ? expression.path : [];
    const place = path.map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${part}`)).join("");
    // A text that needs escapes in JSON stays as JSON has it.
    const raw = isPlain(recordedValue(walk, step.id, name)) ? "-r " : "";
    return `${variable}=$(jq ${raw}'${place}' <<< "$reply")`;
  });
}

function isPlain(value: unknown): boolean {
  return typeof value !== "string" || !/["\\\n]/.test(value);
}

function variableOf(step: string, output: string): string {
  return `${step}_${output}`.replaceAll("-", "_").toUpperCase();
}

/** A runtime expression as the shell has it, in double quotes. */
function shellOf(text: string): string {
  const expression = expressionOf(text);
  if (expression.kind === "output") return `$${variableOf(expression.step, expression.name)}`;
  if (expression.kind !== "input") throw new Error(`${text} is nothing that a request can send.`);
  return inputValues[expression.name] ?? `$PORTICO_${expression.name.toUpperCase()}`;
}

function filled(value: unknown): string {
  return expressionsIn(value).reduce(
    (text, expression) =>
      text.replace(
        text.includes(`{${expression}}`) ? `{${expression}}` : expression,
        shellOf(expression),
      ),
    String(value),
  );
}

function addressOf({ path, parameters }: ScenarioStep): string {
  const of = (place: string) => parameters.filter((parameter) => parameter.in === place);
  const address = of("path").reduce(
    (text, { name, value }) => text.replace(`{${name}}`, filled(value)),
    path,
  );
  const query = of("query").map(({ name, value }) => `${name}=${filled(value)}`);
  return query.length === 0 ? address : `${address}?${query.join("&")}`;
}

function headersOf({ parameters, body }: ScenarioStep): string[] {
  const given = parameters
    .filter((parameter) => parameter.in === "header")
    .map(({ name, value }) => `-H "${name}: ${filled(value)}"`);
  return body === undefined ? given : [...given, '-H "Content-Type: application/json"'];
}

/** JSON between single quotes, which end for a variable. */
function bodyOf(walk: Walk, body: unknown): string {
  return JSON.stringify(body, null, 2)
    .replaceAll("\n", "\n  ")
    .replaceAll("'", "'\\''")
    .replaceAll(/"(\$[^"]+)"/g, (_all, text: string) => {
      const expression = expressionOf(text);
      if (expression.kind === "input" && inputValues[expression.name] !== undefined)
        return JSON.stringify(inputValues[expression.name]);
      const variable = `'"${shellOf(text)}"'`;
      const value =
        expression.kind === "output" ? recordedValue(walk, expression.step, expression.name) : "";
      return typeof value === "string" && isPlain(value) ? `"${variable}"` : variable;
    });
}
