import type { OperationPack } from "../../src/gateway/pack.ts";
import { banner, camelCase, printed } from "./source.ts";

/** What several operations have in common, each part with the name of its constant. */
export interface SharedParts {
  readonly nameOf: (part: object) => string | undefined;
  /** The module of the constants. */
  readonly source: string;
}

/** A part of a pack that may be in other packs too, and what to call it. */
interface Part {
  readonly json: string;
  readonly name: string;
  readonly type: string;
  readonly value: object;
}

/** Shorter ones stay where they are: a constant with a name takes as much. */
const leastLength = 60;

/** The parts that more than one operation has. They are found by their content, so a copy in spec/ does not count. */
export function sharedParts(packs: readonly OperationPack[]): SharedParts {
  const owners = new Map<string, Set<OperationPack>>();
  const parts = new Map<string, Part>();
  for (const pack of packs)
    for (const part of partsOf(pack)) {
      if (!parts.has(part.json)) parts.set(part.json, part);
      owners.set(part.json, (owners.get(part.json) ?? new Set()).add(pack));
    }
  const common = [...parts.values()].filter(
    ({ json }) => json.length >= leastLength && (owners.get(json)?.size ?? 0) > 1,
  );
  const names = named(common);
  const nameOf = (part: object): string | undefined => names.get(JSON.stringify(part));
  return { nameOf, source: sourceOf(common, names) };
}

/** Inner parts come before those that hold them, as constants have to. */
function partsOf({ parameters, replies, schemas }: OperationPack): Part[] {
  const found: Part[] = [];
  const add = (name: string, type: string, value: object): void => {
    found.push({ json: JSON.stringify(value), name, type, value });
  };
  for (const [name, schema] of Object.entries(schemas))
    add(`schemaOf${name}`, 'OperationPack["schemas"][string]', schema);
  for (const parameter of parameters)
    add(`${camelCase(parameter.name)}Parameter`, 'OperationPack["parameters"][number]', parameter);
  for (const [status, types] of Object.entries(replies)) {
    for (const example of Object.values(types).flat())
      add(`${camelCase(example.name)}Example`, "NamedExample", example);
    add(
      `repliesOf${status === "default" ? "Others" : status}`,
      'OperationPack["replies"][string]',
      types,
    );
  }
  return found;
}

/** Parts that would have the same name are numbered, in the order of the contract. */
function named(parts: readonly Part[]): Map<string, string> {
  const taken = new Map<string, number>();
  return new Map(
    parts.map(({ json, name }) => {
      const number = (taken.get(name) ?? 0) + 1;
      taken.set(name, number);
      return [json, number === 1 ? name : `${name}_${number}`];
    }),
  );
}

function sourceOf(parts: readonly Part[], names: ReadonlyMap<string, string>): string {
  const constants = parts.map(({ json, type, value }) => {
    const nameInside = (part: object): string | undefined =>
      part === value ? undefined : names.get(JSON.stringify(part));
    return `export const ${names.get(json)}: ${type} = ${printed(value, nameInside)};\n`;
  });
  const imports = 'import type { NamedExample, OperationPack } from "@portico/mock/gateway";\n';
  return [`${banner}${imports}`, ...constants].join("\n");
}
