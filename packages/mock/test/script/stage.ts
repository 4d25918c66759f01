import { loadDocument } from "@portico/contract";
import * as behaviours from "../../src/gateway/behaviours/index.ts";
import { createSimulatedGateway, type ReplyLine, seedOf, World } from "../../src/gateway/index.ts";
import { packsOf } from "../../src/gateway/packs.ts";
import {
  checkModels,
  Journal,
  playScript,
  type Rule,
  readScript,
  type Script,
} from "../../src/gateway/script/index.ts";

export const packs = packsOf(loadDocument());

export interface Sent {
  readonly key?: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A simulated gateway that plays a script, with its journal. */
export function staged(script: Script | readonly Rule[] = []) {
  const world = new World(() => seedOf(packs));
  world.data.script = readScript(Array.isArray(script) ? { rules: script } : script);
  const journal = new Journal();
  const gateway = createSimulatedGateway({
    ...{ packs, behaviours, world, rehearsal: { paceMs: 0 } },
    direct: (call, behaviour) => {
      checkModels(call, []);
      return playScript(call, behaviour);
    },
    onReply: (line: ReplyLine) => journal.add(line),
  });
  const send = (path: string, body?: object, { key = "any", method, headers }: Sent = {}) =>
    gateway.handle(
      new Request(`http://mock/api/v1${path}`, {
        method: method ?? (body === undefined ? "GET" : "POST"),
        headers: {
          Authorization: `Bearer ${key}`,
          "Content-Type": "application/json",
          ...headers,
        },
        ...(body && { body: JSON.stringify(body) }),
      }),
    );
  const json = async (path: string, body?: object, sent?: Sent) => {
    const reply = await send(path, body, sent);
    return {
      status: reply.status,
      retryAfter: reply.headers.get("retry-after"),
      body: JSON.parse(await reply.text()),
    };
  };
  return { world, journal, send, json };
}

export function dataIn(text: string): Record<string, unknown>[] {
  return text
    .split("\n")
    .filter((line) => line.startsWith("data: {"))
    .map((line) => JSON.parse(line.slice("data: ".length)));
}
