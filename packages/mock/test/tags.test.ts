import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Mock, startMock } from "../src/index.ts";
import { sendTo } from "./ask.ts";

let mock: Mock;
beforeEach(async () => {
  mock = await startMock({ rehearsal: { paceMs: 0 } });
});
afterEach(() => mock.close());

// biome-ignore lint/suspicious/noExplicitAny: the tests look at single fields.
async function read(path: string, sent?: Parameters<typeof sendTo>[2]): Promise<any> {
  const reply = await sendTo(mock, path, { key: "management", ...sent });
  const body = await reply.json();
  expect(reply.status, JSON.stringify(body)).toBe(200);
  return body;
}
async function configure(yaml: string): Promise<void> {
  const { data } = await read("/configuration");
  await read("/configuration", { method: "PUT", body: { yaml, parent: data.in_use } });
}
async function ask(): Promise<unknown> {
  const { id } = await read("/responses", {
    ...{ key: "ordinary", headers: { "X-Tags": "project=checkout, feature=header, team=7" } },
    body: { model: "mock/text", input: "Hi", metadata: { feature: "body" } },
  });
  return (await read(`/generation?id=${id}`)).data.tags;
}

describe("the tags of requests at the mock", () => {
  it.each(["tags: [project, feature]", "tags:\n  - project\n  - feature # of the page\ncors: {}"])(
    "have the names of its configuration: %j",
    async (yaml) => {
      await configure(yaml);
      expect(await ask()).toEqual({ project: "checkout", feature: "body" });
    },
  );

  const askTwice = async () => {
    await configure("tags: [project, feature]");
    await Promise.all([ask(), ask()]);
  };

  it("group activity, with the refusals of the gateway", async () => {
    await askTwice();
    const { data, totals } = await read("/activity?group_by=tag&tag_name=project");
    expect(data).toMatchObject([{ tag: "checkout", requests: 2, model: null, latency: null }]);
    expect(totals).toMatchObject({ requests: 2, refused_requests: 0 });
    expect((await read("/activity?tag=project=x")).data).toEqual([]);
    const refused = await sendTo(mock, "/activity?group_by=tag", { key: "management" });
    expect(refused.status).toBe(400);
  });

  it("have so many values a day, and further ones are one", async () => {
    await configure("tags: [customer]");
    for (let number = 0; number < 203; number += 1)
      await read("/embeddings", {
        ...{ key: "ordinary", headers: { "X-Tags": `customer=c${number}` } },
        body: { model: "mock/embed", input: "Hi" },
      });
    const { data } = await read("/activity?group_by=tag&tag_name=customer&limit=1000");
    expect(data).toHaveLength(201);
    expect(data.find(({ tag }: { readonly tag: string }) => tag === "other")).toMatchObject({
      requests: 3,
    });
  });

  it("are none where it has no names", async () => {
    await configure("sandbox: true");
    expect(await ask()).toBeNull();
  });

  it("filter lists by a whole value", async () => {
    await askTwice();
    const count = async (tag: string) =>
      (await read(`/generations?tag=${encodeURIComponent(tag)}`)).data.length;
    expect(await count("project=checkout")).toBe(2);
    expect(await count("project=check")).toBe(0);
    expect(await count("team=7")).toBe(0);
  });
});
