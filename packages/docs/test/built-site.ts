import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { oncePerRun } from "@portico/test-support/once-per-run";
import { siteFiles, writeSite } from "../src/site.ts";
import type { SiteFile } from "../src/site-file.ts";

/** It is the same for all files of a run: a test that changes something changes a copy. */
export interface BuiltSite {
  readonly files: readonly SiteFile[];
  readonly folder: string;
}

/** Its paths, in the order of the build, and which of them were made as text. */
const listing = "files.json";

export async function builtSite(): Promise<BuiltSite> {
  const built = await oncePerRun("documentation", build);
  const folder = join(built, "site");
  const made: readonly (readonly [string, boolean])[] = JSON.parse(
    readFileSync(join(built, listing), "utf8"),
  );
  const files = made.map(([path, isText]) => {
    const content = readFileSync(join(folder, path));
    return { path, content: isText ? content.toString() : content };
  });
  return { files, folder };
}

async function build(own: string): Promise<void> {
  const files = await siteFiles();
  writeSite(files, join(own, "site"));
  const made = files.map(({ path, content }) => [path, typeof content === "string"]);
  writeFileSync(join(own, listing), JSON.stringify(made));
}
