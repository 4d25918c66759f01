import { createHash } from "node:crypto";
import { rolldown } from "rolldown";

/** One file of the site: its path, below the site's root, and what it holds. */
export interface SiteFile {
  readonly path: string;
  readonly content: string | Uint8Array;
}

/** A name that changes with the content, so that it may be kept for ever by whoever fetched it. */
export function fingerprinted(
  name: string,
  content: string | Uint8Array,
  folder = "assets/",
): SiteFile {
  const hash = createHash("sha256").update(content).digest("hex").slice(0, 10);
  return { path: `${folder}${name.replace(/(\.\w+)$/, `.${hash}$1`)}`, content };
}

/** For a policy that names an inline script by what it says. */
export function policyHash(script: string): string {
  return `'sha256-${createHash("sha256").update(script).digest("base64")}'`;
}

/** A script of the pages and all that it imports, in one text. */
export async function bundledScript(entry: string): Promise<string> {
  await using bundle = await rolldown({ input: entry, platform: "browser", logLevel: "warn" });
  const { output } = await bundle.generate({ format: "esm", minify: true });
  return output[0].code;
}
