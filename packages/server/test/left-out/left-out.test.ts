import { someOf } from "@portico/test-support/proof";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type DialectsUpstream,
  everyDialect,
  startDialectsUpstream,
  textModels,
} from "../hostile/worst/every-dialect.ts";
import { startGateway, type TestGateway } from "../responses/test-gateway.ts";
import { attachments, clientTools, type Said, saidThings } from "./said-things.ts";

let upstream: DialectsUpstream;
let gateway: TestGateway;
beforeAll(async () => {
  upstream = await startDialectsUpstream();
  gateway = await startGateway(everyDialect(upstream.url));
});
afterAll(async () => {
  await gateway.close();
  await upstream[Symbol.asyncDispose]();
});

const question = [{ role: "user", content: "Hi" }];
const wires = {
  responses: { path: "/responses", usual: { input: "Hi" } },
  chat: { path: "/chat/completions", usual: { messages: question } },
  messages: { path: "/messages", usual: { messages: question, max_tokens: 4096 } },
} as const;

/** What became of it: it arrived, a notice names it, or the request was refused by its name. */
async function fateOf({ wire, fields, name, mark, headers }: Said, model: string, stream: boolean) {
  upstream.takeLast();
  const { path, usual } = wires[wire];
  const reply = await fetch(`${gateway.url}${path}`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${gateway.key}`,
      "content-type": "application/json",
      ...headers,
    },
    body: JSON.stringify({ model, stream, ...usual, ...fields }),
  });
  const text = await reply.text();
  if (reply.status !== 200) {
    const { error } = JSON.parse(text);
    return { refused: reply.status === 400 && String(error.message).includes(name), text };
  }
  const sent = upstream.takeLast()?.replaceAll("\\", "") ?? "";
  const notice = reply.headers.get("x-portico-notice") ?? "";
  return { arrived: sent.includes(mark), noticed: notice.includes(name), notice };
}

describe.each(Object.keys(wires))("what a request of %s says", (wire) => {
  const things = saidThings.filter((said) => said.wire === wire);

  it.each([false, true])(
    "arrives at the provider, is named by a notice, or is refused by its name, with stream %s",
    async (stream) => {
      const lost: unknown[] = [];
      for (const [place, model] of textModels.entries())
        for (const said of someOf([...things.slice(place % 3), ...things.slice(0, place % 3)], 3)) {
          const fate = await fateOf(said, model, stream);
          const ways = [fate.arrived, fate.noticed, fate.refused].filter(Boolean);
          if (ways.length !== 1) lost.push([model, JSON.stringify(said.fields), fate]);
        }
      expect(lost).toEqual([]);
    },
  );
});

/** The sandbox reads no files. */
const vendors = textModels.filter((model) => model !== "sandbox/text");

it.each(vendors)("a tool of Anthropic's that the caller runs arrives at %s", async (model) => {
  for (const said of clientTools) {
    const fate = await fateOf(said, model, false);
    expect(fate, said.name).toEqual({ arrived: true, noticed: false, notice: "" });
  }
});

it.each(vendors)(
  "a file arrives at %s, or is refused by its place in the request",
  async (model) => {
    for (const said of attachments) {
      const fate = await fateOf(said, model, false);
      expect([fate.arrived, fate.refused], `${said.name}: ${JSON.stringify(fate)}`).toContain(true);
    }
  },
);
