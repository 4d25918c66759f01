import { loadDocument } from "@portico/contract";
import { findOrderViolation } from "@portico/contract/stream-order";
import { describe, expect, it } from "vitest";
import * as behaviours from "../../src/gateway/behaviours/index.ts";
import {
  ConnectionCut,
  ConnectionRefused,
  createSimulatedGateway,
} from "../../src/gateway/index.ts";
import { packOf, packsOf } from "../../src/gateway/packs.ts";

const document = loadDocument();
const packs = packsOf(document);

const gateway = createSimulatedGateway({ packs, behaviours, rehearsal: { paceMs: 0 } });

const ask = (path: string, { headers, body, signal }: Asked = {}) =>
  gateway.handle(
    new Request(`https://any.example/api/v1${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers: { Authorization: "Bearer any-key", "Content-Type": "application/json", ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    }),
  );

interface Asked {
  readonly headers?: Record<string, string>;
  readonly body?: object;
  readonly signal?: AbortSignal;
}

const question = { model: "sandbox/text", input: "Hello", stream: true };
const withFault = (fault: string) => ({ body: question, headers: { Prefer: `fault=${fault}` } });

function eventsIn(text: string): unknown[] {
  return text
    .split("\n")
    .filter((line) => line.startsWith("data: "))
    .map((line) => (line.endsWith("[DONE]") ? "[DONE]" : JSON.parse(line.slice(6))));
}

/** What comes of a stream before it breaks, and how it breaks. */
async function readBroken(reply: Response): Promise<{ text: string; fault: unknown }> {
  const decoder = new TextDecoder();
  let text = "";
  try {
    for await (const piece of reply.body ?? []) text += decoder.decode(piece, { stream: true });
    return { text, fault: null };
  } catch (fault) {
    return { text, fault };
  }
}

describe("the simulated gateway, without a socket", () => {
  it("answers with the contract's examples an operation that has no behaviour", async () => {
    const reply = await ask("/providers");
    const { data } = Object(await reply.json());
    expect([reply.status, reply.headers.get("content-type")]).toEqual([200, "application/json"]);
    expect(data).toEqual(
      Object(packOf(document, "listProviders").replies["200"]?.["application/json"]?.[0]?.value)
        .data,
    );
  });

  it("streams in the contract's order", async () => {
    const reply = await ask("/responses", { body: question });
    expect(reply.headers.get("content-type")).toBe("text/event-stream");
    expect(findOrderViolation(eventsIn(await reply.text()))).toBeNull();
  });

  it("needs no more than the pack of an operation to answer it", async () => {
    const one = createSimulatedGateway({
      packs: [JSON.parse(JSON.stringify(packOf(document, "listModels")))],
    });
    const send = (path: string) =>
      one.handle(
        new Request(`http://any.example/api/v1${path}`, { headers: { Authorization: "Bearer k" } }),
      );
    expect((await send("/models?limit=5")).status).toBe(200);
    const refused = await send("/models?limit=many");
    expect(await refused.json()).toMatchObject({ error: { metadata: { field: "limit" } } });
    expect((await send("/providers")).status).toBe(404);
  });

  it("refuses the connection", async () => {
    await expect(ask("/responses", withFault("refuse"))).rejects.toThrow(ConnectionRefused);
  });

  it("cuts a stream after its first half", async () => {
    const { text, fault } = await readBroken(await ask("/responses", withFault("cut")));
    expect(fault).toBeInstanceOf(ConnectionCut);
    expect(eventsIn(text).length).toBeGreaterThan(2);
    expect(text).not.toContain("response.completed");
  });

  it("refunds a stream that failed, and no other, as a gateway does", async () => {
    const failed = await ask("/responses", withFault("fail"));
    await failed.text();
    const whole = await ask("/responses", { body: question });
    await whole.text();
    const refund = async (reply: Response) => {
      const id = reply.headers.get("x-generation-id");
      return (await ask("/generation/refund", { body: { id } })).status;
    };
    expect([await refund(failed), await refund(failed), await refund(whole)]).toEqual([
      200, 409, 409,
    ]);
  });

  it("stalls until the caller gives up", async () => {
    const caller = new AbortController();
    const reply = await ask("/responses", { ...withFault("stall"), signal: caller.signal });
    const read = readBroken(reply);
    const early = await Promise.race([read, new Promise((resolve) => setTimeout(resolve, 50))]);
    expect(early).toBeUndefined();
    caller.abort(new Error("gone"));
    expect((await read).fault).toMatchObject({ message: "gone" });
  });

  it("puts a line that is no JSON into a stream", async () => {
    const text = await (await ask("/responses", withFault("malformed"))).text();
    expect(() => eventsIn(text)).toThrow(SyntaxError);
  });

  it("says that it makes up no replies from schemas, which it does not have", async () => {
    const reply = await ask("/models", { headers: { Prefer: "dynamic=true" } });
    expect([reply.status, await reply.text()]).toEqual([
      400,
      expect.stringContaining("a mock with Prism"),
    ]);
  });
});
