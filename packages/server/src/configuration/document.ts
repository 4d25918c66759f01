import {
  contentOf,
  type Place,
  type Problem,
  parseSource,
} from "@portico/core/configuration/source";
import {
  isMap,
  isPair,
  isScalar,
  type Node,
  Scalar,
  visit,
  type Document as YamlDocument,
} from "yaml";
import {
  fileReference,
  type References,
  readReferredFile,
  readVariable,
  readVaultReference,
} from "./references.ts";

export type Path = readonly PropertyKey[];

/** A YAML file with the place of every value. */
export interface SourceDocument {
  readonly value: unknown;
  readonly problems: readonly Problem[];
  /** The place of the value at a path, or of its nearest existing ancestor. */
  placeOf(path: Path): Place;
  placeOfKey(path: Path, key: string): Place;
}

/**
 * Reads YAML and fills in `${NAME}`, `${NAME:-default}` and, where they are a whole value, `file:/path` and `vault:path#field`; `$${` stands for a
 * plain `${`.
 */
export function readDocument(text: string, references: References): SourceDocument {
  const source = parseSource(text);
  const { document, problems, placeAt } = source;
  if (problems.length === 0)
    visit(document, {
      Scalar(key, node) {
        if (key === "key" || typeof node.value !== "string") return;
        const filled = fillIn(node, references);
        if (typeof filled === "object") problems.push({ ...at(node, placeAt), ...filled });
        else node.value = filled;
      },
    });

  const place = (node: unknown) => at(node, placeAt);
  return {
    value: contentOf(source),
    problems,
    placeOf: (path) => place(nearest(document, path)),
    placeOfKey: (path, key) => place(keyNode(nearest(document, path), key)),
  };
}

type Filled = string | number | boolean | { readonly message: string };

const reference = /(\$?)\$\{([^}]*)\}/g;

function fillIn(node: Scalar, references: References): Filled {
  const text = String(node.value);
  const [, path] = fileReference.exec(text) ?? [];
  if (path !== undefined) {
    const read = readReferredFile(path, references);
    return "fault" in read ? { message: read.fault } : read.value;
  }
  if (/^vault:\S+$/.test(text)) {
    const read = readVaultReference(text, references);
    return "fault" in read ? { message: read.fault } : read.value;
  }
  if (!text.includes("${")) return text;
  let fault: string | null = null;
  const filled = text.replace(reference, (whole, escaped: string, inside: string) => {
    if (escaped !== "") return whole.slice(1);
    const read = readVariable(whole, inside, references);
    if ("value" in read) return read.value;
    fault = read.fault;
    return "";
  });
  if (fault !== null) return { message: fault };
  return node.type === Scalar.PLAIN ? typed(filled) : filled;
}

/** A value without quotes is read the same way whether it was written in the file or filled in. */
function typed(text: string): string | number | boolean {
  if (/^-?\d{1,15}$/.test(text)) return Number(text);
  if (text === "true" || text === "false") return text === "true";
  return text;
}

function nearest(document: YamlDocument, path: Path): unknown {
  for (let length = path.length; length > 0; length -= 1) {
    const node = document.getIn(path.slice(0, length), true);
    if (node !== undefined && node !== null) return node;
  }
  return document.contents;
}

function keyNode(map: unknown, key: string): unknown {
  if (!isMap(map)) return map;
  const pair = map.items.find(
    (item) => isPair(item) && isScalar(item.key) && String(item.key.value) === key,
  );
  return pair?.key ?? map;
}

function at(node: unknown, placeAt: (offset: number) => Place): Place {
  const range = (node as Node | null | undefined)?.range;
  return range ? placeAt(range[0]) : {};
}
