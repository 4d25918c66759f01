import { References } from "../json/references.ts";
import { type Fields, fieldsOf, isFields, listOf, textOf } from "../json/shape.ts";
import { weightOf } from "../json/weight.ts";

/** What a made-up value may be made of: taken from the user's message, else invented. */
export interface Ingredients {
  readonly texts: readonly string[];
  readonly numbers: readonly number[];
}

const maxDepth = 12;
/** What one example may weigh in all, however often its schema repeats itself: about a thousand values. */
const largestWeight = 32 * 1024;
/** How many fields may be looked at for it; schemas of `allOf` and of references are put together again each time. */
const mostLookedAt = 100_000;

/** A value that satisfies the usual keywords of a JSON Schema, as far as it stays small; what is over is null. */
export function exampleOf(schema: unknown, ingredients: Ingredients): unknown {
  return new Example(fieldsOf(schema), ingredients).value(schema, 0);
}

class Example {
  readonly #references: References;
  readonly #texts: Iterator<string>;
  readonly #numbers: Iterator<number>;
  /** What the references on the way to this value have led to. */
  readonly #path = new Set<Fields>();
  #weight = largestWeight;
  #work = mostLookedAt;

  constructor(root: Fields, ingredients: Ingredients) {
    this.#references = new References(root);
    this.#texts = ingredients.texts.values();
    this.#numbers = ingredients.numbers.values();
    this.#path.add(root);
  }

  value(given: unknown, depth: number): unknown {
    const entered: Fields[] = [];
    const schema = this.#resolve(fieldsOf(given), depth, entered);
    const value = schema === undefined ? this.#nothing() : this.#valueOf(schema, depth);
    for (const left of entered) this.#path.delete(left);

    return value;
  }

  #nothing(): null {
    this.#affords(null);
    return null;
  }

  #valueOf(schema: Fields, depth: number): unknown {
    const [choice] = "const" in schema ? [schema["const"]] : listOf(schema["enum"]);
    if (choice !== undefined) return this.#affords(choice) ? choice : null;

    return depth <= maxDepth && this.#affords(null) ? this.#byType(schema, depth) : null;
  }

  /** Takes what a value weighs from what is left; false where there is not so much. */
  #affords(value: unknown): boolean {
    this.#weight -= weightOf(value, this.#weight);
    return this.#weight >= 0;
  }

  get #isSpent(): boolean {
    return this.#weight <= 0 || this.#work <= 0;
  }

  /** Whether a schema is the one that it stands in, of which there would be no end. */
  #leadsBack(schema: unknown): boolean {
    const reference = textOf(fieldsOf(schema)["$ref"]);
    return reference !== undefined && this.#path.has(this.#references.at(reference));
  }

  /** Without references and alternatives; undefined where a reference leads back to where it stands. */
  #resolve(schema: Fields, depth: number, entered: Fields[]): Fields | undefined {
    this.#work -= 1;
    const reference = textOf(schema["$ref"]);
    if (reference !== undefined) {
      const target = this.#references.at(reference);
      if (this.#path.has(target) || this.#isSpent) return undefined;

      this.#path.add(target);
      entered.push(target);
      return this.#resolve(target, depth, entered);
    }
    const [option] = [schema["anyOf"], schema["oneOf"]].flatMap((each) => listOf(each).slice(0, 1));
    const parts = [option, ...listOf(schema["allOf"]).slice(0, Math.max(this.#work, 0))];
    const merged = parts.filter(isFields);
    if (merged.length === 0 || depth > maxDepth) return schema;

    const { anyOf: _anyOf, oneOf: _oneOf, allOf: _allOf, ...own } = schema;
    return this.#joined(
      own,
      merged.map((part) => this.#resolve(part, depth + 1, entered) ?? {}),
    );
  }

  /** Later ones win; the properties of all are kept. */
  #joined(own: Fields, parts: readonly Fields[]): Fields {
    const all: Record<string, unknown> = {};
    const properties: Record<string, unknown> = {};
    for (const part of [own, ...parts]) {
      this.#assign(all, part);
      this.#assign(properties, fieldsOf(part["properties"]));
    }
    return { ...all, properties };
  }

  #assign(to: Record<string, unknown>, from: Fields): void {
    for (const name of Object.keys(from)) {
      if (this.#work <= 0) return;

      this.#work -= 1;
      to[name] = from[name];
    }
  }

  #byType(schema: Fields, depth: number): unknown {
    switch (typeOf(schema)) {
      case "object":
        return this.#object(schema, depth);
      case "array":
        return this.#array(schema, depth);
      case "number":
      case "integer":
        return numberWithin(schema, this.#numbers.next().value);
      case "boolean":
        return true;
      case "null":
        return null;
      default:
        return this.#text(schema);
    }
  }

  #text(schema: Fields): string | null {
    const text = textWithin(schema, this.#texts.next().value ?? "example", this.#weight);
    return this.#affords(text) ? text : null;
  }

  #object(schema: Fields, depth: number): unknown {
    const object: Record<string, unknown> = Object.create(null);
    const properties = fieldsOf(schema["properties"]);
    const required = new Set(listOf(schema["required"]));
    for (const name of Object.keys(properties)) {
      if (this.#isSpent || !this.#affords(name)) break;

      if (required.has(name) || !this.#leadsBack(properties[name]))
        object[name] = this.value(properties[name], depth + 1);
    }
    return { ...object };
  }

  #array(schema: Fields, depth: number): unknown {
    const prefix = listOf(schema["prefixItems"]);
    const least = schema["minItems"];
    const wanted = typeof least === "number" ? least : 1;
    const mayBeEmpty = typeof least !== "number" && this.#leadsBack(schema["items"]);
    const isEmpty = schema["maxItems"] === 0 || mayBeEmpty;
    const count = isEmpty ? 0 : Math.max(wanted, prefix.length, prefix.length > 0 ? 0 : 1);
    const items: unknown[] = [];
    while (items.length < count && !this.#isSpent) {
      const item = items.length < prefix.length ? prefix[items.length] : schema["items"];
      items.push(this.value(item ?? {}, depth + 1));
    }
    return items;
  }
}

function typeOf(schema: Fields): string {
  const [type] = [schema["type"]].flat();
  if (typeof type === "string") return type;

  if ("items" in schema || "prefixItems" in schema) return "array";

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
  if (typeof multiple === "number" && multiple > 0) return Math.ceil(within / multiple) * multiple;

  return typeOf(schema) === "integer" ? Math.round(within) : within;
}

const formats: ReadonlyMap<string, string> = new Map([
  ["date", "2026-01-01"],
  ["date-time", "2026-01-01T12:00:00Z"],
  ["time", "12:00:00Z"],
  ["email", "someone@example.com"],
  ["uri", "https://example.com/"],
  ["url", "https://example.com/"],
  ["uuid", "00000000-0000-4000-8000-000000000000"],
]);

function textWithin(schema: Fields, given: string, longest: number): string {
  const formatted = formats.get(textOf(schema["format"]) ?? "");
  if (formatted !== undefined) return formatted;

  const { minLength: least, maxLength: most } = schema;
  const padded = typeof least === "number" ? given.padEnd(Math.min(least, longest), ".") : given;
  return padded.slice(0, typeof most === "number" ? Math.min(most, longest) : longest);
}
