import type { OpenApiDocument } from "@portico/contract";
import type { Opening } from "../../panel/request-form.ts";
import { type LocatedOperation, operationsOf } from "../contract-reader.ts";

/** What the panel is opened with for a sample that is one request by curl; null for every other sample. */
export function openingReader(document: OpenApiDocument): (shell: string) => Opening | null {
  const operations = operationsOf(document);
  return (shell) => {
    const parts = readCurl(shell);
    return parts && openingOf(operations, parts);
  };
}

/** The request of a sample that is one call of curl; null for every other sample. */
export function readCurl(shell: string): Parts | null {
  const words = wordsOf(shell);
  return words?.[0] === "curl" ? partsOf(words.slice(1)) : null;
}

/** The words of one command; null if there are several commands, or something that only a shell can work out. */
function wordsOf(shell: string): string[] | null {
  const text = shell.replace(/\\\n/g, " ").trim();
  const words: string[] = [];
  const word = /\s*((?:"(?:\\.|[^"\\])*"|'[^']*'|[\w./:=?&%,@+-]+)+)(?=\s|$)/y;
  while (word.lastIndex < text.length) {
    const [, found] = word.exec(text) ?? [];
    if (found === undefined) return null;
    words.push(
      found.replace(/"((?:\\.|[^"\\])*)"|'([^']*)'/g, (_, double?: string, single?: string) =>
        double === undefined ? (single ?? "") : double.replace(/\\(.)/g, "$1"),
      ),
    );
  }
  return words;
}

const withoutMeaning = new Set(["-N", "-s", "-i"]);

interface Parts {
  method: string | null;
  address: string | null;
  body: string | null;
  readonly headers: [name: string, value: string][];
}

function openingOf(operations: readonly LocatedOperation[], parts: Parts): Opening | null {
  if (parts.address?.startsWith("$PORTICO_BASE_URL/") !== true) return null;
  const url = new URL(parts.address.replace("$PORTICO_BASE_URL", ""), "http://here");
  const method = parts.method ?? (parts.body === null ? "get" : "post");
  for (const { facts } of operations) {
    const values = facts.method === method.toLowerCase() ? matched(facts.path, url.pathname) : null;
    if (values === null) continue;
    const given = [...values, ...url.searchParams, ...parts.headers.filter(isOwnHeader)];
    return {
      operationId: facts.id,
      // A variable stands for something that the reader has: the panel shows the contract's example instead.
      values: Object.fromEntries(given.filter(([, value]) => !value.includes("$"))),
      body: parts.body,
    };
  }
  return null;
}

const options: Readonly<Record<string, (parts: Parts, value: string) => void>> = {
  "-X": (parts, value) => {
    parts.method = value;
  },
  "-d": (parts, value) => {
    parts.body = value;
  },
  "-H": ({ headers }, value) => {
    const [name = "", ...rest] = value.split(": ");
    headers.push([name, rest.join(": ")]);
  },
};

/** Null if there is a word that means something else. */
function partsOf([word, ...words]: readonly string[]): Parts | null {
  if (word === undefined) return { method: null, address: null, body: null, headers: [] };
  if (withoutMeaning.has(word)) return partsOf(words);
  const read = options[word];
  const parts = partsOf(read === undefined ? words : words.slice(1));
  if (parts === null || (read === undefined && word.startsWith("-"))) return null;
  if (read === undefined) parts.address = word;
  else read(parts, words[0] ?? "");
  return parts;
}

/** The panel writes these itself. */
function isOwnHeader([name]: [string, string]): boolean {
  return !/^(authorization|x-api-key|content-type|accept)$/i.test(name);
}

/** The values of a path's parameters; null if the path is another one. */
function matched(template: string, path: string): [string, string][] | null {
  const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const pattern = template.replace(/\{\w+\}/g, "([^/]+)");
  const found = new RegExp(`^${pattern}$`).exec(path);
  return found && names.map((name, index) => [name, decodeURIComponent(found[index + 1] ?? "")]);
}
