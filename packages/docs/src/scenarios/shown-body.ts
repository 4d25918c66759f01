import { parseCondition, type ScenarioStep } from "@portico/scenarios";
import { eventLines } from "../event-lanes.ts";
import { expressionOf, isStream, memberOf, type ShownReply } from "./walk.ts";

/** More lines of JSON than this hide what matters. */
const mostLines = 30;

/** The body of a reply as a code fence: of a long one, the parts that the step is about. */
export function shownBody(step: ScenarioStep, reply: ShownReply): string {
  if (isStream(reply)) return `\`\`\`events\n${eventLines(String(reply.body))}\n\`\`\``;
  const whole = JSON.stringify(reply.body, null, 2);
  if (whole.split("\n").length <= mostLines || reply.status >= 400) return fence(whole);
  const parts: Record<string, unknown> = {};
  for (const path of pathsOf(step)) put(parts, path, path.reduce(memberOf, reply.body));
  return Object.keys(parts).length === 0
    ? fence(`${whole.split("\n").slice(0, mostLines).join("\n")}\n…`)
    : `${fence(JSON.stringify(parts, null, 2))}\n\nand other fields, which the reference names.`;
}

function fence(text: string): string {
  return `\`\`\`json\n${text}\n\`\`\``;
}

/** The parts of the body that criteria and outputs name. */
function pathsOf({ criteria, outputs }: ScenarioStep): readonly (readonly string[])[] {
  const compared = criteria.flatMap((criterion) =>
    criterion.type === "simple" ? [parseCondition(criterion.condition)?.left ?? ""] : [],
  );
  return [...compared, ...Object.values(outputs)]
    .filter((text) => text.startsWith("$response.body#"))
    .map(expressionOf)
    .flatMap((expression) => (expression.kind === "body" ? [expression.path] : []));
}

function put(into: Record<string, unknown>, path: readonly string[], value: unknown): void {
  const [first = "", ...rest] = path;
  if (rest.length === 0) {
    into[first] = value;
    return;
  }
  const isList = /^\d+$/.test(rest[0] ?? "");
  const held = into[first];
  const inner: Record<string, unknown> =
    typeof held === "object" && held !== null ? Object.fromEntries(Object.entries(held)) : {};
  put(inner, rest, value);
  into[first] = isList ? Object.values(inner) : inner;
}
