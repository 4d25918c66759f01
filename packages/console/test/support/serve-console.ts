import { cpSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type MeasuredGateway, startGateway } from "@portico/proof/gateway";
import { type Running, start } from "@portico/proof/processes";
import { gatewayProgram } from "@portico/test-support/gateway-program";
import { oncePerRun } from "@portico/test-support/once-per-run";
import { isProof } from "@portico/test-support/proof";
import { preview } from "vite";
import { signInKeys } from "../../seed/index.ts";
import { buildConsole } from "../../serve/build-console.ts";
import { makeTraffic } from "./make-traffic.ts";

/** The console has the same screens in both: its own request handlers, and a gateway of its own. */
export const bothPlaces = ["handlers", "gateway"] as const;
export type ServedBy = (typeof bothPlaces)[number];

/** Where most screens are tried: `npm run prove` tries them on the handlers too. */
export const places: readonly ServedBy[] = isProof ? bothPlaces : ["gateway"];

export interface Keys {
  readonly management: string;
  readonly ordinary: string;
}

export interface Served extends AsyncDisposable {
  readonly place: ServedBy;
  /** Of the console, ending in `/`. */
  readonly url: string;
  /** Of the API. */
  readonly api: string;
  readonly keys: Keys;
  /** Of a gateway; null on the handlers. */
  readonly dataFolder: string | null;
}

/** The seeded world knows its own keys alone. */
export async function serveHandlers(): Promise<Served> {
  const folder = await oncePerRun("console-on-handlers", (own) =>
    buildConsole(join(own, "site"), "handlers"),
  );
  const server = await preview({
    root: join(import.meta.dirname, "../.."),
    mode: "handlers",
    logLevel: "warn",
    build: { outDir: join(folder, "site") },
    preview: { host: "127.0.0.1", port: 0 },
  });
  const url = server.resolvedUrls?.local[0] ?? "";
  return {
    ...{ place: "handlers", url, api: `${url}api/v1`, dataFolder: null },
    keys: { management: signInKeys.management.secret, ordinary: signInKeys.ordinary.secret },
    [Symbol.asyncDispose]: () => server.close(),
  };
}

/**
 * Before the upstream of the benchmarks, as an operator runs it, with requests that a gateway has really served, and with
 * what `add` puts into its data folder before it starts.
 */
export async function serveGateway(add: (folder: string) => void = () => {}): Promise<Served> {
  const prepared = await oncePerRun("console-gateway", serveTraffic);
  return serveFolder((folder) => {
    cpSync(prepared, folder, { recursive: true });
    add(folder);
  });
}

/** As an operator starts it first: it has served no request. */
export function serveNewGateway(
  environment: Readonly<Record<string, string>> = {},
): Promise<Served> {
  return serveFolder(() => {}, { environment });
}

/** As an operator starts it who has written no file, with the address of a server of models. */
export async function serveEmptyGateway(): Promise<Served & { readonly upstream: string }> {
  let upstream = "";
  const served = await serveFolder(() => {}, {
    environment: { PORTICO_CONFIG: "" },
    onUpstream: (url) => {
      upstream = url;
    },
  });
  return { ...served, upstream };
}

interface FolderOptions {
  readonly environment?: Readonly<Record<string, string>>;
  readonly onUpstream?: (url: string) => void;
}

async function serveFolder(
  fill: (folder: string) => void,
  { environment = {}, onUpstream }: FolderOptions = {},
): Promise<Served> {
  await oncePerRun("console-site", () => buildConsole());
  const dataFolder = await mkdtemp(join(tmpdir(), "portico-console-"));
  fill(dataFolder);
  const { gateway, upstream } = await startBoth(dataFolder, environment);
  onUpstream?.(upstream.url);
  return {
    ...{ place: "gateway", url: `${gateway.url}/console/`, api: `${gateway.url}/api/v1` },
    keys: keysOf(gateway),
    dataFolder,
    async [Symbol.asyncDispose]() {
      // Its data is thrown away: it need not wait for its connections to end.
      gateway.child.kill("SIGKILL");
      await Promise.all([gateway.stop(), upstream.stop()]);
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}

async function serveTraffic(folder: string): Promise<void> {
  const { gateway, upstream } = await startBoth(folder);
  await makeTraffic(`${gateway.url}/api/v1`, keysOf(gateway));
  await Promise.all([gateway.stop(), upstream.stop()]);
}

async function startBoth(
  dataFolder: string,
  added: Readonly<Record<string, string>> = {},
): Promise<{ readonly gateway: MeasuredGateway; readonly upstream: Running }> {
  const { NODE_COMPILE_CACHE: compiled } = process.env;
  const upstream = await start("fake-upstream.ts", []);
  const environment = {
    PORTICO_LOG_LEVEL: "silent",
    ...(compiled !== undefined && { NODE_COMPILE_CACHE: compiled }),
    ...added,
  };
  const more = { ofProviders: { byok: "allow" }, credits: { grants: "management" } };
  const program = await gatewayProgram();
  const gateway = await startGateway(upstream.url, environment, dataFolder, more, program);
  return { gateway, upstream };
}

function keysOf({ managementKey, apiKey }: MeasuredGateway): Keys {
  return { management: managementKey, ordinary: apiKey };
}
