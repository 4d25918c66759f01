import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { OpenApiDocument } from "@portico/contract";
import { resolved } from "@portico/contract/operations-in";
import {
  parseCondition,
  type Scenario,
  type ScenarioStep,
  scenarioNames,
  scenarios,
} from "@portico/mock/scenarios";
import { operationsOf, requestSchemaOf } from "../contract-reader.ts";
import { eventLines } from "../event-lanes.ts";
import { fenced } from "../fence.ts";
import type { Guide } from "../guide.ts";
import type { Sample } from "../sample.ts";
import type { SiteFile } from "../site-file.ts";
import { type ClientFacts, clientCode, programOf } from "./client-step.ts";
import { curlOf } from "./curl-step.ts";
import {
  expressionOf,
  isStream,
  memberOf,
  replyTo,
  type ShownReply,
  titleOf,
  type Walk,
} from "./walk.ts";

/** More lines of JSON than this hide what matters. */
const mostLines = 30;

/** The body of a reply as a code fence: of a long one, the parts that the step is about. */
function shownBody(step: ScenarioStep, reply: ShownReply): string {
  if (isStream(reply)) return fenced("events", eventLines(String(reply.body)));
  const whole = JSON.stringify(reply.body, null, 2);
  if (whole.split("\n").length <= mostLines || reply.status >= 400) return fenced("json", whole);
  const parts: Record<string, unknown> = {};
  for (const path of pathsOf(step)) put(parts, path, path.reduce(memberOf, reply.body));
  return Object.keys(parts).length === 0
    ? fenced("json", `${whole.split("\n").slice(0, mostLines).join("\n")}\n…`)
    : `${fenced("json", JSON.stringify(parts, null, 2))}\n\nand other fields, which the reference names.`;
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

const documents = join(import.meta.dirname, "../../../../spec/scenarios");

/** The Arazzo documents as they are published: beside the OpenAPI document that they refer to. */
export function scenarioDocuments(): SiteFile[] {
  return scenarioNames.map((name) => ({
    path: `scenarios/${name}.yaml`,
    content: readFileSync(join(documents, `${name}.yaml`), "utf8").replace(
      /^( +url: ).*openapi\.json$/m,
      "$1../openapi.json",
    ),
  }));
}

/** Each scenario with what the gateway answered to its steps. */
export function walks(): Walk[] {
  return scenarioNames.map((name) => {
    const recorded: readonly ShownReply[] = JSON.parse(
      readFileSync(join(documents, `replies/${name}.json`), "utf8"),
    );
    return { scenario: scenarios[name], replies: recorded };
  });
}

/** One page for each scenario: its steps, their requests and what came back. */
export function scenarioGuides(
  document: OpenApiDocument,
  samples: ReadonlyMap<string, readonly Sample[]>,
): Guide[] {
  const facts = clientFacts(document, samples);
  return walks().map((walk, index) => ({
    slug: `scenario-${walk.scenario.name}`,
    title: walk.scenario.title,
    shortTitle: walk.scenario.title,
    description: walk.scenario.summary,
    group: "Scenarios",
    order: index + 1,
    markdown: walkMarkdown(walk, facts),
  }));
}

export function clientFacts(
  document: OpenApiDocument,
  samples: ReadonlyMap<string, readonly Sample[]>,
): ClientFacts {
  const required = new Map(
    operationsOf(document).map((located) => {
      const schema = requestSchemaOf(located);
      return [
        located.facts.id as string,
        schema ? (resolved(document, schema).required ?? []) : [],
      ];
    }),
  );
  return { samples, required: (id) => required.get(id) ?? [] };
}

function walkMarkdown(walk: Walk, facts: ClientFacts): string {
  const { scenario } = walk;
  return [
    scenario.description,
    "",
    stateText(scenario),
    "",
    ...scenario.steps.flatMap((step, index) => stepLines(walk, step, index, facts)),
    "## The whole as a program",
    "",
    fenced("ts", programOf(walk, facts)),
    "",
  ].join("\n");
}

function stateText({ name, steps, faults }: Scenario): string {
  const document = `Its [document](scenarios/${name}.yaml) is in Arazzo, for tools of others too.`;
  if (!steps.some(({ given }) => given) && faults.length === 0) return document;
  return `${document} [The mock](scenarios.md) starts in this state with \`npm run mock -- --scenario ${name}\`.`;
}

function stepLines(walk: Walk, step: ScenarioStep, index: number, facts: ClientFacts): string[] {
  const reply = replyTo(walk, step);
  const link = `[\`${step.method.toUpperCase()} ${step.path}\`](reference/${step.operationId}.md)`;
  return [
    `## ${index + 1}. ${titleOf(step)}`,
    "",
    `${step.description}${step.given ? " *This only brings the state about.*" : ""}`,
    "",
    ":::tabs",
    fenced("bash", curlOf(walk, step)),
    "",
    fenced('ts title="@portico/client"', clientCode(walk, step, facts)),
    ":::",
    "",
    `${link} answers with status ${reply.status}:`,
    "",
    shownBody(step, reply),
    "",
  ];
}
