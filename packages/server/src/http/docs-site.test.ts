import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import express from "express";
import { afterAll, beforeAll, expect, it } from "vitest";
import { sendRaw } from "../../test/support/raw.ts";
import { docsSite } from "./docs-site.ts";

const page = `<!doctype html><p>${"Hello. ".repeat(500)}</p>`;
let folder: string;
let url: string;
const app = express();
const server = createServer(app);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "portico-docs-"));
  await mkdir(join(folder, "site"));
  await writeFile(join(folder, "site", "index.html"), page);
  await writeFile(join(folder, "site", "dot.png"), "png");
  await writeFile(join(folder, "secret.txt"), "not for you");
  app.use("/docs", docsSite(join(folder, "site")));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true, force: true });
});

it.each(["br", "gzip", "identity"])("gives a page to who takes %s", async (encoding) => {
  for (let again = 0; again < 2; again += 1) {
    const response = await fetch(`${url}/docs/`, { headers: { "accept-encoding": encoding } });
    expect(response.headers.get("content-type")).toMatch(/^text\/html/);
    expect(response.headers.get("content-encoding")).toBe(
      encoding === "identity" ? null : encoding,
    );
    expect(await response.text()).toBe(page);
  }
});

it("leaves other files as they are, and what is not there", async () => {
  expect(await (await fetch(`${url}/docs/dot.png`)).text()).toBe("png");
  expect((await fetch(`${url}/docs/nothing.html`)).status).toBe(404);
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
