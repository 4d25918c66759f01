import { inOrder } from "@portico/test-support/in-order";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../store/engines.ts";
import { admitRequest } from "../store/records.ts";
import { jsonHeaders, startTestGateway, type TestGateway } from "../support/gateway.ts";

const names = (list: string) => `sandbox: true\ntags: ${list}\n`;
const conversation = { model: "sandbox/text", messages: [{ role: "user", content: "Hi" }] };

/** Each operation that is booked. */
const requests = {
  embeddings: { model: "sandbox/embed", input: "Hi" },
  rerank: { model: "sandbox/rerank", query: "Hi", documents: ["Hi", "Ho"] },
  responses: { model: "sandbox/text", input: "Hi" },
  "chat/completions": conversation,
  messages: { ...conversation, max_tokens: 10 },
};

interface Answer {
  // biome-ignore lint/suspicious/noExplicitAny: the tests look at single fields.
  readonly data: any;
  readonly totals?: unknown;
  readonly error?: unknown;
}

describe.each(engines)("tags on $engine", inOrder, (engine) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({ engine });
    await configure(names("[project, feature]"));
  });
  afterAll(() => gateway[Symbol.asyncDispose]());

  async function configure(yaml: string): Promise<void> {
    const { data } = await get("/configuration");
    const response = await fetch(`${gateway.api}/configuration`, {
      method: "PUT",
      headers: jsonHeaders(gateway.own.management),
      body: JSON.stringify({ yaml, parent: data.in_use }),
    });
    expect(response.status, await response.text()).toBe(200);
  }
  async function get(path: string) {
    const headers = jsonHeaders(gateway.own.management);
    const response = await fetch(`${gateway.api}${path}`, { headers });
    return (await response.json()) as Answer;
  }
  async function tagsOf(path: keyof typeof requests, header: string | null, more: object = {}) {
    const response = await fetch(`${gateway.api}/${path}`, {
      method: "POST",
      headers: {
        ...jsonHeaders(gateway.own.ordinary),
        ...(header !== null && { "x-tags": header }),
      },
      body: JSON.stringify({ ...requests[path], ...more }),
    });
    const text = await response.text();
    expect(response.status, text).toBe(200);
    expect(response.headers.get("x-portico-notice") ?? "").not.toContain("metadata.project");
    const { id }: { readonly id: string } = JSON.parse(text);
    return (await get(`/generation?id=${id}`)).data.tags;
  }
  const listed = async (tag: string) =>
    (await get(`/generations?tag=${encodeURIComponent(tag)}`)).data.map(
      (row: { readonly tags: unknown }) => row.tags,
    );

  it.each(Object.keys(requests) as (keyof typeof requests)[])(
    "of %s are booked from its header, and none without it",
    async (path) => {
      const tags = { project: "checkout", feature: "search" };
      expect(await tagsOf(path, "project=checkout, feature=search, team=7")).toEqual(tags);
      expect(await tagsOf(path, null)).toBeNull();
    },
  );

  it.each(["responses", "chat/completions", "messages"] as const)(
    "of %s are booked from its metadata first",
    async (path) => {
      const metadata = { project: "body", team: "7" };
      const expected = { project: "body", feature: "search" };
      expect(await tagsOf(path, "project=header, feature=search", { metadata })).toEqual(expected);
    },
  );

  it("filter lists by a whole value, with quotes, signs and capital letters as they are", async () => {
    const odd = { project: 'a"b\\%_', feature: '"project":"Exact"' };
    await tagsOf("responses", null, { metadata: odd });
    await tagsOf("responses", null, { metadata: { project: "Exact" } });
    await tagsOf("responses", null, { metadata: { project: "Exact more" } });
    expect(await listed('project=a"b\\%_')).toEqual([odd]);
    expect(await listed('feature="project":"Exact"')).toEqual([odd]);
    expect(await listed("project=Exact")).toEqual([{ project: "Exact" }]);
    expect(await listed("project=exact")).toEqual([]);
    expect(await listed("ject=Exact")).toEqual([]);
    expect((await get("/generations?tag=checkout")).error).toMatchObject({
      message: expect.stringContaining("such as project=checkout"),
    });
  });

  it("of more characters than a name may have are kept by their digest, and found by it", async () => {
    const long = "x".repeat(300);
    const digest = await tagsOf("responses", `project=${long}`);
    expect(digest).toEqual({ project: expect.stringMatching(/^sha256:[0-9a-f]{64}$/) });
    expect(await listed(`project=${long}`)).toEqual([digest]);
  });

  it("stay with requests when their names change while the gateway serves", async () => {
    await configure(names("[customer]"));
    expect(await tagsOf("responses", "project=later, customer=7")).toEqual({ customer: "7" });
    expect(await listed("project=later")).toEqual([]);
    expect(await listed("feature=search")).not.toEqual([]);
    await configure(names("[project, feature]"));
  });

  it("group activity, by days and beside no application", async () => {
    await tagsOf("embeddings", "project=grouped");
    await tagsOf("responses", "project=grouped");
    const { data, totals } = await get("/activity?group_by=tag&tag=project=grouped");
    expect(data).toMatchObject([{ tag: "grouped", requests: 2, model: null, latency: null }]);
    expect(totals).toMatchObject({ requests: 2, refused_requests: 0 });
    const byModel = (await get("/activity?group_by=tag,model&tag_name=project")).data;
    expect(byModel).toContainEqual(
      expect.objectContaining({ tag: "grouped", model: "sandbox/embed", requests: 1 }),
    );
    expect((await get("/activity?tag_name=project")).data[0]).toMatchObject({
      ...{ tag: null, app_title: null, model: expect.any(String) },
    });
    for (const [asked, said] of [
      ["group_by=tag", "tag_name is required"],
      ["tag_name=project&tag=feature=a", "the same tag"],
      ["tag_name=project&granularity=hour", "by days"],
      ["tag_name=project&group_by=app", "counted apart"],
      ["tag_name=project&app=a", "counted apart"],
    ])
      expect((await get(`/activity?${asked}`)).error).toMatchObject({
        ...{ code: 400, message: expect.stringContaining(said ?? "") },
      });
  });

  it("of a request whose process dies are kept", async () => {
    const { store, own } = gateway;
    const [key] = (await store.keys.list(own.organisationId, { offset: 0, limit: 1 })).records;
    const request = admitRequest(key ?? expect.fail("There is no key."), {
      about: {
        ...{ operation: "responses", model: "sandbox/text", appUrl: null, appTitle: null },
        tags: { project: "dead" },
      },
    });
    await store.money.admit([request]);
    await store.money.abandon([request]);
    expect(await listed("project=dead")).toEqual([{ project: "dead" }]);
  });
});
