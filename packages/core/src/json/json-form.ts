import { type Fields, isFields } from "./shape.ts";

/**
 * What a JSON value may hold: `value` is a text, number, truth value or null, `any` is everything, a list has the form of its
 * items, and an object has these fields.
 */
export type JsonForm =
  | "value"
  | "any"
  | readonly [JsonForm]
  | { readonly [name: string]: JsonForm };

type Drop = (place: string) => void;

/** The part of a value that has the form; undefined where nothing has. `drop` is called with the place of all else. */
export function partOfForm(value: unknown, form: JsonForm, place: string, drop: Drop): unknown {
  if (form === "any" || typeof value !== "object" || value === null) return value;
  if (isList(form) && Array.isArray(value)) return itemsOfForm(value, form[0], place, drop);
  if (form !== "value" && !isList(form) && isFields(value))
    return fieldsOfForm(value, form, place, drop);
  drop(place);
  return undefined;
}

function itemsOfForm(list: unknown[], form: JsonForm, place: string, drop: Drop): unknown[] {
  return list
    .map((item, index) => partOfForm(item, form, `${place}[${index}]`, drop))
    .filter((item) => item !== undefined);
}

function fieldsOfForm(
  value: Fields,
  form: { readonly [name: string]: JsonForm },
  place: string,
  drop: Drop,
): Fields {
  const kept: [string, unknown][] = [];
  for (const [name, each] of Object.entries(value)) {
    const inside = place === "" ? name : `${place}.${name}`;
    const ofField = Object.hasOwn(form, name) ? form[name] : undefined;
    if (ofField === undefined) drop(inside);
    const part = ofField && partOfForm(each, ofField, inside, drop);
    if (part !== undefined) kept.push([name, part]);
  }
  return Object.fromEntries(kept);
}

export function hasForm(value: unknown, form: JsonForm): boolean {
  let isWhole = true;
  partOfForm(value, form, "", () => {
    isWhole = false;
  });
  return isWhole;
}

function isList(form: JsonForm): form is readonly [JsonForm] {
  return Array.isArray(form);
}
