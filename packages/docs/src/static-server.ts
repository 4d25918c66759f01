import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";

export interface StaticServer extends AsyncDisposable {
  readonly url: string;
  close(): Promise<void>;
}

interface StaticServerOptions {
  /** 0 takes a free one. */
  readonly port?: number;
  readonly host?: string;
  /** Where below the host the folder appears; `/` by default. */
  readonly prefix?: string;
}

const mediaTypes: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".yaml": "application/yaml; charset=utf-8",
  ".md": "text/markdown; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
  ".svg": "image/svg+xml",
  ".atom": "application/atom+xml",
  ".xml": "application/xml",
  ".zip": "application/zip",
};

/** Serves a folder on this machine: for writing and for tests. The gateway has a server of its own. */
export async function serveFolder(
  folder: string,
  { port = 0, host = "127.0.0.1", prefix = "/" }: StaticServerOptions = {},
): Promise<StaticServer> {
  const server = createServer((request, reply) => {
    const path = pathOf(request.url ?? "/");
    const file = path === null ? null : fileAt(folder, path, prefix);
    if (file === null) notFound(folder, reply);
    else send(reply, 200, file);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  const { port: taken } = server.address() as AddressInfo;
  return { url: `http://${host}:${taken}${prefix}`, close, [Symbol.asyncDispose]: close };
}

function fileAt(folder: string, path: string, prefix: string): string | null {
  if (!path.startsWith(prefix)) return null;
  const name = path.slice(prefix.length);
  const file = join(folder, name.endsWith("/") || name === "" ? `${name}index.html` : name);
  const inside = file.startsWith(folder) && existsSync(file) && statSync(file).isFile();
  return inside ? file : null;
}

function pathOf(target: string): string | null {
  try {
    return normalize(decodeURIComponent(new URL(target, "http://here").pathname));
  } catch {
    return null;
  }
}

function notFound(folder: string, reply: ServerResponse): void {
  const page = join(folder, "404.html");
  if (existsSync(page)) send(reply, 404, page);
  else reply.writeHead(404).end();
}

function send(reply: ServerResponse, status: number, file: string): void {
  reply.writeHead(status, {
    "Content-Type": mediaTypes[extname(file)] ?? "application/octet-stream",
    "Cache-Control": "no-cache",
  });
  createReadStream(file)
    .on("error", () => reply.destroy())
    .pipe(reply);
}
