import { isRecord } from "@portico/contract/is-record";

const plainName = /^[A-Za-z_$][\w$]*$/;

/** A JSON value as JavaScript prints it by hand: plain names without quotes, one line where it is short. */
export function literal(value: unknown, indent = ""): string {
  if (Array.isArray(value))
    return lines(
      ["[", "]"],
      value.map((item) => literal(item, `${indent}  `)),
      indent,
    );
  if (!isRecord(value)) return JSON.stringify(value) ?? "undefined";
  const fields = Object.entries(value).map(
    ([name, field]) => `${nameOf(name)}: ${literal(field, `${indent}  `)}`,
  );
  return lines(["{", "}"], fields, indent);
}

/** `__proto__: …` would set the prototype; between brackets it is a field like any other. */
function nameOf(name: string): string {
  if (name === "__proto__") return '["__proto__"]';
  return plainName.test(name) ? name : JSON.stringify(name);
}

const longestLine = 72;

function lines(
  [open, close]: readonly [string, string],
  items: readonly string[],
  indent: string,
): string {
  if (items.length === 0) return open + close;
  const pad = open === "{" ? " " : "";
  const short = open + pad + items.join(", ") + pad + close;
  if (short.length + indent.length <= longestLine && !short.includes("\n")) return short;
  return `${open}\n${items.map((item) => `${indent}  ${item},\n`).join("")}${indent}${close}`;
}

/** Where the copied code finds the key: in the environment, unless the reader wants it in the code. */
export function keyInScript(variable: string, secret: string | null): string {
  return secret === null ? `process.env.${variable}` : JSON.stringify(secret);
}
