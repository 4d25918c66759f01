import { isAnswerOf, newQuestion, readAddress, readOwnKey } from "../../secrets/installation.ts";

export type Listener = "own" | "stranger" | "none";

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
