import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { rolldown } from "rolldown";

function workerScript(): string {
  return readFileSync(createRequire(import.meta.url).resolve("msw/mockServiceWorker.js"), "utf8");
}

export interface ServedPage extends AsyncDisposable {
  readonly url: string;
}

/** Serves one build of the page on this machine; port 0 takes a free one. */
export async function servePage(port: number, build: PageBuild): Promise<ServedPage> {
  const read = (name: string): string =>
    readFileSync(join(import.meta.dirname, "../page", name), "utf8");
  const files = new Map([
    ["/", { type: "text/html; charset=utf-8", text: read("index.html") }],
    ["/chat.css", { type: "text/css; charset=utf-8", text: read("chat.css") }],
    ["/chat.js", { type: "text/javascript; charset=utf-8", text: await bundlePage(build) }],
    // MSW registers it where the page is built without a gateway.
    ["/mockServiceWorker.js", { type: "text/javascript; charset=utf-8", text: workerScript() }],
  ]);
  const server = createServer((request, reply) => {
    const file = files.get(new URL(request.url ?? "/", "http://here").pathname);
    if (file) reply.writeHead(200, { "Content-Type": file.type }).end(file.text);
    else reply.writeHead(404).end();
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The two differ by one line: `page/without-gateway.ts` starts the handlers before the page. */
export type PageBuild = "with-gateway" | "without-gateway";

/** The page's script and the client in one file for browsers. */
async function bundlePage(build: PageBuild): Promise<string> {
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
