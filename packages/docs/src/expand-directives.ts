import type { OpenApiDocument } from "@portico/contract";
import { exampleNamed, operationsOf, referenceAnchor } from "./contract-reader.ts";
import { errorKinds } from "./error-kinds.ts";
import { kindTable } from "./error-pages.ts";
import { eventLines } from "./event-lanes.ts";
import { roleTable } from "./role-table.ts";
import { scenarioRows } from "./scenarios/scenario-rows.ts";
import { clientTable } from "./works-with.ts";

type Expand = (document: OpenApiDocument, ...words: string[]) => string;

/** What guides take from the contract, so that they cannot say otherwise: `{{example createResponse plain-text}}`. */
const directives: Readonly<Record<string, Expand>> = {
  example: (document, id = "", name = "") => {
    const value = exampleNamed(document, id, name);
    return typeof value === "string"
      ? fence("sse", value.trim())
      : fence("json", JSON.stringify(value, null, 2));
  },
  events: (document, name = "", id = "createResponse") => {
    const stream = exampleNamed(document, id, name);
    if (typeof stream !== "string") throw new Error(`${name} is no stream.`);
    return fence("events", eventLines(stream));
  },
  operations: (document, stage = "") =>
    [
      "| Operation | Address | Key |",
      "|---|---|---|",
      ...operationsOf(document)
        .filter(({ facts }) => (facts.stage === "preview") === (stage === "preview"))
        .map(
          ({ facts, operation }) =>
            `| [${operation.summary}](reference.md${referenceAnchor(facts)}) | \`${facts.method.toUpperCase()} ${facts.path}\` | ${facts.key} |`,
        ),
    ].join("\n"),
  roles: (document) => roleTable(document),
  scenarios: () => scenarioRows(),
  kinds: (document) => kindTable(errorKinds(document)),
  clients: () => clientTable(),
  version: (document) => document.info.version,
};

function fence(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``;
}

/** The guide as plain Markdown. A directive that is not known, or leads nowhere, is an error. */
export function expandDirectives(markdown: string, document: OpenApiDocument): string {
  return markdown.replace(
    /\{\{([a-z]+)((?: [\w.-]+)*)\}\}/g,
    (whole, name: string, words: string) => {
      const expand = directives[name];
      if (!expand) throw new Error(`There is no directive ${whole}.`);
      return expand(document, ...words.trim().split(/\s+/));
    },
  );
}
