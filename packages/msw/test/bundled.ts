import { mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { rolldown } from "rolldown";

/** What a bundler makes of a module for pages, MSW left out. */
export async function bundled(folder: string, source: string, modules: string) {
  const input = join(mkdtempSync(join(folder, "bundle-")), "entry.js");
  writeFileSync(input, source);
  const bundle = await rolldown({
    ...{ input, platform: "browser", external: [/^msw(\/|$)/], tsconfig: false },
    resolve: { modules: [modules] },
  });
  const { output } = await bundle.generate({ format: "esm", minify: true });
  await bundle.close();
  const [chunk] = output;
  return {
    code: chunk.code,
    gzipBytes: gzipSync(chunk.code).length,
    modules: Object.entries(chunk.modules)
      .filter(([, { renderedLength }]) => renderedLength > 0)
      .map(([name]) => name),
  };
}
