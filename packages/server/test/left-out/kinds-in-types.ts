import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const require = createRequire(import.meta.url);

/**
 * The kinds of a union in the type files of a client library: what the field that tells its members apart may say. `A.field[]` is
 * the union of what stands in a list of an interface.
 */
export function kindsIn(
  library: "openai" | "@anthropic-ai/sdk",
  file: string,
  union: string,
  field = "type",
): readonly string[] {
  const folder = dirname(require.resolve(library));
  const types = readFileSync(join(folder, "resources", file), "utf8");
  return [...new Set(kindsOf(types, union, field))].sort();
}

function kindsOf(types: string, name: string, field: string): readonly string[] {
  const [, owner, list] = /^(\w+)\.(\w+)\[\]$/.exec(name) ?? [];
  if (owner !== undefined) {
    const listed = new RegExp(`^ {4}${list}\\??: [^;]*Array<([^;]+)>;`, "m").exec(
      bodyOf(types, owner),
    );
    return (listed?.[1] ?? "").split("|").flatMap((each) => kindsOf(types, each.trim(), field));
  }
  const alias = new RegExp(`^export type ${name} = ([^;]+);`, "m").exec(types)?.[1];
  if (alias !== undefined)
    return alias.split("|").flatMap((member) => kindsOf(types, member.trim(), field));
  const body = bodyOf(types, name);
  const parent = new RegExp(`^export interface ${name} extends (\\w+) \\{`, "m").exec(types)?.[1];
  const said = new RegExp(`^ {4}${field}\\??: ([^;]+);`, "m").exec(body)?.[1];
  const literals = [...(said ?? "").matchAll(/'([^']+)'/g)].map(([, literal = ""]) => literal);
  if (literals.length === 0 && parent !== undefined) return kindsOf(types, parent, field);
  // A member in another form than expected would be missed in silence.
  if (literals.length === 0) throw new Error(`${name} has no ${field}.`);
  return literals;
}

/** The body of an interface, as if it stood at the top of the file. */
function bodyOf(types: string, name: string): string {
  const [outer = "", inner] = name.split(".");
  const kind = inner === undefined ? "interface" : "declare namespace";
  const block = new RegExp(`^export ${kind} ${outer}(?: extends [^{]+)? \\{\n(.*?)^\\}`, "ms");
  const body = block.exec(types)?.[1] ?? "";
  if (inner === undefined) return body;
  const within = body.replaceAll(/^ {4}/gm, "");
  return (
    new RegExp(`^interface ${inner}(?: extends [^{]+)? \\{\n(.*?)^\\}`, "ms").exec(within)?.[1] ??
    ""
  );
}
