import { type Fields, fieldsOf, isFields, listOf, textOf } from "../json-shape.ts";

/** What a made-up value may be made of: taken from the user's message, else invented. */
export interface Ingredients {
  readonly texts: readonly string[];
  readonly numbers: readonly number[];
}

const maxDepth = 12;

/** A value that satisfies the usual keywords of a JSON Schema. */
export function exampleOf(schema: unknown, ingredients: Ingredients): unknown {
  return new Example(fieldsOf(schema), ingredients).value(schema, 0);
}

class Example {
  readonly #root: Fields;
  readonly #texts: string[];
  readonly #numbers: number[];

  constructor(root: Fields, ingredients: Ingredients) {
    this.#root = root;
    this.#texts = [...ingredients.texts];
    this.#numbers = [...ingredients.numbers];
  }

  value(given: unknown, depth: number): unknown {
    const schema = this.#resolve(fieldsOf(given), depth);
    if ("const" in schema) {
      return schema["const"];
    }
    const [choice] = listOf(schema["enum"]);
    if (choice !== undefined) {
      return choice;
    }
    return depth > maxDepth ? null : this.#byType(schema, depth);
  }

  #resolve(schema: Fields, depth: number): Fields {
    const reference = textOf(schema["$ref"]);
    if (reference !== undefined && depth <= maxDepth) {
      return this.#resolve(fieldsOf(this.#at(reference)), depth + 1);
    }
    const [option] = [...listOf(schema["anyOf"]), ...listOf(schema["oneOf"])];
    const merged = [option, ...listOf(schema["allOf"])].filter(isFields);
    if (merged.length === 0) {
      return schema;
    }
    const { anyOf: _anyOf, oneOf: _oneOf, allOf: _allOf, ...own } = schema;
    return merged.reduce<Fields>((all, part) => merge(all, this.#resolve(part, depth + 1)), own);
  }

  #at(reference: string): unknown {
    return reference
      .replace(/^#\/?/, "")
      .split("/")
      .filter((step) => step !== "")
      .reduce<unknown>((value, step) => fieldsOf(value)[step.replaceAll("~1", "/")], this.#root);
  }

  #byType(schema: Fields, depth: number): unknown {
    switch (typeOf(schema)) {
      case "object":
        return this.#object(schema, depth);
      case "array":
        return this.#array(schema, depth);
      case "number":
      case "integer":
        return numberWithin(schema, this.#numbers.shift());
      case "boolean":
        return true;
      case "null":
        return null;
      default:
        return textWithin(schema, this.#texts.shift());
    }
  }

  #object(schema: Fields, depth: number): unknown {
    const properties = Object.entries(fieldsOf(schema["properties"]));
    return Object.fromEntries(
      properties.map(([name, property]) => [name, this.value(property, depth + 1)]),
    );
  }

  #array(schema: Fields, depth: number): unknown {
    const least = schema["minItems"];
    const count = typeof least === "number" ? Math.min(least, 100) : 1;
    const prefix = listOf(schema["prefixItems"]).map((item) => this.value(item, depth + 1));
    const rest = Math.max(prefix.length > 0 ? 0 : 1, count - prefix.length);
    const items = schema["maxItems"] === 0 ? 0 : rest;
    return [
      ...prefix,
      ...Array.from({ length: items }, () => this.value(schema["items"] ?? {}, depth + 1)),
    ];
  }
}

function merge(left: Fields, right: Fields): Fields {
  return {
    ...left,
    ...right,
    properties: { ...fieldsOf(left["properties"]), ...fieldsOf(right["properties"]) },
  };
}

function typeOf(schema: Fields): string {
  const [type] = [schema["type"]].flat();
  if (typeof type === "string") {
    return type;
  }
  if ("items" in schema || "prefixItems" in schema) {
    return "array";
  }
  return isFields(schema["properties"]) ? "object" : "string";
}

function numberWithin(schema: Fields, given = 1): number {
  const limit = (name: string, step: number, otherwise: number) => {
    const value = schema[name];
    return typeof value === "number" ? value + step : otherwise;
  };
  const low = Math.max(limit("minimum", 0, -1e9), limit("exclusiveMinimum", 1, -1e9));
  const high = Math.min(limit("maximum", 0, 1e9), limit("exclusiveMaximum", -1, 1e9));
  const within = Math.min(high, Math.max(low, given));
  const multiple = schema["multipleOf"];
  if (typeof multiple === "number" && multiple > 0) {
    return Math.ceil(within / multiple) * multiple;
  }
  return typeOf(schema) === "integer" ? Math.round(within) : within;
}

const formats: Readonly<Record<string, string>> = {
  date: "2026-01-01",
  "date-time": "2026-01-01T12:00:00Z",
  time: "12:00:00Z",
  email: "someone@example.com",
  uri: "https://example.com/",
  url: "https://example.com/",
  uuid: "00000000-0000-4000-8000-000000000000",
};

function textWithin(schema: Fields, given = "example"): string {
  const formatted = formats[textOf(schema["format"]) ?? ""];
  if (formatted !== undefined) {
    return formatted;
  }
  const least = schema["minLength"];
  const most = schema["maxLength"];
  const text = typeof least === "number" ? given.padEnd(Math.min(least, 10_000), ".") : given;
  return typeof most === "number" ? text.slice(0, most) : text;
}
