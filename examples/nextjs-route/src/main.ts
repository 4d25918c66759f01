import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ResponseStream } from "@portico/client";
import { packedPackage } from "@portico/publish";
import { freePort } from "@portico/test-support/free-port";
import { gatewayService } from "@portico/test-support/services";

const example = join(import.meta.dirname, "..");
const folder = mkdtempSync(join(tmpdir(), "portico-next-"));
const env = { ...process.env, NEXT_TELEMETRY_DISABLED: "1" };
const next = join(folder, "node_modules/next/dist/bin/next");

interface Manifest {
  readonly peerDependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

/** Installs Next.js and the packed client in a temporary folder, builds the app there, and asks it a question. */
try {
  install();
  run("builds", process.execPath, [next, "build"]);
  await using gateway = await gatewayService();
  const port = await freePort();
  const server = spawn(process.execPath, [next, "start", "-p", String(port)], {
    cwd: folder,
    env: { ...env, PORTICO_BASE_URL: gateway.url, PORTICO_API_KEY: gateway.apiKey },
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    await ready(server);
    const body = JSON.stringify({ messages: [{ role: "user", text: "Repeat: one door" }] });
    const answer = fetch(`http://127.0.0.1:${port}/api/chat`, { method: "POST", body });
    const text = await (await ResponseStream.fromResponse(answer)).text();
    if (!text.includes("one door")) throw new Error(`The route answered: ${text}`);
    const page = await (await fetch(`http://127.0.0.1:${port}/`)).text();
    if (!page.includes("Your message")) throw new Error("The page has no form.");
    console.log("ok  answers, and shows its page");
  } finally {
    server.kill();
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function install(): void {
  const text = readFileSync(join(example, "package.json"), "utf8");
  const { peerDependencies, devDependencies }: Manifest = JSON.parse(text);
  const dependencies = {
    ...peerDependencies,
    react: devDependencies["react"],
    "@portico/client": "file:client.tgz",
  };
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, dependencies }));
  writeFileSync(join(folder, "client.tgz"), packedPackage("client"));
  cpSync(join(example, "app"), join(folder, "app"), { recursive: true });
  const types = [
    `@types/react@${devDependencies["@types/react"]}`,
    "typescript@5.9.3",
    "@types/node@24",
  ];
  const quiet = ["--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"];
  run("is installed", "npm", ["install", ...quiet, ...types]);
}

function run(what: string, program: string, given: readonly string[]): void {
  execFileSync(program, given, { cwd: folder, env, stdio: ["ignore", "pipe", "inherit"] });
  console.log(`ok  ${what}`);
}

function ready(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    server.stdout?.on("data", (said: Buffer) => {
      if (/ready/i.test(said.toString())) resolve();
    });
    server.once("exit", (code) => reject(new Error(`Next.js ended with ${code}.`)));
  });
}
