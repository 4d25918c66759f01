import { join } from "node:path";
import { isAnswerOf, newQuestion, readAddress, readOwnKey } from "../../secrets/installation.ts";
import { CliError } from "./cli-error.ts";
import { type Connection, unreachable } from "./gateway-client.ts";

/** The environment's settings for the command line; `config.ts` fills them in. */
export interface CliEnvironment {
  readonly url: string | undefined;
  readonly managementKey: string | undefined;
  /** Of a developer with one key, for `portico key`. */
  readonly apiKey?: string | undefined;
  readonly dataFolder: string;
  readonly host: string;
  readonly port: number;
  /** Whether HOST or PORT is set, and not only a default. */
  readonly isAddressGiven?: boolean;
}

interface ConnectionFlags {
  readonly url?: string | undefined;
  readonly key?: string | undefined;
}

/**
 * Flags win over the environment, and the environment over the files that the gateway wrote in its data folder. Where
 * neither flags nor environment name a gateway, it must be the one of that folder: a management key is not sent to
 * another program that listens there.
 */
export async function findConnection(
  flags: ConnectionFlags,
  environment: CliEnvironment,
): Promise<Connection> {
  const { dataFolder } = environment;
  const ownKey = await readOwnKey(dataFolder);
  const managementKey = flags.key ?? environment.managementKey ?? ownKey ?? noKey(dataFolder);
  const named = flags.url ?? environment.url;
  if (named !== undefined) return { url: named, managementKey };
  const url = await addressOf(environment);
  const listener = ownKey === null ? "own" : await whoListens(url, ownKey);
  if (listener === "none") throw unreachable(url);
  if (listener === "stranger")
    throw new CliError(
      `The program that listens at ${url} is not the gateway of ${dataFolder}: no key was sent there. Set PORTICO_DATA to that gateway's data folder, or say with --url or PORTICO_URL that you mean it. (If it was started before bootstrap.json was put there, or is of an earlier version, restart it.)`,
    );
  return { url, managementKey };
}

/** The shell's settings win over the address that the gateway wrote at its last start. */
async function addressOf(environment: CliEnvironment): Promise<string> {
  const written =
    environment.isAddressGiven === true ? null : await readAddress(environment.dataFolder);
  return written ?? localUrl(environment);
}

export function localUrl({ host, port }: Pick<CliEnvironment, "host" | "port">): string {
  const anywhere = host === "0.0.0.0" || host === "::" || host === "";
  const name = anywhere ? "127.0.0.1" : host;
  return `http://${name.includes(":") ? `[${name}]` : name}:${port}`;
}

function noKey(dataFolder: string): never {
  throw new CliError(
    `There is no management key: ${join(dataFolder, "bootstrap.json")} cannot be read, or holds none. Start the gateway once here ("npm start"), give one with --key or PORTICO_MANAGEMENT_KEY, or make one where the gateway runs: "portico keys create --name admin --management --local".`,
    "usage",
  );
}

type Listener = "own" | "stranger" | "none";

const timeoutMs = 5_000;

/** The listener there: the gateway of the data folder of this management key, another program, or none. */
export async function whoListens(url: string, ownKey: string): Promise<Listener> {
  const question = newQuestion();
  const reply = await fetch(`${url.replace(/\/+$/, "")}/identity?question=${question}`, {
    redirect: "error",
    signal: AbortSignal.timeout(timeoutMs),
  }).catch(() => null);
  if (reply === null) return "none";
  const answer = /"answer":"([0-9a-f]{64})"/.exec(await reply.text().catch(() => ""))?.[1] ?? "";
  return isAnswerOf(ownKey, { question, port: portOf(url) }, answer) ? "own" : "stranger";
}

function portOf(url: string): number {
  const { port, protocol } = new URL(url);
  return port === "" ? defaultPorts[protocol === "https:" ? "https" : "http"] : Number(port);
}

const defaultPorts = { http: 80, https: 443 } as const;

/** The address of this data folder's gateway, if it is running and has written that down. */
export async function findRunning(dataFolder: string): Promise<string | null> {
  const [url, ownKey] = await Promise.all([readAddress(dataFolder), readOwnKey(dataFolder)]);
  if (url === null || ownKey === null) return null;
  return (await whoListens(url, ownKey)) === "own" ? url : null;
}
