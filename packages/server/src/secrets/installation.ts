import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** A question of the command line, and the port at which it was asked. */
export interface AskedAt {
  readonly question: string;
  readonly port: number;
}

/**
 * How the command line recognises the gateway of its own data folder. Any program may listen at an address; only a
 * gateway that has read the same `bootstrap.json` can answer a question with that file's management key, and the
 * answer does not reveal the key. It holds for the port at which the gateway itself was asked: a program at another port
 * that passes the question on gets an answer of no use.
 */
export function answerAs(managementKey: string, { question, port }: AskedAt): string {
  return createHmac("sha256", managementKey)
    .update(`portico gateway ${question} at port ${port}`)
    .digest("hex");
}

export function isAnswerOf(managementKey: string, asked: AskedAt, answer: string): boolean {
  const expected = Buffer.from(answerAs(managementKey, asked));
  const given = Buffer.from(answer);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** A new random question, so that no answer can be prepared. */
export function newQuestion(): string {
  return randomBytes(16).toString("hex");
}

export function isQuestion(text: unknown): text is string {
  return typeof text === "string" && /^[0-9a-f]{32}$/.test(text);
}

/** The management key of the first start; null if the file is missing or holds none. */
export async function readOwnKey(dataFolder: string): Promise<string | null> {
  const text = await readFile(join(dataFolder, "bootstrap.json"), "utf8").catch(() => "");
  return /"management_key"\s*:\s*"([^"]+)"/.exec(text)?.[1] ?? null;
}

const fileName = "gateway.json";

/** Writes the address of the gateway that was last started in this folder. */
export async function writeAddress(dataFolder: string, url: string): Promise<void> {
  const path = join(dataFolder, fileName);
  const draft = `${path}.${randomBytes(4).toString("hex")}`;
  try {
    await writeFile(draft, `${JSON.stringify({ url })}\n`, { mode: 0o600 });
    await rename(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
}

export async function readAddress(dataFolder: string): Promise<string | null> {
  const text = await readFile(join(dataFolder, fileName), "utf8").catch(() => "");
  const url = /"url"\s*:\s*"([^"]+)"/.exec(text)?.[1];
  return url !== undefined && URL.canParse(url) ? url : null;
}
