import { References } from "@portico/core/json/references";
import { type Fields, fieldsOf, listOf } from "@portico/core/json/shape";

/** What scenarios have to know of the contract. */
export interface ContractReader {
  operation(id: string): ContractOperation | undefined;
  /** Whether an event of that type is in a stream of the contract. */
  hasEvent(type: string): boolean;
  /** What is wrong with a path into a schema; undefined where it leads to a value. */
  faultOfPath(schema: Fields, path: readonly string[]): string | undefined;
  /** The schemas of a property or an item; undefined where the schema names none of that name. */
  below(schemas: readonly Fields[], part: string): readonly Fields[] | undefined;
}

export interface ContractOperation {
  readonly method: string;
  readonly path: string;
  /** `in` and name, such as `query limit`. */
  readonly parameters: ReadonlySet<string>;
  /** Of the JSON body; null where the operation takes none. */
  readonly request: Fields | null;
  /** The response that is listed for a status itself. */
  response(status: string): ContractResponse | undefined;
}

export interface ContractResponse {
  readonly headers: ReadonlySet<string>;
  /** Of the JSON body; null where there is none. */
  readonly schema: Fields | null;
}

const methods = ["get", "put", "post", "delete", "patch"];

export function contractReader(document: object): ContractReader {
  const root = fieldsOf(document);
  const references = new References(root);
  const resolved = (value: unknown): Fields => {
    const part = fieldsOf(value);
    const reference = part["$ref"];
    return typeof reference === "string" ? resolved(references.at(reference)) : part;
  };
  const jsonOf = (holder: Fields): Fields | null => {
    const media = fieldsOf(holder["content"])["application/json"];
    return media === undefined ? null : resolved(fieldsOf(media)["schema"]);
  };
  const responseOf = (value: unknown): ContractResponse => {
    const response = resolved(value);
    const names = Object.keys(fieldsOf(response["headers"]));
    return { headers: new Set(names.map((name) => name.toLowerCase())), schema: jsonOf(response) };
  };
  const operations = new Map<string, ContractOperation>();
  for (const [path, item] of Object.entries(fieldsOf(root["paths"])))
    for (const method of methods) {
      const operation = fieldsOf(fieldsOf(item)[method]);
      const shared = listOf(fieldsOf(item)["parameters"]);
      const parameters = [...shared, ...listOf(operation["parameters"])].map(resolved);
      const responses = fieldsOf(operation["responses"]);
      operations.set(String(operation["operationId"]), {
        method,
        path,
        parameters: new Set(parameters.map((it) => `${String(it["in"])} ${String(it["name"])}`)),
        request: operation["requestBody"] ? jsonOf(resolved(operation["requestBody"])) : null,
        response: (status) => {
          const listed = responses[status];
          return listed === undefined ? undefined : responseOf(listed);
        },
      });
    }
  operations.delete("undefined");
  const events = eventTypes(fieldsOf(fieldsOf(root["components"])["schemas"]));
  const below = (schemas: readonly Fields[], part: string) => partOf(schemas, part, resolved);
  return {
    operation: (id) => operations.get(id),
    hasEvent: (type) => events.has(type),
    below,
    faultOfPath(schema, path) {
      let schemas: readonly Fields[] | undefined = [schema];
      for (const [index, part] of path.entries()) {
        schemas = below(schemas, part);
        if (schemas === undefined) return `/${path.slice(0, index + 1).join("/")}`;
      }
      return undefined;
    },
  };
}

/** The values of `type` that the schemas name, those of events among them. */
function eventTypes(schemas: Fields): ReadonlySet<string> {
  const types = Object.values(schemas).map((schema) =>
    fieldsOf(fieldsOf(fieldsOf(schema)["properties"])["type"]),
  );
  return new Set(types.flatMap((type) => [type["const"], ...listOf(type["enum"])]).map(String));
}

/**
 * The schemas that a property or an item may have, over all alternatives. A schema that names no properties at all holds
 * any. One that names some holds those alone, also where it allows others: a scenario that uses another name is mistaken.
 */
function partOf(
  schemas: readonly Fields[],
  part: string,
  resolved: (value: unknown) => Fields,
): readonly Fields[] | undefined {
  const all = schemas.flatMap((schema) => alternatives(schema, resolved));
  if (all.every(isOpen)) return [{}];
  const found = all.flatMap((schema) => {
    const property = fieldsOf(schema["properties"])[part];
    const item = /^\d+$/.test(part) ? schema["items"] : undefined;
    return [property, item].filter((it) => it !== undefined).map(resolved);
  });
  return found.length === 0 ? undefined : found;
}

function isOpen(schema: Fields): boolean {
  const shape = ["properties", "items", "const", "enum"];
  return shape.every((keyword) => schema[keyword] === undefined) && mayHoldParts(schema["type"]);
}

function mayHoldParts(type: unknown): boolean {
  return type === undefined || [type].flat().some((it) => it === "object" || it === "array");
}

/** The schema and all that it is composed of; those that can hold no parts are left out. */
function alternatives(schema: Fields, resolved: (value: unknown) => Fields): readonly Fields[] {
  const composed = ["allOf", "anyOf", "oneOf"].flatMap((keyword) => listOf(schema[keyword]));
  if (composed.length === 0) return mayHoldParts(schema["type"]) ? [schema] : [];
  const inner = composed.flatMap((each) => alternatives(resolved(each), resolved));
  return schema["properties"] === undefined ? inner : [schema, ...inner];
}

/** Something in a scenario that does not fit. */
export class Mistake extends Error {
  override readonly name = "Mistake";

  constructor(place: string, what: string) {
    super(`${place}: ${what}.`);
  }
}
