import openapiTypescript, { astToString, type OpenAPI3 } from "openapi-typescript";

const banner = `// Generated from spec/ by \`pnpm generate\`. Do not edit: change spec/ and generate again.\n\n`;

/**
 * The TypeScript of the bundled document.
 * It lives in this package because openapi-typescript needs the compiler API of TypeScript 5, which only this package installs.
 */
export async function schemaTypes(document: object): Promise<string> {
  // Without this flag a request field with a default becomes required, and callers would have to send `stream`.
  const nodes = await openapiTypescript(withoutDiscriminators(document) as OpenAPI3, {
    defaultNonNullable: false,
    emptyObjectsUnknown: true,
    silent: true,
  });
  return banner + withNamedSchemas(astToString(nodes));
}

/** The tags are constants and narrow by themselves; with a discriminator the generator would rewrite them and their comments. */
function withoutDiscriminators(document: object): object {
  return JSON.parse(
    JSON.stringify(document, (key, value: { propertyName?: unknown } | undefined) =>
      key === "discriminator" && value?.propertyName !== undefined ? undefined : value,
    ),
  ) as object;
}

const member = /^ {8}(?:\/\*\*|(\w+)\??:)/;

/**
 * Gives each schema a type of its own name, which `components` then refers to. openapi-typescript writes schemas as members
 * of one large interface; editors print such a member in full, or as `components["schemas"]["Workspace"]`. They print a
 * named type by its name.
 */
export function withNamedSchemas(types: string): string {
  const lines = types.split("\n");
  const start = lines.indexOf("    schemas: {");
  const end = lines.indexOf("    };", start);
  const members = lines.slice(start + 1, end);
  const names: string[] = [];
  const named: string[] = [];
  for (const line of members) {
    const name = member.exec(line)?.[1];
    if (name !== undefined) names.push(name);
    const unindented = line.replace(/^ {8}/, "");
    named.push(
      name === undefined ? unindented : `export type ${name} =${unindented.slice(name.length + 1)}`,
    );
  }
  const table = names.map((name) => `        ${name}: ${name};`);
  return [...lines.slice(0, start + 1), ...table, ...lines.slice(end), ...named, ""]
    .join("\n")
    .replaceAll(/components\["schemas"\]\["(\w+)"\]/g, "$1");
}
