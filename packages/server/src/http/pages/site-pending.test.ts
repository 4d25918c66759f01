import { once } from "node:events";
import { mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import express, { type ErrorRequestHandler } from "express";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { sendFailure } from "../reply/failure.ts";
import { docsSite } from "./docs-site.ts";
import { sitePending } from "./site-pending.ts";

const html = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };
let folder: string;
let url: string;
const app = express();
const server = createServer(app);
const failure: ErrorRequestHandler = (error, request, response, _next) =>
  sendFailure(request, response, error);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "portico-docs-"));
  app.use(
    "/docs",
    docsSite(join(folder, "site"), join(folder, "kept")),
    sitePending({
      name: "documentation",
      command: "npm run docs:build",
      note: join(folder, "note"),
    }),
  );
  app.use(failure);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/docs/`;
});
afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  for (const name of ["site", "note"])
    await rm(join(folder, name), { recursive: true, force: true });
});

const note = (state: string, pid = process.pid) =>
  writeFile(join(folder, "note"), JSON.stringify({ state, pid }));

/** Writes the site as the build does: completely under another name, and then renamed. */
async function putSite(front: string): Promise<void> {
  const draft = join(folder, "draft");
  await mkdir(draft);
  await writeFile(join(draft, "index.html"), front);
  await writeFile(join(draft, "404.html"), "<h1>There is no such page</h1>");
  await rm(join(folder, "site"), { recursive: true, force: true });
  await rename(draft, join(folder, "site"));
}

async function open(path = "", headers: Record<string, string> = html) {
  const response = await fetch(url + path, { headers });
  return { status: response.status, text: await response.text(), headers: response.headers };
}

it("says that the documentation is being built, asks again by itself, and shows it as soon as it is there", async () => {
  await note("building");
  const { status, text, headers } = await open();
  expect(status).toBe(503);
  expect(text).toContain("being built");
  expect(text).toMatch(/<meta http-equiv="refresh" content="1">/);
  expect(headers.get("cache-control")).toBe("no-store");
  await putSite("first");
  expect(await open()).toMatchObject({ status: 200, text: "first" });
});

it("shows a site that was built again, not the one it remembers", async () => {
  await putSite("first");
  expect((await open()).text).toBe("first");
  await putSite("second");
  expect((await open()).text).toBe("second");
});

it("says how to build it where the build has failed, was killed, or was never tried", async () => {
  expect((await open()).text).toMatch(/not built here.*npm run docs:build/);
  await note("failed");
  expect((await open()).text).toMatch(/could not be built.*npm run docs:build/);
  // No process has this number: the highest on Linux is 4194304.
  await note("building", 99_999_999);
  expect((await open()).text).toMatch(/not built here.*npm run docs:build/);
  await writeFile(join(folder, "note"), "torn {");
  expect((await open()).text).toMatch(/not built here/);
});

it("answers a program that asks for a file of the site with no page for people", async () => {
  await note("building");
  const { status, text } = await open("openapi.json", { accept: "application/json" });
  expect(status).toBe(404);
  expect(JSON.parse(text).error.message).toContain("being built");
});

it("shows a browser the site's own page for an address that is not there, with status 404", async () => {
  await putSite("front");
  const { status, text, headers } = await open("nope.html");
  expect({ status, text }).toEqual({ status: 404, text: "<h1>There is no such page</h1>" });
  expect(headers.get("content-type")).toMatch(/^text\/html/);
  for (const accept of ["application/json", "*/*"])
    expect(JSON.parse((await open("nope.html", { accept })).text).error.code).toBe(404);
});
