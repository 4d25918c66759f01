import { describe, expect, it } from "vitest";
import { isApiError } from "../src/index.ts";
import { envelope, json, scriptedServer } from "./scripted-server.ts";

const request = { model: "sandbox/rerank", query: "q", documents: ["a", { text: "b" }], top_n: 1 };
const answer = {
  ...{ id: "gen-1", model: "sandbox/rerank", provider: "sandbox" },
  results: [{ index: 1, relevance_score: 0.5, document: { text: "b" } }],
  usage: { total_tokens: 3, cost: 0 },
};

describe("rerank", () => {
  it("sends the request as it is, and gives the reply as it came", async () => {
    await using server = await scriptedServer((_, reply) => json(reply, 200, answer));
    const reply = await server.client().rerank.create(request);
    expect(reply).toEqual(answer);
    expect(server.seen[0]).toMatchObject({ method: "POST", body: request });
    expect(server.seen[0]?.path).toMatch(/\/rerank$/);
  });

  it("tries again where the service is overloaded, and throws what it refuses", async () => {
    let asked = 0;
    await using server = await scriptedServer((_, reply) => {
      asked += 1;
      if (asked === 1) json(reply, 529, envelope(529, "busy"), { "retry-after": "0" });
      else json(reply, 404, envelope(404, "no such model"));
    });
    const error = await server
      .client()
      .rerank.create(request)
      .catch((thrown: unknown) => thrown);
    expect(isApiError(error, 404)).toBe(true);
    expect(asked).toBe(2);
  });
});
