import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeImage } from "./make-image.ts";

const root = join(import.meta.dirname, "../../../..");
const scratch = mkdtempSync(join(tmpdir(), "portico-image-"));
let image: Awaited<ReturnType<typeof makeImage>>;

beforeAll(async () => {
  image = await makeImage(root, scratch);
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

it("builds every stage of the image from what git has", () => {
  expect(image.skipped.map((command) => command.split(" ").slice(0, 2).join(" "))).toEqual([
    "npm pack",
    "mkdir /data",
  ]);
  for (const absent of [
    "packages/docs/src",
    "packages/console/src",
    "packages/server/test",
    ".git",
  ])
    expect(existsSync(join(image.folder, "portico", absent))).toBe(false);
});

it("serves the API, the documentation and the console from the image's files", async () => {
  const data = mkdtempSync(join(scratch, "data-"));
  const gateway = spawn("sh", ["deploy/entrypoint.sh"], {
    cwd: join(image.folder, "portico"),
    env: {
      PATH: `${dirname(process.execPath)}:/usr/bin:/bin`,
      HOST: "127.0.0.1",
      PORT: "0",
      PORTICO_DATA: data,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(gateway, "exit");
  try {
    let said = "";
    for await (const chunk of gateway.stdout.setEncoding("utf8")) {
      said += chunk;
      if (/http:\/\/[\d.]+:\d+/.test(said)) break;
    }
    const [url = ""] = /http:\/\/[\d.]+:\d+/.exec(said) ?? [];
    const asBrowser = { headers: { accept: "text/html" } };
    for (const path of ["/healthz", "/docs/", "/console/"]) {
      const reply = await fetch(url + path, asBrowser);
      expect([path, reply.status, (await reply.text()).includes("not built")]).toEqual([
        path,
        200,
        false,
      ]);
    }
  } finally {
    gateway.kill("SIGTERM");
    await ended;
  }
});
