import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startGateway } from "@portico/proof/gateway";
import { start } from "@portico/proof/processes";
import { launchChromium } from "@portico/test-support/chromium";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { preview } from "vite";
import { signInKeys } from "../seed/index.ts";
import { buildConsole } from "../serve/build-console.ts";
import { makeTraffic } from "./make-traffic.ts";

/** The console has the same screens in both: its own request handlers, and a gateway of its own. */
export const places = ["handlers", "gateway"] as const;
export type Place = (typeof places)[number];

/** A name of this machine that browsers take for another one: by plain http they send less to it. */
export const otherHost = "gateway.test";

export interface Keys {
  readonly management: string;
  readonly ordinary: string;
}

export interface OpenConsole extends AsyncDisposable {
  readonly browser: Browser;
  /** Of the console, ending in `/`. */
  readonly url: string;
  /** Of the API. */
  readonly api: string;
  readonly keys: Keys;
  /** Of a gateway; null on the handlers. */
  readonly dataFolder: string | null;
  /** A window of its own, signed in, at a path such as `keys?search=a`. */
  open(path: string, options?: OpenOptions): Promise<Opened>;
}

export interface OpenOptions extends BrowserContextOptions {
  readonly as?: keyof Keys | "nobody";
  /** The host in the address; this machine's own one unless said. */
  readonly host?: string;
}

export interface Opened extends AsyncDisposable {
  readonly page: Page;
  /** What a page should never do, written down as it happens: errors, warnings, requests elsewhere. */
  readonly complaints: string[];
}

interface Served extends AsyncDisposable {
  readonly url: string;
  readonly api: string;
  readonly keys: Keys;
  readonly dataFolder: string | null;
}

export async function openConsole(place: Place): Promise<OpenConsole> {
  const served = place === "handlers" ? await serveHandlers() : await serveGateway();
  const browser = await launchChromium([`--host-resolver-rules=MAP ${otherHost} 127.0.0.1`]);
  return {
    ...served,
    browser,
    open: (path, options) => open(browser, served, path, options),
    async [Symbol.asyncDispose]() {
      await browser.close();
      await served[Symbol.asyncDispose]();
    },
  };
}

/** The seeded world knows its own keys alone. */
async function serveHandlers(): Promise<Served> {
  const folder = await mkdtemp(join(tmpdir(), "portico-console-"));
  const outDir = join(folder, "site");
  await buildConsole(outDir, "handlers");
  const server = await preview({
    root: join(import.meta.dirname, ".."),
    mode: "handlers",
    logLevel: "warn",
    build: { outDir },
    preview: { host: "127.0.0.1", port: 0 },
  });
  const url = server.resolvedUrls?.local[0] ?? "";
  return {
    url,
    api: `${url}api/v1`,
    keys: { management: signInKeys.management.secret, ordinary: signInKeys.ordinary.secret },
    dataFolder: null,
    async [Symbol.asyncDispose]() {
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Before the upstream of the benchmarks, as an operator runs it, with requests that it has really served. */
async function serveGateway(): Promise<Served> {
  const dataFolder = await mkdtemp(join(tmpdir(), "portico-console-"));
  await buildConsole();
  const upstream = await start("fake-upstream.ts", []);
  const environment = { PORTICO_LOG_LEVEL: "silent" };
  const gateway = await startGateway(upstream.url, environment, dataFolder, { byok: "allow" });
  const api = `${gateway.url}/api/v1`;
  const keys = { management: gateway.managementKey, ordinary: gateway.apiKey };
  await makeTraffic(api, keys);
  return {
    url: `${gateway.url}/console/`,
    ...{ api, keys, dataFolder },
    async [Symbol.asyncDispose]() {
      await gateway.stop();
      await upstream.stop();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}

async function open(
  browser: Browser,
  { url: own, keys }: Served,
  path: string,
  { as = "management", host = "127.0.0.1", ...options }: OpenOptions = {},
): Promise<Opened> {
  const url = own.replace("127.0.0.1", host);
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const complaints = watch(page, new URL(url).origin);
  await page.goto(url + path);
  if (as !== "nobody") {
    await page.getByLabel("Key", { exact: true }).fill(keys[as]);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    // By its place: behind an open drawer it has no role.
    await page.locator("header.bar").waitFor();
  }
  return {
    page,
    complaints,
    async [Symbol.asyncDispose]() {
      await context.close();
    },
  };
}

function watch(page: Page, origin: string): string[] {
  const complaints: string[] = [];
  page.on("console", (message) => {
    // Before the sign-in, the question who is signed in is answered with 401, which Chromium prints.
    const isUsual = message.text().includes("status of 401");
    if (["error", "warning"].includes(message.type()) && !isUsual)
      complaints.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => complaints.push(`error: ${error.message}`));
  page.on("request", (request) => {
    const url = request.url().replace(/^blob:/, "");
    if (!url.startsWith(origin) && !url.startsWith("data:"))
      complaints.push(`outside request: ${url}`);
  });
  return complaints;
}
