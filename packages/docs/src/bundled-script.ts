import { rolldown } from "rolldown";

/** A script of the pages and all that it imports, in one text. */
export async function bundledScript(entry: string): Promise<string> {
  await using bundle = await rolldown({ input: entry, platform: "browser", logLevel: "warn" });
  const { output } = await bundle.generate({ format: "esm", minify: true });
  return output[0].code;
}
