/** TypeScript of one constant table, with the banner that every generated file carries. */
export function tableSource(name: string, sentence: string, table: object): string {
  return [
    "// Generated from spec/ by `pnpm generate`. Do not edit: change spec/ and generate again.",
    "",
    `/** ${sentence} */`,
    `export const ${name} = ${JSON.stringify(table, null, 2)} as const;`,
    "",
  ].join("\n");
}
