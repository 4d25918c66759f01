/**
 * What a contract says, place by place: a flat table from JSON pointers to facts.
 * The facts of spec/clauses.yaml have the same form, so that the two can be compared.
 */

import { follow, isObject, type Json, type JsonObject } from "../src/json-tree.ts";
import type { Facts, FactTable } from "./fact-table.ts";
import { SchemaFacts, soleBranch } from "./schema-facts.ts";

const methods = ["get", "put", "post", "delete", "patch"];

export function factsOf(document: JsonObject): FactTable {
  const table: FactTable = new Map();
  const schemas = new SchemaFacts(document, table);
  tellServer(document, table);
  for (const [path, item] of entriesOf(document["paths"]))
    for (const [method, operation] of entriesOf(item)) {
      if (!methods.includes(method) || !isObject(operation)) continue;
      const pointer = `/paths/${path.replaceAll("/", "~1")}/${method}`;
      new OperationFacts(document, table, schemas, pointer, operation).tell();
    }

  return table;
}

function tellServer(document: JsonObject, table: FactTable): void {
  const { info, servers, security, components } = document;
  table.set("/info/version", { value: objectAt(info)["version"] ?? null });
  for (const [index, server] of entriesOf(servers))
    table.set(`/servers/${index}`, { path: new URL(String(objectAt(server)["url"])).pathname });
  const schemes = Object.values(objectAt(security)).flatMap((scheme) =>
    Object.keys(objectAt(scheme)),
  );
  table.set("/security", { schemes });
  for (const [name, scheme] of entriesOf(objectAt(components)["securitySchemes"])) {
    const { type = null, scheme: kind = null } = objectAt(scheme);
    table.set(`/components/securitySchemes/${name}`, { type, scheme: kind });
  }
}

class OperationFacts {
  readonly #document: JsonObject;
  readonly #table: FactTable;
  readonly #schemas: SchemaFacts;
  readonly #pointer: string;
  readonly #operation: JsonObject;

  constructor(
    document: JsonObject,
    table: FactTable,
    schemas: SchemaFacts,
    pointer: string,
    operation: JsonObject,
  ) {
    this.#document = document;
    this.#table = table;
    this.#schemas = schemas;
    this.#pointer = pointer;
    this.#operation = operation;
  }

  tell(): void {
    const {
      "x-key": key = null,
      "x-stage": stage,
      parameters,
      requestBody,
      responses,
    } = this.#operation;
    const names = entriesOf(parameters).map(([index, parameter]) =>
      this.#tellParameter(index, parameter),
    );
    this.#table.set(this.#pointer, {
      key,
      ...(stage === undefined ? {} : { stage }),
      ...(names.length > 0 ? { parameters: names } : {}),
    });
    if (requestBody !== undefined) this.#tellBody(requestBody);
    for (const [status, response] of entriesOf(responses)) this.#tellResponse(status, response);
  }

  #tellParameter(index: string, node: Json): string {
    const parameter = objectAt(follow(this.#document, node));
    const reference = objectAt(node)["$ref"];
    const place =
      typeof reference === "string" ? reference.slice(1) : `${this.#pointer}/parameters/${index}`;
    const { in: where = null, required, schema } = parameter;
    this.#schemas.tell(place, schema, { in: where, ...(required === true ? { required } : {}) });
    return String(parameter["name"]);
  }

  #tellBody(node: Json): void {
    const { required, content } = objectAt(follow(this.#document, node));
    this.#table.set(`${this.#pointer}/requestBody`, {
      content: this.#content(content),
      ...(required === true ? { required } : {}),
    });
  }

  #tellResponse(status: string, node: Json): void {
    const { headers, content } = objectAt(follow(this.#document, node));
    const names = Object.keys(objectAt(headers));
    this.#table.set(`${this.#pointer}/responses/${status}`, {
      content: this.#content(content),
      ...(names.length > 0 ? { headers: names } : {}),
    });
  }

  #content(content: Json | undefined): Facts {
    const medias = entriesOf(content).map(([media, { schema }]) => {
      const name = this.#schemas.visitNamed(soleBranch(schema));
      if (name === undefined)
        throw new Error(
          `${this.#pointer}: give the schema of ${media} a file of its own in spec/schemas/.`,
        );
      return [media, name] as const;
    });
    return Object.fromEntries(medias);
  }
}

function objectAt(node: Json | undefined): JsonObject {
  return typeof node === "object" && node !== null ? (node as JsonObject) : {};
}

function entriesOf(node: Json | undefined): [string, JsonObject][] {
  return Object.entries(objectAt(node)) as [string, JsonObject][];
}
