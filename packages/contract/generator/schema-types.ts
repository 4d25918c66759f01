import openapiTypescript, { astToString, type OpenAPI3 } from "openapi-typescript";
import { withNamedSchemas } from "./named-schemas.ts";

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
