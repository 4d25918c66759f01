import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import express from "express";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sendRaw } from "../../../test/support/raw.ts";
import { docsSite } from "./docs-site.ts";

const page = `<!doctype html><p>${"Hello. ".repeat(500)}</p>`;
const style = "p { color: teal } ".repeat(200);
const archive = Buffer.from([0x1f, 0x8b, 0, 255, 13, 10]);
let folder: string;
let url: string;
const app = express();
const server = createServer(app);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "portico-docs-"));
  await mkdir(join(folder, "site"));
  await mkdir(join(folder, "site", "v", "1.0.0"), { recursive: true });
  await writeFile(join(folder, "site", "index.html"), page);
  await writeFile(join(folder, "site", "v", "1.0.0", "page.html"), page);
  await writeFile(join(folder, "site", "dot.png"), "png");
  await writeFile(join(folder, "site", "portico-client-0.9.0.0123456789.tgz"), archive);
  await writeFile(join(folder, "site", "site.0123456789.css"), style);
  await writeFile(join(folder, "secret.txt"), "not for you");
  app.use("/docs", docsSite(join(folder, "site"), join(folder, "kept")));
  app.use("/elsewhere", (_, response, next) => {
    response.vary("Origin");
    next();
  });
  app.use("/elsewhere", docsSite(join(folder, "site"), join(folder, "kept")));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true, force: true });
});

it.each(["br", "gzip", "identity"])(
  "sends a page to a client that accepts %s",
  async (encoding) => {
    for (let again = 0; again < 2; again += 1) {
      const response = await fetch(`${url}/docs/`, { headers: { "accept-encoding": encoding } });
      expect(response.headers.get("content-type")).toMatch(/^text\/html/);
      expect(response.headers.get("content-encoding")).toBe(
        encoding === "identity" ? null : encoding,
      );
      expect(await response.text()).toBe(page);
    }
  },
);

it("makes a map for search engines, with the address at which it is asked", async () => {
  await writeFile(join(folder, "site", "sitemap.txt"), "index.html\nv/1.0.0/page.html\n");
  const response = await fetch(`${url}/docs/sitemap.xml`);
  expect(response.headers.get("content-type")).toMatch(/^application\/xml/);
  const places = [...(await response.text()).matchAll(/<url><loc>(.*)<\/loc><\/url>/g)];
  expect(places.map(([, place]) => place)).toEqual([
    `${url}/docs/index.html`,
    `${url}/docs/v/1.0.0/page.html`,
  ]);
});

const ask = (path: string, headers: Record<string, string>) =>
  fetch(`${url}/docs/${path}`, { headers });

/** As a browser does. `fetch` asks for a fresh answer as soon as it is given the header. */
const askAgain = (path: string, encoding: string, etag: string) =>
  sendRaw(
    url,
    `GET /docs/${path} HTTP/1.1\r\nhost: x\r\naccept-encoding: ${encoding}\r\nif-none-match: ${etag}\r\nconnection: close\r\n\r\n`,
  );

describe.each(["br", "gzip", "identity"])("to a client that accepts %s", (encoding) => {
  it("answers 304 for an unchanged page, with its cache lifetime", async () => {
    const headers = { "accept-encoding": encoding };
    const first = await ask("", headers);
    await first.text();
    const etag = first.headers.get("etag") ?? "";
    expect(first.headers.get("cache-control")).toBe("public, max-age=60, must-revalidate");
    const again = await askAgain("index.html", encoding, `"other", ${etag}`);
    expect(again).toMatch(/^HTTP\/1\.1 304 /);
    expect(again).toMatch(/\r\n\r\n$/);
    expect(again.toLowerCase()).toContain(`etag: ${etag}\r\n`.toLowerCase());
    expect(again.toLowerCase()).toContain("vary: accept-encoding\r\n");
    const changed = await ask("", { ...headers, "if-none-match": '"other"' });
    expect(changed.status).toBe(200);
    expect(await changed.text()).toBe(page);
  });
});

it("keeps what was said before of the headers that the reply depends on", async () => {
  const { headers } = await fetch(`${url}/elsewhere/`);
  expect(headers.get("vary")).toBe("Origin, Accept-Encoding");
});

it("gives each encoding a tag of its own", async () => {
  const tags = ["br", "gzip", "identity"].map(async (encoding) => {
    const response = await ask("", { "accept-encoding": encoding });
    await response.text();
    return response.headers.get("etag");
  });
  expect(new Set(await Promise.all(tags)).size).toBe(3);
});

it("marks a file with a fingerprint in its name as immutable", async () => {
  const response = await ask("site.0123456789.css", { "accept-encoding": "br" });
  expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  expect(await response.text()).toBe(style);
});

it("gives the length of a page to HEAD without sending the page", async () => {
  const response = await fetch(`${url}/docs/`, {
    method: "HEAD",
    headers: { "accept-encoding": "gzip" },
  });
  expect(response.headers.get("content-encoding")).toBe("gzip");
  expect(Number(response.headers.get("content-length"))).toBeLessThan(page.length);
});

it("does not compress other files, and answers 404 for a missing one", async () => {
  const picture = await ask("dot.png", {});
  expect(await picture.text()).toBe("png");
  expect(picture.headers.get("cache-control")).toMatch(/max-age=60/);
  const etag = picture.headers.get("etag") ?? "";
  expect(await askAgain("dot.png", "identity", etag)).toMatch(/^HTTP\/1\.1 304 /);
  expect((await fetch(`${url}/docs/nothing.html`)).status).toBe(404);
});

it("hands out the client byte for byte, and not as compressed content that a reader would unpack", async () => {
  const response = await ask("portico-client-0.9.0.0123456789.tgz", {
    "accept-encoding": "br, gzip",
  });
  expect(response.headers.get("content-encoding")).toBeNull();
  expect(Buffer.from(await response.arrayBuffer())).toEqual(archive);
});

it("goes on handing out a package that the site of a newer version no longer has", async () => {
  const address = "portico-client-0.9.0.fedcba9876.tgz";
  const place = join(folder, "site", address);
  await writeFile(place, archive);
  // One that was never asked for is not kept.
  await rm(place);
  expect((await ask(address, {})).status).toBe(404);
  await writeFile(place, archive);
  await (await ask(address, {})).arrayBuffer();
  await rm(place);
  const reply = await ask(address, {});
  expect(Buffer.from(await reply.arrayBuffer())).toEqual(archive);
  expect(reply.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
});

it.each(["/docs/../secret.txt", "/docs/%2e%2e/secret.txt", "/docs/..%2fsecret.txt"])(
  "does not leave its folder for %s",
  async (path) => {
    const ask = `GET ${path} HTTP/1.1\r\nhost: x\r\naccept-encoding: gzip\r\nconnection: close\r\n\r\n`;
    const answer = await sendRaw(url, ask);
    expect(answer).toMatch(/^HTTP\/1\.1 40\d/);
    expect(answer).not.toContain("not for you");
  },
);

it("forbids other pages to frame the documentation, and tells no other site where its readers come from", async () => {
  const { headers } = await ask("", {});
  expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
  expect(headers.get("referrer-policy")).toBe("no-referrer");
});

it.each([
  ["", "<../api/v1>"],
  ["?a=b/c", "<../api/v1>"],
  ["site.0123456789.css", "<../api/v1>"],
  ["v/1.0.0/page.html", "<../../../api/v1>"],
])(
  "lets the page /docs/%s ask this gateway alone, and says where its operations are",
  async (path, address) => {
    const { headers } = await ask(path, {});
    expect(headers.get("content-security-policy")).toContain("connect-src 'self'");
    expect(headers.get("link")).toBe(`${address}; rel="service"`);
  },
);
