/** TypeScript of one constant table, with the banner that every generated file carries. */
export function tableSource(name: string, sentence: string, table: object): string {
  return [
    "// Generated from spec/ by `pnpm generate`. Do not edit: change spec/ and generate again.",
    "",
    `/** ${sentence} */`,
    `export const ${name} = ${printed(table)} as const;`,
    "",
  ].join("\n");
}

/** As JSON, but with a list of words on one line, where it is read more easily. */
function printed(table: object): string {
  return JSON.stringify(table, null, 2).replaceAll(/\[\s+"[^[\]{}]*?"\s+\]/g, (list) =>
    list
      .replaceAll(/\s*\n\s*/g, " ")
      .replace("[ ", "[")
      .replace(" ]", "]"),
  );
}
