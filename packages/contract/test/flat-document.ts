/** A document as lines: every parameter, status, field and event of every operation, whatever its schemas are called. */

import { follow, type JsonObject } from "../src/json-tree.ts";
import type {
  JsonSchema,
  MediaTypeObject,
  OpenApiDocument,
  OperationObject,
} from "../src/open-api.ts";

const methods = ["get", "post", "delete", "put", "patch"] as const;

export function flatDocument(document: OpenApiDocument): string[] {
  const lines = new Lines(document);
  for (const [path, item] of Object.entries(document.paths))
    for (const method of methods) {
      const operation = item[method];
      if (operation !== undefined) lines.operation(`${method.toUpperCase()} ${path}`, operation);
    }
  return lines.all;
}

interface Bodies {
  readonly content: Record<string, MediaTypeObject>;
  readonly required: boolean;
  readonly headers: Record<string, unknown>;
}

class Lines {
  readonly all: string[] = [];
  readonly #document: JsonObject;

  constructor(document: OpenApiDocument) {
    this.#document = document as unknown as JsonObject;
  }

  operation(name: string, operation: OperationObject): void {
    this.all.push(name);
    for (const parameter of operation.parameters ?? []) {
      const { in: where, name: own, required, schema = {} } = this.#resolved(parameter);
      this.#schema(`  ${where} ${own}`, schema, required === true);
    }
    if (operation.requestBody !== undefined) this.#bodies("request", operation.requestBody);
    for (const [status, response] of Object.entries(operation.responses))
      this.#bodies(status, this.#resolved(response));
  }

  #bodies(name: string, { content = {}, required, headers }: Partial<Bodies>): void {
    for (const header of Object.keys(headers ?? {})) this.all.push(`  ${name} header ${header}`);
    for (const [media, { schema = {} }] of Object.entries(content)) {
      this.all.push(`  ${name} ${media}`);
      this.#schema(`  ${name}`, schema, required === true);
    }
  }

  #schema(place: string, given: JsonSchema, isRequired: boolean): void {
    const schema = this.#merged(given);
    const branches = schema.oneOf ?? schema.anyOf ?? [];
    if (branches.length > 0) this.#branches(place, branches, isRequired);
    else this.#single(place, schema, isRequired);
  }

  #branches(place: string, branches: readonly JsonSchema[], isRequired: boolean): void {
    for (const branch of branches) {
      const known = this.#merged(branch);
      const label = branches.length > 1 ? ` <${this.#labelOf(known, branches)}>` : "";
      this.#schema(`${place}${label}`, known, isRequired);
    }
  }

  #single(place: string, schema: JsonSchema, isRequired: boolean): void {
    this.all.push(
      `${place}: ${[...wordsOf(schema), ...(isRequired ? ["required"] : [])].join(", ")}`,
    );
    for (const [name, field] of Object.entries(schema.properties ?? {}))
      this.#schema(`${place}.${name}`, field, schema.required?.includes(name) === true);
    if (Object.keys(schema.items ?? {}).length > 0)
      this.#schema(`${place}[]`, schema.items ?? {}, false);
  }

  #labelOf({ properties = {}, type, items }: JsonSchema, all: readonly JsonSchema[]): string {
    const tags = ["type", "role"].flatMap((name) => {
      const { const: tag } = this.#merged(properties[name] ?? {});
      return tag === undefined ? [] : [String(tag)];
    });
    if (tags.length > 0) return tags.join(" of ");
    const isOneOfSeveral = all.filter((other) => other.type === type).length > 1;
    const inner = items && isOneOfSeveral ? ` of ${this.#merged(items).type}` : "";
    return `${[type ?? "anything"].flat().join(" or ")}${inner}`;
  }

  /** A schema with what it refers to and all that it is made of, in one; unions go into each of their branches. */
  #merged(given: JsonSchema): JsonSchema {
    const { allOf = [], ...own } = this.#resolved(given);
    return allOf
      .map((part) => this.#merged(part))
      .reduce((all, part) => this.#both(all, part), own);
  }

  #both(left: JsonSchema, right: JsonSchema): JsonSchema {
    const [union, other] = left.oneOf ? [left, right] : [right, left];
    if (union.oneOf)
      return { oneOf: union.oneOf.map((branch) => this.#both(this.#merged(branch), other)) };
    const properties = { ...left.properties };
    for (const [name, field] of Object.entries(right.properties ?? {}))
      properties[name] = { ...this.#merged(properties[name] ?? {}), ...this.#merged(field) };
    const required = [...new Set([...(left.required ?? []), ...(right.required ?? [])])];
    return { ...left, ...right, properties, required };
  }

  #resolved<Thing extends object>(thing: Thing): Thing {
    return follow(this.#document, thing as unknown as JsonObject) as unknown as Thing;
  }
}

const silent = /^(title|description|discriminator|x-|properties|required|items|type|oneOf)/;

function wordsOf(schema: JsonSchema): string[] {
  const type = [schema.type ?? "anything"].flat().join(" or ");
  const facts = Object.entries(schema)
    .filter(([keyword]) => !silent.test(keyword))
    .map(([keyword, value]) => `${keyword} ${JSON.stringify(value)}`);
  return [type, ...facts.toSorted()];
}
