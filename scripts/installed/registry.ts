import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface Registry extends AsyncDisposable {
  readonly url: string;
}

interface Published {
  readonly archive: Uint8Array;
  readonly manifest: { readonly name: string; readonly version: string };
}

/**
 * A registry that has these archives, and sends a client for all else to the machine's own. It is no Verdaccio: that would be
 * 200 packages more in every installation, for five archives that are only read.
 */
export async function startRegistry(archives: readonly string[]): Promise<Registry> {
  const published = new Map(
    archives.map((path) => {
      const one = readArchive(path);
      return [one.manifest.name, one] as const;
    }),
  );
  const upstream = execFileSync("npm", ["config", "get", "registry"], { encoding: "utf8" }).trim();
  const server = createServer((request, reply) => {
    const path = decodeURIComponent((request.url ?? "/").slice(1));
    const [name = "", wanted] = path.split("/-/");
    const found = published.get(name);
    if (found === undefined)
      reply.writeHead(302, { Location: new URL(request.url ?? "", upstream).href }).end();
    else if (wanted !== undefined) reply.end(found.archive);
    else {
      reply.setHeader("Content-Type", "application/json");
      reply.end(JSON.stringify(packument(found, `http://${request.headers.host}`)));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function readArchive(path: string): Published {
  const print = ["xzOf", path, "package/package.json"];
  const manifest = JSON.parse(execFileSync("tar", print, { encoding: "utf8" }));
  return { archive: readFileSync(path), manifest };
}

function packument({ archive, manifest }: Published, origin: string) {
  const { name, version } = manifest;
  const integrity = `sha512-${createHash("sha512").update(archive).digest("base64")}`;
  const dist = { integrity, tarball: `${origin}/${name}/-/${version}.tgz` };
  return { name, "dist-tags": { latest: version }, versions: { [version]: { ...manifest, dist } } };
}
