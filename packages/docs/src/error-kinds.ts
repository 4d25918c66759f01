import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { OpenApiDocument, ResponseObject } from "@portico/contract";
import { resolved } from "@portico/contract/operations-in";
import { parse } from "yaml";
import { namedExamples, operationsOf, responsesOf } from "./contract-reader.ts";

/** A kind of failure: what the contract says of it, and what a person has written. */
export interface ErrorKind {
  readonly word: string;
  readonly status: number;
  readonly meaning: string;
  readonly title: string;
  readonly retry: string;
  readonly text: string;
  readonly examples: readonly ErrorExample[];
}

interface ErrorExample {
  readonly wire: Wire;
  readonly summary: string;
  readonly value: unknown;
}

/** The forms in which the envelope is sent. */
const wires = ["most operations", "POST /chat/completions", "POST /messages"] as const;
type Wire = (typeof wires)[number];

export const errorTexts = join(import.meta.dirname, "../errors");

/** In the contract's order. A kind that has no text in `errors/` is an error. */
export function errorKinds(document: OpenApiDocument, folder = errorTexts): ErrorKind[] {
  const schema = document.components.schemas["ErrorKind"];
  if (!schema) return [];
  const examples = examplesByKind(document);
  const fact = (table: string, word: string): unknown => Reflect.get(Object(schema[table]), word);
  return (schema.enum ?? []).map(String).map((word) => ({
    word,
    status: Number(fact("x-statuses", word)),
    meaning: String(fact("x-enumDescriptions", word)),
    ...readText(folder, word),
    examples: wires.flatMap((wire) => examples.get(`${wire} ${word}`) ?? []),
  }));
}

function readText(folder: string, word: string): Pick<ErrorKind, "title" | "retry" | "text"> {
  const file = readFileSync(join(folder, `${word}.md`), "utf8");
  const [, head = "", text = ""] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(file) ?? [];
  const facts: unknown = parse(head);
  const { title, retry } = Object(facts);
  if (typeof title !== "string" || typeof retry !== "string")
    throw new Error(`errors/${word}.md needs its title, and whether to retry.`);
  return { title, retry, text: text.trim() };
}

/** The first example of each kind on each wire: a test of the gateway provokes every one of them. */
function examplesByKind(document: OpenApiDocument): Map<string, ErrorExample> {
  const found = new Map<string, ErrorExample>();
  for (const located of operationsOf(document)) {
    const wire = wireOf(located.facts.path);
    for (const [, response] of responsesOf(document, located))
      for (const { summary, value } of failuresOf(document, response)) {
        const at = `${wire} ${kindIn(value)}`;
        if (!found.has(at)) found.set(at, { wire, summary, value });
      }
  }
  return found;
}

function failuresOf(document: OpenApiDocument, response: ResponseObject) {
  const { content = {} } = resolved(document, response);
  return namedExamples(document, content["application/json"]);
}

function wireOf(path: string): Wire {
  if (path === "/chat/completions") return "POST /chat/completions";
  return path.startsWith("/messages") ? "POST /messages" : "most operations";
}

function kindIn(value: unknown): unknown {
  return Object(Object(Object(value).error).metadata).kind;
}
