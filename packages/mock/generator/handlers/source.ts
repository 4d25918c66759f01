export const banner =
  "// Generated from spec/ by `pnpm generate`. Do not edit: change spec/ and generate again.\n";

/** JSON as TypeScript, with the name of a constant in place of each part that has one. */
export function printed(
  value: unknown,
  nameOf: (part: object) => string | undefined,
  indent = "",
): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const name = nameOf(value);
  if (name !== undefined) return name;
  const inner = `${indent}  `;
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  const lines = Array.isArray(value)
    ? value.map((one) => `${inner}${printed(one, nameOf, inner)},`)
    : Object.entries(value)
        .filter(([, one]) => one !== undefined)
        .map(([key, one]) => `${inner}${JSON.stringify(key)}: ${printed(one, nameOf, inner)},`);
  return lines.length === 0 ? `${open}${close}` : [open, ...lines, indent + close].join("\n");
}

/** `missing-key`, `HTTP-Referer` -> `missingKey`, `httpReferer`. */
export function camelCase(text: string): string {
  const words = text.split(/[^A-Za-z0-9]+/).filter(Boolean);
  return words
    .map((word, index) =>
      index === 0 ? word.toLowerCase() : word.slice(0, 1).toUpperCase() + word.slice(1),
    )
    .join("");
}
