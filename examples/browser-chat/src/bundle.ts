import { join } from "node:path";
import { rolldown } from "rolldown";

/** The two differ by one line: `page/without-gateway.ts` starts the handlers before the page. */
export type PageBuild = "with-gateway" | "without-gateway";

/** The page's script and the client in one file for browsers. */
export async function bundlePage(build: PageBuild): Promise<string> {
  const bundle = await rolldown({
    input: join(import.meta.dirname, `../page/${build}.ts`),
    platform: "browser",
    tsconfig: false,
  });
  try {
    const { output } = await bundle.generate({ format: "esm", minify: true });
    return output[0].code;
  } finally {
    await bundle.close();
  }
}
