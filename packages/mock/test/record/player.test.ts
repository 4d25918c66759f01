import { describe, expect, it } from "vitest";
import { newSetting, type Setting, send } from "./setting.ts";
import { answerJson, beginStream, startUpstream } from "./upstream.ts";

const embeddings = (input: unknown) => ({ model: "a/b", input });

/** Records what the test sends, to a gateway that counts its replies. */
async function recordEach(setting: Setting, bodies: readonly unknown[]): Promise<void> {
  let count = 0;
  await using upstream = await startUpstream((reply) => {
    count += 1;
    answerJson(reply, 200, { count });
  });
  const recorder = await setting.record(upstream.url);
  for (const body of bodies) await (await send(recorder.url, "/embeddings", { body })).text();
}

describe("the player", () => {
  it("plays repeats in their order, and the last one again", async () => {
    await using setting = newSetting();
    await recordEach(setting, [embeddings("x"), embeddings("y"), embeddings("x")]);
    const { url } = await setting.replay();
    const ask = async (input: string) => {
      const reply = await send(url, "/embeddings", { body: embeddings(input) });
      return [reply.headers.get("portico-replay"), await reply.json()];
    };
    expect(await ask("x")).toEqual(["0001-createEmbeddings.yaml", { count: 1 }]);
    expect(await ask("x")).toEqual(["0003-createEmbeddings.yaml", { count: 3 }]);
    expect(await ask("y")).toEqual(["0002-createEmbeddings.yaml", { count: 2 }]);
    expect(await ask("x")).toEqual(["0003-createEmbeddings.yaml", { count: 3 }]);
  });

  it("ignores the order of keys, and takes any text for a placeholder", async () => {
    await using setting = newSetting();
    await recordEach(setting, [{ model: "a/b", input: "My key: sk-0123456789abcdef, really" }]);
    const { url } = await setting.replay();
    const asked = { input: "My key: sk-another-one-entirely, really", model: "a/b" };
    expect((await send(url, "/embeddings", { body: asked })).status).toBe(200);
    const other = { input: "My lock: sk-another-one-entirely, really", model: "a/b" };
    expect((await send(url, "/embeddings", { body: other })).status).toBe(404);
  });

  it("names the nearest recording where none fits", async () => {
    await using setting = newSetting();
    await recordEach(setting, [embeddings(["a", "b"]), { ...embeddings("c"), user: "u" }]);
    const { url } = await setting.replay();
    const reply = await send(url, "/embeddings", { body: embeddings(["a", "x"]) });
    expect([reply.status, await reply.json()]).toEqual([
      404,
      {
        error: {
          code: 404,
          message:
            "No recording fits this POST /embeddings. The nearest is 0001-createEmbeddings.yaml: body.input[1] differs.",
        },
        user_id: null,
      },
    ]);
    const none = await send(url, "/models");
    expect(await none.json()).toMatchObject({
      error: { code: 404, message: "No recording is of GET /models." },
    });
  });

  it("asks for another answer where none fits, if it has one", async () => {
    await using setting = newSetting();
    await recordEach(setting, [embeddings("x")]);
    const { url } = await setting.replay({
      otherwise: async (request) => Response.json({ simulated: await request.json() }),
    });
    const reply = await send(url, "/embeddings", { body: embeddings("new") });
    expect(await reply.json()).toEqual({ simulated: embeddings("new") });
  });

  it("keeps the recorded time between two events, unless it has a pace of its own", async () => {
    await using setting = newSetting();
    const frames = Array.from({ length: 3 }, (_, index) => `data: {"type":"x","n":${index}}\n\n`);
    await using upstream = await startUpstream(async (reply) => {
      beginStream(reply);
      for (const frame of frames) {
        await new Promise((resolve) => setTimeout(resolve, 100));
        reply.write(frame);
      }
      reply.end();
    });
    const body = { model: "a/b", input: "x", stream: true };
    const recorder = await setting.record(upstream.url);
    await (await send(recorder.url, "/responses", { body })).text();
    const timed = async (url: string) => {
      const began = performance.now();
      const text = await (await send(url, "/responses", { body })).text();
      expect(text).toBe(frames.join(""));
      return performance.now() - began;
    };
    const own = await timed((await setting.replay()).url);
    const slow = await timed((await setting.replay({ paceMs: 400 })).url);
    expect(own).toBeGreaterThanOrEqual(250);
    expect(slow).toBeGreaterThanOrEqual(1190);
  });
});
