import type { JsonSchema, OpenApiDocument } from "@portico/contract";
import { operationsOf } from "./contract-reader.ts";
import { type Editions, titleOf } from "./history.ts";
import { labelOf, type Sample } from "./sample.ts";

const languageNames: Readonly<Record<string, string>> = {
  bash: "Shell",
  python: "Python",
  ts: "TypeScript",
};

const badges = {
  beta: { name: "beta", color: "orange" },
  preview: { name: "preview", color: "purple" },
  addition: { name: "addition", color: "green" },
} as const;

const download = "The document itself: [openapi.json](openapi.json), [openapi.yaml](openapi.yaml).";

function versionLinks(editions: Editions): string {
  const links = [editions.current, ...editions.released].map(
    (edition) => `[${titleOf(editions, edition)}](${edition.folder}/index.html)`,
  );
  return `Versions, each operation on a page of its own: ${links.join(", ")}.`;
}

/** A copy of the document for the reference: with its own address, samples for each operation, and what its marks say as badges. */
export function annotatedDocument(
  editions: Editions,
  samples: ReadonlyMap<string, readonly Sample[]>,
): OpenApiDocument {
  const copy = structuredClone(editions.current.document);
  const { description = "" } = copy.info;
  Object.assign(copy.info, {
    description: [description, download, versionLinks(editions)].join("\n\n"),
  });
  for (const { facts, operation } of operationsOf(copy)) {
    const { stage } = facts;
    const page = `${editions.current.folder}/${facts.id}.html`;
    Object.assign(operation, {
      description: `${operation.description ?? ""}\n\n[On a page of its own](${page}), with its versions and what changed.`,
      "x-codeSamples": (samples.get(facts.id) ?? []).map((sample) => ({
        lang: languageNames[sample.language] ?? sample.language,
        label: labelOf(sample),
        source: sample.source,
      })),
      "x-badges": stage === "beta" || stage === "preview" ? [badges[stage]] : [],
    });
    // What is said once of the whole operation need not be said of each of its parts.
    if (stage === "preview") clearMarks(operation);
  }
  linkKinds(copy.components.schemas["ErrorKind"]);
  markAdditions(copy.paths);
  markAdditions(copy.components);
  return copy;
}

/** Each word's meaning leads to the page of its kind. */
function linkKinds(schema: JsonSchema | undefined): void {
  const meanings: Record<string, string> = Object(schema?.["x-enumDescriptions"]);
  for (const [word, meaning] of Object.entries(meanings))
    meanings[word] = `${meaning} [More](errors/${word}.html)`;
}

function clearMarks(node: unknown): void {
  if (typeof node !== "object" || node === null) return;
  if ("x-addition" in node) delete node["x-addition"];
  for (const value of Object.values(node)) clearMarks(value);
}

function markAdditions(node: unknown): void {
  if (typeof node !== "object" || node === null) return;
  if ("x-addition" in node && node["x-addition"] === true)
    Object.assign(node, { "x-badges": [badges.addition] });
  for (const value of Object.values(node)) markAdditions(value);
}
