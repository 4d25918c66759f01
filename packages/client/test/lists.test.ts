import { describe, expect, it } from "vitest";
import { envelope, json, type SeenRequest, scriptedServer } from "./scripted-server.ts";

const queryOf = ({ path }: SeenRequest) =>
  Object.fromEntries(new URL(path, "http://x").searchParams);

/** Five items, in pages of two unless the query asks for others. */
function offsetPages(seen: SeenRequest) {
  const { offset = "0", limit = "2" } = queryOf(seen);
  const start = Number(offset);
  const data = [1, 2, 3, 4, 5].map((id) => ({ id })).slice(start, start + Number(limit));
  const next = start + data.length < 5 ? "http://x/next" : null;
  return { data, links: { next }, total_count: 5 };
}

describe("a list", () => {
  it("is its first page when awaited, and asks for no other", async () => {
    await using server = await scriptedServer((seen, reply) => json(reply, 200, offsetPages(seen)));
    const page = await server.client().keys.list({ limit: 2 });
    expect(page).toMatchObject({ data: [{ id: 1 }, { id: 2 }], total_count: 5 });
    expect(server.seen).toHaveLength(1);
  });

  it("is iterated item by item over all pages by their offset, with the filters of the first", async () => {
    await using server = await scriptedServer((seen, reply) => json(reply, 200, offsetPages(seen)));
    const ids: number[] = [];
    for await (const { id } of server.client().keys.list({ workspace_id: "default" })) ids.push(id);
    expect(ids).toEqual([1, 2, 3, 4, 5]);
    expect(server.seen.map(queryOf)).toEqual([
      { workspace_id: "default" },
      { workspace_id: "default", offset: "2" },
      { workspace_id: "default", offset: "4" },
    ]);
  });

  it("starts where the query starts", async () => {
    await using server = await scriptedServer((seen, reply) => json(reply, 200, offsetPages(seen)));
    const items = await server.client().workspaces.list({ offset: 1 }).toArray();
    expect(items.map(({ id }) => id)).toEqual([2, 3, 4, 5]);
    expect(server.seen.map(queryOf)).toEqual([{ offset: "1" }, { offset: "3" }]);
  });

  it("follows cursors where the list has them", async () => {
    const pages: Record<string, unknown> = {
      "": { data: [{ id: "a" }], next_cursor: "c1", links: { next: "x" } },
      c1: { data: [], next_cursor: "c2", links: { next: "x" } },
      c2: { data: [{ id: "b" }], next_cursor: null, links: { next: null } },
    };
    await using server = await scriptedServer((seen, reply) =>
      json(reply, 200, pages[queryOf(seen)["cursor"] ?? ""]),
    );
    const list = server.client().generations.list({ failed: true });
    expect((await list.toArray()).map(({ id }) => id)).toEqual(["a", "b"]);
    expect(server.seen.map(queryOf)).toEqual([
      { failed: "true" },
      { failed: "true", cursor: "c1" },
      { failed: "true", cursor: "c2" },
    ]);
  });

  it("asks for no page after the one that has the last wanted item", async () => {
    await using server = await scriptedServer((seen, reply) => json(reply, 200, offsetPages(seen)));
    const client = server.client();
    expect(await client.keys.list().toArray(3)).toHaveLength(3);
    expect(server.seen).toHaveLength(2);
    for await (const { id } of client.keys.list()) if (id === 2) break;
    expect(server.seen).toHaveLength(3);
  });

  it("goes page by page, for the totals beside the items", async () => {
    await using server = await scriptedServer((seen, reply) => json(reply, 200, offsetPages(seen)));
    const sizes: number[] = [];
    for await (const { data } of server.client().audit.list().pages()) sizes.push(data.length);
    expect(sizes).toEqual([2, 2, 1]);
  });

  it("ends with a page that has no items or says nothing of a next one", async () => {
    await using server = await scriptedServer((seen, reply) =>
      seen.path.includes("/providers")
        ? json(reply, 200, { data: [{ name: "One" }] })
        : json(reply, 200, { data: [], links: { next: "http://x/for-ever" }, total_count: 9 }),
    );
    const client = server.client();
    expect(await client.models.list().toArray()).toEqual([]);
    expect(await client.providers.list().toArray()).toHaveLength(1);
    expect(server.seen).toHaveLength(2);
  });

  it("ends where a service repeats its first page for every offset", async () => {
    const page = { data: [{ id: 1 }, { id: 2 }], links: { next: "http://x" }, total_count: 3 };
    await using server = await scriptedServer((_, reply) => json(reply, 200, page));
    await server.client().keys.list().toArray();
    expect(server.seen).toHaveLength(2);
  });

  it("throws where a later page fails, and sends the call's options with each page", async () => {
    await using server = await scriptedServer((seen, reply, index) =>
      index === 0
        ? json(reply, 200, offsetPages(seen))
        : json(reply, 401, envelope(401, "The key was revoked.")),
    );
    const ids: number[] = [];
    const read = async (): Promise<void> => {
      const list = server.client().keys.list({}, { headers: { "x-team": "a" } });
      for await (const { id } of list) ids.push(id);
    };
    await expect(read()).rejects.toMatchObject({ status: 401 });
    expect(ids).toEqual([1, 2]);
    expect(server.seen.map(({ headers }) => headers["x-team"])).toEqual(["a", "a"]);
  });
});
