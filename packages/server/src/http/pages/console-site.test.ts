import { once } from "node:events";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import express, { type ErrorRequestHandler } from "express";
import { afterAll, beforeAll, expect, it } from "vitest";
import { sendFailure } from "../reply/failure.ts";
import { consoleSite } from "./console-site.ts";

const page = `<base href="/" /><link rel="service" href="../api/v1" />`;
let folder: string;
let url: string;
const app = express();
const server = createServer(app);
const failure: ErrorRequestHandler = (error, request, response, _next) =>
  sendFailure(request, response, error);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "portico-console-"));
  await mkdir(join(folder, "site", "assets"), { recursive: true });
  await writeFile(join(folder, "site", "index.html"), page);
  await writeFile(join(folder, "site", "assets", "index.0123456789.js"), "start()");
  await writeFile(join(folder, "secret.js"), "not for you");
  app.enable("strict routing");
  app.use("/console", consoleSite(join(folder, "site"), "/llm/v1"));
  app.use(failure);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true, force: true });
});

const asPerson = { headers: { accept: "text/html,*/*;q=0.8" }, redirect: "manual" } as const;

it.each([
  ["/console/", "./"],
  ["/console/keys", "./"],
  ["/console/keys?search=a/b", "./"],
  ["/console/keys/12", "../"],
  ["/console/a/b/c/d", "../../../"],
])("%s is the page, which finds its files from there", async (path, base) => {
  const reply = await fetch(url + path, asPerson);
  expect(reply.status).toBe(200);
  expect(reply.headers.get("cache-control")).toBe("no-cache");
  const html = await reply.text();
  expect(html).toBe(`<base href="${base}" /><link rel="service" href="../llm/v1" />`);
  expect(new URL(base, url + path).pathname).toBe("/console/");
});

it.each(["*/*", "application/json", undefined])(
  "is the page for a program that accepts %s",
  async (accept) => {
    const headers = accept === undefined ? {} : { accept };
    for (const [method, path] of [
      ["GET", "/console/"],
      ["HEAD", "/console/"],
      ["GET", "/console/keys"],
    ] as const) {
      const reply = await fetch(url + path, { method, headers });
      expect([reply.status, reply.headers.get("content-type")]).toEqual([
        200,
        expect.stringMatching(/^text\/html/),
      ]);
    }
    const bare = await fetch(`${url}/console`, { headers, redirect: "manual" });
    expect([bare.status, bare.headers.get("location")]).toEqual([302, "console/"]);
    expect((await fetch(`${url}/console/`, { method: "POST", headers })).status).toBe(404);
  },
);

it("leads from the folder's name into the folder, by a relative address", async () => {
  const reply = await fetch(`${url}/console`, asPerson);
  expect([reply.status, reply.headers.get("location")]).toEqual([302, "console/"]);
});

it("lets browsers keep a file whose name says its content", async () => {
  const reply = await fetch(`${url}/console/assets/index.0123456789.js`);
  expect(reply.headers.get("content-type")).toMatch(/javascript/);
  expect(reply.headers.get("cache-control")).toMatch(/immutable/);
  expect(await reply.text()).toBe("start()");
});

it("sends a file as its build has compressed it, to those who take that", async () => {
  const file = join(folder, "site", "assets", "early.0123456789.js");
  await writeFile(file, "ask()");
  await writeFile(`${file}.br`, brotliCompressSync("ask() // by the build"));
  const path = `${url}/console/assets/early.0123456789.js`;
  const reply = await fetch(path, { headers: { "accept-encoding": "br" } });
  expect(reply.headers.get("content-encoding")).toBe("br");
  expect(await reply.text()).toBe("ask() // by the build");
  const plain = await fetch(path, { headers: { "accept-encoding": "identity" } });
  expect(await plain.text()).toBe("ask()");
});

it.each([
  ["/console/assets/absent.js", "text/html"],
  ["/console/assets/%2e%2e/%2e%2e/secret.js", "text/html"],
  ["/console/assets/%00.js", "text/html"],
  ["/console/favicon.ico", "*/*"],
])("%s for %s is 404, not the page", async (path, accept) => {
  const reply = await fetch(url + path, { headers: { accept } });
  expect(reply.status).toBe(404);
  expect(await reply.text()).not.toContain("not for you");
});

it.each(["/console/", "/console/keys", "/console/assets/index.0123456789.js"])(
  "%s allows no script, style, frame or connection from elsewhere",
  async (path) => {
    const { headers } = await fetch(url + path, asPerson);
    const policy = headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|\*|https?:/);
    expect(headers.get("x-frame-options")).toBe("DENY");
    expect(headers.get("referrer-policy")).toBe("same-origin");
  },
);

it("reads its page again where that failed, although the folder has not changed", async () => {
  const [elsewhere, site] = [join(folder, "elsewhere.html"), join(folder, "site")];
  await rm(join(site, "index.html"));
  await symlink(elsewhere, join(site, "index.html"));
  const ask = async () => (await fetch(`${url}/console/keys`, asPerson)).status;
  expect(await ask()).toBe(500);
  await writeFile(elsewhere, page);
  expect(await ask()).toBe(200);
});
