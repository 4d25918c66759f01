import { join } from "node:path";
import type { OpenApiDocument } from "@portico/contract";
import { bundledScript, fingerprinted, type SiteFile } from "../site-file.ts";
import { tryItFacts } from "./facts.ts";

const entry = join(import.meta.dirname, "../../panel/main.ts");

export interface PanelFiles {
  /** What a page loads when the panel is first wanted. */
  readonly script: SiteFile;
  /** The script, and what it loads. */
  readonly files: readonly SiteFile[];
}

/** The panel as one script, which names its other files by their fingerprints. */
export async function panelFiles(document: OpenApiDocument, style: string): Promise<PanelFiles> {
  const facts = fingerprinted("try-it.json", JSON.stringify(tryItFacts(document)));
  const css = fingerprinted("try-it.css", style);
  const names = { facts: fileName(facts), style: fileName(css) };
  const code = (await bundledScript(entry))
    .replaceAll("__FILES__.facts", JSON.stringify(names.facts))
    .replaceAll("__FILES__.style", JSON.stringify(names.style));
  const script = fingerprinted("try-it.js", code);
  return { script, files: [script, facts, css] };
}

export function fileName({ path }: SiteFile): string {
  return path.replace("assets/", "");
}
