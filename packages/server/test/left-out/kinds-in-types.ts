import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const require = createRequire(import.meta.url);

/** The kinds of a union in the type files of a client library: what the field that tells its members apart may say. */
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
  const alias = new RegExp(`^export type ${name} = ([^;]+);`, "m").exec(types)?.[1];
  if (alias !== undefined)
    return alias.split("|").flatMap((member) => kindsOf(types, member.trim(), field));
  const body = bodyOf(types, name);
  const said = new RegExp(`^ {4}${field}\\??: ([^;]+);`, "m").exec(body)?.[1];
  const literals = [...(said ?? "").matchAll(/'([^']+)'/g)].map(([, literal = ""]) => literal);
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
