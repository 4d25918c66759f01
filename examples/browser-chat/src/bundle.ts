import { join } from "node:path";
import { rolldown } from "rolldown";

/** The page's script and the client in one file for browsers. */
export async function bundlePage(): Promise<string> {
  const bundle = await rolldown({
    input: join(import.meta.dirname, "../page/chat.ts"),
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
