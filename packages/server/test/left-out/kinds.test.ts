import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type DialectsUpstream,
  everyDialect,
  startDialectsUpstream,
} from "../hostile/worst/every-dialect.ts";
import { startGateway, type TestGateway } from "../responses/test-gateway.ts";
import { mark, type Union, unions } from "./kinds.ts";
import { kindsIn } from "./kinds-in-types.ts";

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

const wires = {
  responses: { path: "/responses", usual: { input: "Hi" } },
  chat: { path: "/chat/completions", usual: { messages: [{ role: "user", content: "Hi" }] } },
  messages: {
    path: "/messages",
    usual: { messages: [{ role: "user", content: "Hi" }], max_tokens: 256 },
  },
} as const;

/** One of each family of dialects. */
const models = ["text/openai", "text/openai-compatible", "text/anthropic", "text/gemini"];
/** Images and files arrive as their bytes. */
const marks = [mark, "iVBORw0KGgo", btoa(`%PDF-1.4 ${mark}`)];

/** Whether the sample arrived, or who was told by its name or its place that it did not. */
async function fateOf({ wire }: Union, kind: string, fields: object, model: string) {
  upstream.takeLast();
  const { path, usual } = wires[wire];
  const reply = await fetch(`${gateway.url}${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${gateway.key}`, "content-type": "application/json" },
    body: JSON.stringify({ model, ...usual, ...fields }),
  });
  const text = await reply.text();
  const sent = upstream.takeLast() ?? "";
  if (reply.status === 200 && marks.some((one) => sent.includes(one))) return "arrived";
  const told = reply.status === 200 ? (reply.headers.get("x-portico-notice") ?? "") : text;
  const isTold = told.includes(kind) || /(?:input|messages|tools)\[\d\]|sealed thought/.test(told);
  return isTold && [200, 400].includes(reply.status) ? "told" : `${reply.status} ${told}`;
}

describe.each(unions)("$union of $library", (union) => {
  it("has a sample of each kind", () => {
    const { library, file, union: name, field } = union;
    expect(Object.keys(union.samples).sort()).toEqual(kindsIn(library, file, name, field));
  });

  it.each(Object.entries(union.samples))("loses no %s in silence", async (kind, fields) => {
    for (const model of models)
      expect(["arrived", "told"], model).toContain(await fateOf(union, kind, fields, model));
  });
});
