import { readdirSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { eventually } from "@portico/test-support/eventually";
import { describe, expect, it } from "vitest";
import { newSetting, send } from "./setting.ts";
import { answerJson, beginStream, startUpstream } from "./upstream.ts";

const ping = 'event: ping\ndata: {"type":"ping"}\n\n';
const question = { model: "sandbox/text", input: "Hello", stream: true };

describe("the recorder", () => {
  it("passes a stream on chunk by chunk, and keeps the time between its events", async () => {
    await using setting = newSetting();
    const { promise: read, resolve: hasRead } = Promise.withResolvers<void>();
    await using upstream = await startUpstream(async (reply) => {
      beginStream(reply);
      reply.write(ping);
      await read;
      await delay(60);
      reply.end(ping);
    });
    const { url } = await setting.record(upstream.url);
    const reply = await send(url, "/responses", { body: question });
    const reader = reply.body?.getReader();
    const first = await reader?.read();
    expect(new TextDecoder().decode(first?.value)).toBe(ping);
    hasRead();
    const second = await reader?.read();
    expect(new TextDecoder().decode(second?.value)).toBe(ping);
    expect((await reader?.read())?.done).toBe(true);
    const [exchange] = setting.exchanges();
    expect(exchange?.reply.text).toBe(ping + ping);
    expect(exchange?.reply.waits_ms).toHaveLength(2);
    expect(exchange?.reply.waits_ms?.[1]).toBeGreaterThanOrEqual(50);
  });

  it("names what breaks the contract, in the request and in the reply", async () => {
    await using setting = newSetting();
    await using upstream = await startUpstream((reply) => {
      answerJson(reply, 200, { object: "list", data: "none", surprise: true });
    });
    const { url } = await setting.record(upstream.url);
    await (await send(url, "/embeddings", { body: { model: "a/b" } })).text();
    await (await send(url, "/nowhere")).text();
    const [lie, nowhere] = setting.exchanges();
    expect(lie?.violations).toEqual([
      "request: input is required.",
      expect.stringContaining("reply: "),
      "reply: surprise is not in the contract.",
    ]);
    expect(nowhere?.violations).toEqual(["request: the contract has no such operation."]);
    expect(setting.lines).toContain("  ! request: input is required.");
    expect(setting.lines).toContain("POST /api/v1/embeddings 200 -> 0001-createEmbeddings.yaml");
  });

  it("finds an event that comes out of order", async () => {
    await using setting = newSetting();
    await using upstream = await startUpstream((reply) => {
      beginStream(reply);
      reply.end("data: [DONE]\n\n");
    });
    const { url } = await setting.record(upstream.url);
    await (await send(url, "/responses", { body: question })).text();
    expect(setting.exchanges()[0]?.violations).toEqual([
      expect.stringContaining("response.created was to come"),
    ]);
  });

  it("keeps what there was of a stream that the gateway cuts, and cuts it again", async () => {
    await using setting = newSetting();
    await using upstream = await startUpstream(async (reply) => {
      beginStream(reply);
      reply.write(`${ping}data: {"ty`);
      await delay(20);
      reply.destroy();
    });
    const { url } = await setting.record(upstream.url);
    expect(await textUntilBreak(await send(url, "/messages", { body: question }))).toEqual({
      text: `${ping}data: {"ty`,
      isWhole: false,
    });
    await eventually(() => expect(readdirSync(setting.folder)).toHaveLength(1));
    const [exchange] = setting.exchanges();
    expect(exchange?.reply.ended).toBe("cut");
    expect(exchange?.violations).toContain("reply: the gateway broke off.");
    const player = await setting.replay();
    expect(await textUntilBreak(await send(player.url, "/messages", { body: question }))).toEqual({
      text: `${ping}data: {"ty`,
      isWhole: false,
    });
  });

  it("stops the gateway when the caller leaves in the middle", async () => {
    await using setting = newSetting();
    const { promise: closed, resolve: isClosed } = Promise.withResolvers<void>();
    await using upstream = await startUpstream((reply) => {
      beginStream(reply);
      reply.write(ping);
      reply.once("close", isClosed);
    });
    const { url } = await setting.record(upstream.url);
    const leaving = new AbortController();
    const reply = await send(url, "/responses", { body: question, signal: leaving.signal });
    await reply.body?.getReader().read();
    leaving.abort();
    await closed;
    await eventually(() => expect(readdirSync(setting.folder)).toHaveLength(1));
    expect(setting.exchanges()[0]?.reply).toMatchObject({ text: ping, ended: "left" });
  });

  it("says that the gateway does not answer, and keeps nothing", async () => {
    await using setting = newSetting();
    const upstream = await startUpstream(() => undefined);
    await upstream.close();
    const { url } = await setting.record(upstream.url);
    const reply = await send(url, "/models");
    expect(reply.status).toBe(503);
    expect(await reply.json()).toMatchObject({
      error: { code: 503, message: `The gateway at ${upstream.url} does not answer.` },
    });
    expect(readdirSync(setting.folder)).toEqual([]);
    expect(setting.lines).toEqual([expect.stringContaining("the gateway does not answer")]);
  });

  it("passes a body on that is too large to keep, and says so", async () => {
    await using setting = newSetting();
    let arrived = 0;
    await using upstream = await startUpstream((reply, _request, body) => {
      arrived = body.length;
      answerJson(reply, 413, { error: { code: 413, message: "Too large." }, user_id: null });
    });
    const { url } = await setting.record(upstream.url, { mostBytes: 1000 });
    const body = { model: "a/b", input: "x".repeat(5000) };
    const reply = await send(url, "/embeddings", { body });
    expect(reply.status).toBe(413);
    await reply.text();
    expect(arrived).toBe(JSON.stringify(body).length);
    expect(setting.exchanges()[0]?.request).toMatchObject({ left_out: true });
    expect(setting.text()).not.toContain("xxxx");
    const player = await setting.replay();
    expect((await send(player.url, "/embeddings", { body })).status).toBe(413);
  });

  it("goes on with the numbers of a folder, and shares no placeholder between two runs", async () => {
    await using setting = newSetting();
    await using upstream = await startUpstream((reply) => answerJson(reply, 200, { data: [] }));
    for (const key of ["ptc_one-secret-key", "ptc_another-secret-key"]) {
      const recorder = await setting.record(upstream.url);
      await (await send(recorder.url, "/models", { key })).text();
      await recorder.close();
    }
    expect(readdirSync(setting.folder)).toEqual(["0001-listModels.yaml", "0002-listModels.yaml"]);
    expect(setting.exchanges().map(({ request }) => request.headers["authorization"])).toEqual([
      "Bearer ptc_placeholder-000001",
      "Bearer ptc_placeholder-000002",
    ]);
  });

  it("passes pages beside the API on without keeping them", async () => {
    await using setting = newSetting();
    await using upstream = await startUpstream((reply) => void reply.end("a page"));
    const { origin } = await setting.record(upstream.url);
    expect(await (await fetch(`${origin}/docs/`)).text()).toBe("a page");
    expect(readdirSync(setting.folder)).toEqual([]);
  });

  it("lets a page of this machine read the gateway's reply, and that there is none", async () => {
    await using setting = newSetting();
    const headers = { Origin: "http://localhost:5173" };
    const allowed = { "Access-Control-Allow-Origin": "*", "Access-Control-Expose-Headers": "*" };
    const upstream = await startUpstream((reply) => {
      for (const [name, value] of Object.entries(allowed)) reply.setHeader(name, value);
      answerJson(reply, 200, { data: [] });
    });
    const { url } = await setting.record(upstream.url);
    const names = async () => {
      const { status, headers: given } = await send(url, "/models", { headers });
      return [status, given.get("access-control-allow-origin")];
    };
    // Two values are refused by browsers.
    expect(await names()).toEqual([200, "http://localhost:5173"]);
    await upstream.close();
    expect(await names()).toEqual([503, "http://localhost:5173"]);
  });

  it("frees its port when it closes, also with a stream open", async () => {
    await using setting = newSetting();
    await using upstream = await startUpstream((reply) => {
      beginStream(reply);
      reply.write(ping);
    });
    const recorder = await setting.record(upstream.url);
    const reply = await send(recorder.url, "/responses", { body: question });
    await recorder.close();
    await expect(reply.text()).rejects.toThrow();
    await expect(send(recorder.url, "/models")).rejects.toThrow();
  });
});

async function textUntilBreak(reply: Response): Promise<{ text: string; isWhole: boolean }> {
  const decoder = new TextDecoder();
  let text = "";
  try {
    for await (const chunk of reply.body ?? []) text += decoder.decode(chunk, { stream: true });
    return { text, isWhole: true };
  } catch {
    return { text, isWhole: false };
  }
}
