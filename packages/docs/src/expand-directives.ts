import { readFileSync } from "node:fs";
import { type OpenApiDocument, operations } from "@portico/contract";
import { scenarioNames, scenarios } from "@portico/mock/scenarios";
import { exampleNamed, operationsOf } from "./contract-reader.ts";
import { errorKinds } from "./error-kinds.ts";
import { kindTable } from "./error-pages.ts";
import { eventLines } from "./event-lanes.ts";
import { fenced } from "./fence.ts";
import { operationTable } from "./operation-markdown.ts";
import { labelOf, type Sample } from "./sample.ts";

/** Written by the suite that runs the clients; its test fails where it is out of date. */
interface Facts {
  /** The names of what is tried, with a library and with a client of `POST /rerank`. */
  readonly tried: { readonly library: string; readonly rerank: string };
  readonly clients: readonly {
    readonly name: string;
    readonly version: string;
    readonly wire: string;
    readonly cannot: Readonly<Record<string, string>>;
  }[];
}

/** What the suite's own lists say, as a table for readers. */
function clientTable(): string {
  const text = readFileSync(new URL("./works-with.json", import.meta.url), "utf8");
  const { tried, clients }: Facts = JSON.parse(text);
  return [
    `Each client is run against a gateway, unmodified, and each of these is a test of its own: ${tried.library}. For rerank: ${tried.rerank}. Programs work with scripted vendors in four dialects, each night.`,
    "",
    "| Client | Version | Wire | What does not work |",
    "|---|---|---|---|",
    ...clients.map(
      ({ name, version, wire, cannot }) =>
        `| ${name} | ${version} | ${wire} | ${reasonsOf(cannot)} |`,
    ),
  ].join("\n");
}

/** Things that fail for one reason stand together. */
function reasonsOf(cannot: Readonly<Record<string, string>>): string {
  const groups = Map.groupBy(Object.entries(cannot), ([, reason]) => reason);
  return [...groups]
    .map(([reason, things]) => `${things.map(([thing]) => thing).join("; ")}: ${reason}`)
    .join(". ");
}

const roles = ["viewer", "billing", "operator", "admin"] as const;

/** Which role may call which operation, from the table that the gateway checks each request with. */
function roleTable(document: OpenApiDocument): string {
  const ofId = new Map<string, (typeof operations)[keyof typeof operations]>(
    Object.entries(operations),
  );
  const rows = operationsOf(document).flatMap(({ facts, operation }) => {
    const needed = ofId.get(facts.id);
    if (needed === undefined || needed.key === "none") return [];
    const named: readonly string[] = needed.roles;
    const may = roles.map((role) => named.includes(role));
    const cells = [...may, needed.key !== "management"].map((isAllowed) => (isAllowed ? "✓" : ""));
    const name = `[${operation.summary}](reference/${facts.id}.md)`;
    return [`| ${name} | ${cells.join(" | ")} |`];
  });
  return [
    `| Operation | ${roles.join(" | ")} | holder |`,
    `|---|${"---|".repeat(roles.length + 1)}`,
    ...rows,
  ].join("\n");
}

/** What directives take from. */
export interface Sources {
  readonly document: OpenApiDocument;
  /** By operation: those that are written, or else made. */
  readonly samples: ReadonlyMap<string, readonly Sample[]>;
}

type Expand = (sources: Sources, ...words: string[]) => string;

/** What guides take from the contract, so that they cannot say otherwise: `{{example createResponse plain-text}}`. */
const directives: Readonly<Record<string, Expand>> = {
  example: ({ document }, id = "", name = "") => {
    const value = exampleNamed(document, id, name);
    return typeof value === "string"
      ? fenced("sse", value.trim())
      : fenced("json", JSON.stringify(value, null, 2));
  },
  events: ({ document }, name = "", id = "createResponse") => {
    const stream = exampleNamed(document, id, name);
    if (typeof stream !== "string") throw new Error(`${name} is no stream.`);
    return fenced("events", eventLines(stream));
  },
  samples: ({ samples }, id = "") => {
    const found = samples.get(id);
    if (!found) throw new Error(`There is no operation ${id}.`);
    const tabs = found.map((sample) =>
      fenced(`${sample.language} title="${labelOf(sample)}"`, sample.source),
    );
    return [":::tabs", tabs.join("\n\n"), ":::"].join("\n");
  },
  operations: ({ document }, stage = "") =>
    operationTable(
      operationsOf(document).filter(
        ({ facts }) => (facts.stage === "preview") === (stage === "preview"),
      ),
      ({ id }) => `reference/${id}.md`,
    ),
  roles: ({ document }) => roleTable(document),
  scenarios: () =>
    scenarioNames
      .map((name) => `| [\`${name}\`](scenario-${name}.md) | ${scenarios[name].summary} |`)
      .join("\n"),
  kinds: ({ document }) => kindTable(errorKinds(document)),
  clients: () => clientTable(),
  version: ({ document }) => document.info.version,
};

/** The guide as plain Markdown. A directive that is not known, or leads nowhere, is an error. */
export function expandDirectives(markdown: string, sources: Sources): string {
  return markdown.replace(
    /\{\{([a-z]+)((?: [\w.-]+)*)\}\}/g,
    (whole, name: string, words: string) => {
      const expand = directives[name];
      if (!expand) throw new Error(`There is no directive ${whole}.`);
      return expand(sources, ...words.trim().split(/\s+/));
    },
  );
}
