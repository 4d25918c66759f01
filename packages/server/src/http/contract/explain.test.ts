import { parse } from "node:querystring";
import { loadDocument, type OperationId } from "@portico/contract";
import { explain, resolveIn } from "@portico/contract/explain";
import { describe, expect, it } from "vitest";
import { GatewayError } from "../../errors.ts";
import { ownContract } from "./contract.ts";

const contract = ownContract();

async function refusalOf(id: OperationId, body: unknown): Promise<GatewayError | null> {
  try {
    await contract.checkRequest(id, { originalUrl: "/", params: {}, query: {}, body });
    return null;
  } catch (error) {
    if (error instanceof GatewayError) return error;
    throw error;
  }
}

describe("a refused body of POST /embeddings", () => {
  const image = { type: "image_url", image_url: {} };
  it.each([
    [{ input: "a" }, "model is required."],
    [{ model: 1, input: "a" }, "model must be a string, not a number."],
    [{ model: "m", input: 5 }, "input must be a string or an array, not a number."],
    [{ model: "m", input: [] }, "input must not be empty."],
    [{ model: "m", input: ["a", 3] }, "input[1] must be a string, not a number."],
    [{ model: "m", input: new Array(2049).fill("a") }, "input must have at most 2048 items."],
    [
      { model: "m", input: [{ content: [image] }] },
      "input[0].content[0].image_url.url is required.",
    ],
    [
      { model: "m", input: [{ content: [{ type: "sound" }] }] },
      'input[0].content[0].type must be "text" or "image_url".',
    ],
    [
      { model: "m", input: [{ content: [{ type: "image_url", image_url: "https://a.b/c.png" }] }] },
      "input[0].content[0].image_url must be an object, not a string.",
    ],
    [{ modle: "m", input: "a" }, 'model is required. Unknown field "modle": did you mean "model"?'],
    [
      { model: "m", dimensions: 1.5, input: "a" },
      "dimensions must be an integer or null, not a fraction.",
    ],
    [
      { model: "m", input: "a", encoding_format: "hex" },
      'encoding_format must be one of "float", "base64", null.',
    ],
    [[], "The body must be an object, not an array."],
  ])("names the field and what is expected: %j", async (body, message) => {
    expect(await refusalOf("createEmbeddings", body)).toMatchObject({
      kind: "badRequest",
      message,
    });
  });

  it("names the field in a field of its own, for programs", async () => {
    const refusal = await refusalOf("createEmbeddings", { model: "m", input: ["a", 3] });
    expect(refusal?.metadata).toEqual({ field: "input[1]" });
  });

  it("accepts unknown fields and the forms of the interface", async () => {
    const both = [
      { type: "text", text: "a" },
      { type: "image_url", image_url: { url: "https://example.org/a.png" } },
    ];
    for (const input of ["a", ["a", "b"], [{ content: both }]])
      expect(await refusalOf("createEmbeddings", { model: "m", input, unknown: 1 })).toBeNull();
  });
});

describe("a refused body of POST /responses", () => {
  it.each([
    [{ model: "m", input: [{ role: "user" }] }, "input[0].content is required."],
    [
      { model: "m", input: [{ type: "message", role: "assistant", content: [] }] },
      "input[0].id is required.",
    ],
    [{ model: "m", input: "a", temperature: 3 }, "temperature must be at most 2."],
    [
      {
        model: "m",
        input: [
          {
            role: "user",
            content: [{ type: "input_image", image_url: { url: "https://a.b/c.png" } }],
          },
        ],
      },
      "input[0].content[0].image_url must be a string, not an object.",
    ],
    [{ model: "m", inpt: "a" }, 'input is required. Unknown field "inpt": did you mean "input"?'],
    [
      { model: "m", input: "a", max_output_tokens: 1.5 },
      "max_output_tokens must be an integer or null, not a fraction.",
    ],
    [
      { model: "m", input: "a", background: true },
      "background must be false or left out: the service is stateless, so a response that is made in the background could not be fetched. Set stream to true to follow a long one.",
    ],
    [
      { model: "m", input: [{ type: "function_call", name: "f" }] },
      "input[0].call_id is required.",
    ],
  ])("explains the branch that the item means: %j", async (body, message) => {
    expect(await refusalOf("createResponse", body)).toMatchObject({ kind: "badRequest", message });
  });
});

describe("a refused body of the management operations", () => {
  it.each<[OperationId, unknown, string]>([
    [
      "createWorkspace",
      { name: "w", slug: "My Team" },
      "slug must have only lower-case letters, digits and single hyphens between them, such as my-team.",
    ],
    [
      "createApiKey",
      { name: "k", expires_at: "tomorrow" },
      "expires_at must be a date and time with its zone, such as 2026-01-31T12:00:00Z.",
    ],
    [
      "createApiKey",
      { name: "k", owner_email: "nobody" },
      "owner_email must be an e-mail address.",
    ],
    ["createApiKey", { name: "k", owner_email: "foo" }, "owner_email must be an e-mail address."],
  ])("names the form of a text in words: %s %j", async (id, body, message) => {
    expect(await refusalOf(id, body)).toMatchObject({ kind: "badRequest", message });
  });
});

it("names no field where the whole body is meant", async () => {
  const refusal = await refusalOf("createEmbeddings", []);
  expect(refusal).toMatchObject({ message: "The body must be an object, not an array." });
  expect(refusal?.metadata).toBeUndefined();
});

describe("a refused query", () => {
  it.each<[OperationId, Record<string, string>, string]>([
    ["listModels", { limit: "0" }, "limit must be at least 1."],
    ["listModels", { limit: "1001" }, "limit must be at most 1000."],
    ["listModels", { limit: "ten" }, "limit must be an integer."],
    ["listModels", { limit: "1.5" }, "limit must be an integer, not a fraction."],
    ["listModels", { kind: "txet" }, 'kind must be one of "text", "embedding", "rerank".'],
    ["listActivity", { date: "today" }, "date must be a day such as 2026-01-31."],
    [
      "listActivity",
      { api_key_hash: "x" },
      "api_key_hash must be a key's hash (64 hexadecimal digits) or its numeric id.",
    ],
    ["getGeneration", {}, "id is required."],
  ])("is explained in the words of bodies: %s %j", async (id, query, message) => {
    const originalUrl = `/?${new URLSearchParams(query)}`;
    const ask = () =>
      contract.checkRequest(id, { originalUrl, params: {}, query: { ...query }, body: undefined });
    const [field] = message.split(" ");
    await expect(ask()).rejects.toThrow(
      expect.objectContaining({ kind: "badRequest", message, metadata: { field } }),
    );
  });
});

describe("a query as a person types it", () => {
  const ask = async (id: OperationId, typed: string) => {
    const query = { ...parse(typed) };
    const asked = { originalUrl: `/x?${typed}`, params: {}, query, body: undefined };
    return (await contract.checkRequest(id, asked)).query;
  };

  it.each<[string, Record<string, string>]>([
    ["from=2026-11-22T10:00:00Z", { from: "2026-11-22T10:00:00Z" }],
    ["model=a/b:c@d?e=f,g;h!i$j'k(l)*m[n]", { model: "a/b:c@d?e=f,g;h!i$j'k(l)*m[n]" }],
    ["from=2026-11-22T10:00:00%2B02:00&", { from: "2026-11-22T10:00:00+02:00" }],
    ["model=a+b%2Bc", { model: "a b+c" }],
  ])("may hold every character that RFC 3986 allows: %s", async (typed, read) => {
    expect(await ask("listGenerations", typed)).toMatchObject(read);
  });

  it("says what to do where a plus sign means a space", async () => {
    await expect(ask("listGenerations", "from=2026-11-22T10:00:00+02:00")).rejects.toThrow(
      'from must be a date and time with its zone, such as 2026-01-31T12:00:00Z. Write the "+" of its zone as %2B.',
    );
  });
});

it("accepts a nested `provider` object: the discriminators that break this are gone", async () => {
  const body = { model: "m", input: [{ content: [{ type: "text", text: "a" }] }], provider: {} };
  expect(await refusalOf("createEmbeddings", body)).toBeNull();
});

it("answers 404 to a path parameter of an impossible form", async () => {
  const ask = () =>
    contract.checkRequest("deleteByokCredential", {
      originalUrl: "/",
      params: { id: "not-a-uuid" },
      query: {},
      body: undefined,
    });
  await expect(ask()).rejects.toThrow(
    expect.objectContaining({
      kind: "notFound",
      message: 'The credential "not-a-uuid" does not exist.',
    }),
  );
});

describe("a wrong body of an operation that has a path parameter", () => {
  const ask = (id: string) =>
    contract.checkRequest("updateByokCredential", {
      originalUrl: "/",
      params: { id },
      query: {},
      body: { name: 5 },
    });

  it("is refused in the same words as any other body", async () => {
    await expect(ask("0b3f4a52-3a0e-4d8e-9a3c-0d6a0f2f8a11")).rejects.toMatchObject({
      kind: "badRequest",
      message: "name must be a string or null, not a number.",
    });
  });

  it("is not mentioned where the path parameter has an impossible form", async () => {
    await expect(ask("not-a-uuid")).rejects.toMatchObject({ kind: "notFound" });
  });
});

it("reads the parameters of a path as Express does", async () => {
  const params = { id: "a name/with %2F and ünïcode" };
  const input = await contract.checkRequest("getWorkspace", {
    originalUrl: "/",
    params,
    query: {},
    body: undefined,
  });
  expect(input.params).toEqual(params);
});

it("turns the text of a query into numbers and inserts its defaults", async () => {
  const query = { limit: "7" };
  const { query: read } = await contract.checkRequest("listModels", {
    originalUrl: "/?limit=7",
    params: {},
    query,
    body: undefined,
  });
  expect(read).toEqual({ limit: 7, offset: 0 });
});

it("refuses a number in a query that is beyond all numbers", async () => {
  const ask = () =>
    contract.checkRequest("listModels", {
      originalUrl: "/?limit=1e309",
      params: {},
      query: { limit: "1e309" },
      body: undefined,
    });
  await expect(ask()).rejects.toThrow(GatewayError);
});

it("refuses a reply that is not what the contract promises", () => {
  const item = { object: "embedding", index: 0, embedding: [0.5, "0.5"] };
  const reply = { object: "list", data: [item], model: "m" };
  expect(() => contract.checkReply("createEmbeddings", 200, reply)).toThrow(/embedding/);
});

describe("an explanation of the last of many items", () => {
  const items = (count: number) => {
    const looked = new Set<number>();
    const list = Array.from({ length: count }, (_, index) => {
      const item = { role: index === count - 1 ? "nobody" : "user", content: "a" };
      return new Proxy(item, {
        get: (target, name) => {
          looked.add(index);
          return Reflect.get(target, name);
        },
      });
    });
    return { looked, body: { model: "m", input: list } };
  };
  const expectation = 'must be one of "user", "assistant", "system", "developer"';

  it("looks only at the item that the validator has refused", () => {
    const { looked, body } = items(500);
    const document = loadDocument();
    const schema = document.components.schemas["ResponseRequest"] ?? {};
    const found = explain(schema, body, resolveIn(document), ["/input", "/input/499/role"]);
    expect(found).toMatchObject({ path: "input[499].role", expectation });
    expect([...looked]).toEqual([499]);
  });

  it("is in the refusal of the request", async () => {
    const { body } = items(500);
    expect((await refusalOf("createResponse", body))?.message).toBe(
      `input[499].role ${expectation}.`,
    );
  });

  it.each<[Record<string, unknown>, string]>([
    [
      { metadata: { ["k".repeat(65)]: "v" } },
      "metadata has a name that must have at most 64 characters.",
    ],
    [{ metadata: { a: "v".repeat(513) } }, "metadata.a must have at most 512 characters."],
    [
      { metadata: Object.fromEntries(Array.from({ length: 17 }, (_, at) => [`k${at}`, "v"])) },
      "metadata must have at most 16 fields.",
    ],
    [
      { tools: new Array(513).fill({ type: "function", name: "f" }) },
      "tools must have at most 512 items.",
    ],
    [
      { input: new Array(4097).fill({ role: "user", content: "a" }) },
      "input must have at most 4096 items.",
    ],
  ])("names the field that has too much: %j", async (fields, message) => {
    const refusal = await refusalOf("createResponse", { model: "m", input: "x", ...fields });
    expect(refusal?.message).toBe(message);
  });

  it("counts a pair of surrogates as one character", async () => {
    const metadata = (length: number) => ({
      model: "m",
      input: "x",
      metadata: { a: "😀".repeat(length) },
    });
    expect(await refusalOf("createResponse", metadata(512))).toBeNull();
    expect((await refusalOf("createResponse", metadata(513)))?.status).toBe(400);
  });
});
