import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { siteFiles, writeSite } from "../src/site.ts";
import type { SiteFile } from "../src/site-file.ts";

export interface BuiltSite extends Disposable {
  readonly files: readonly SiteFile[];
  readonly folder: string;
}

export async function builtSite(): Promise<BuiltSite> {
  const parent = mkdtempSync(join(tmpdir(), "portico-site-"));
  const files = await siteFiles();
  const folder = join(parent, "site");
  writeSite(files, folder);
  return { files, folder, [Symbol.dispose]: () => rmSync(parent, { recursive: true }) };
}
