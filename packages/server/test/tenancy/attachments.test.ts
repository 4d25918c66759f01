import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestGateway, type TestGateway } from "../support/gateway.ts";
import { type FakeUpstream, fakeUpstream, json } from "../wire/fake-upstream.ts";
import { ask, bring, type Told } from "./manage.ts";

let upstream: FakeUpstream;
let gateway: TestGateway;

/** The operator's: what an upstream is sent must never be signed with it while it names the operator's objects. */
const operators = {
  bedrock: JSON.stringify({ access_key_id: "AKIAOPERATOR", secret_access_key: "s" }),
  vertex: "ya29.operator-token",
};

const yamlFor = (url: string) => `
sandbox: false
providers:
  bedrock: { kind: bedrock, base_url: "${url}", api_key: '${operators.bedrock}', fetch_urls: true }
  vertex: { kind: vertex, base_url: "${url}", api_key: "${operators.vertex}", project: operator-project, fetch_urls: true }
  gemini: { kind: gemini, base_url: "${url}", api_key: operator-key, fetch_urls: true }
  open: { kind: bedrock, base_url: "${url}", api_key: '${operators.bedrock}', allow_uris: ["s3://public-samples/"] }
  local: { kind: openai-compatible, base_url: "${url}/v1" }
  seeing: { kind: openai-compatible, preset: openrouter, base_url: "${url}/v1" }
  fetching: { kind: openai-compatible, base_url: "${url}/v1", fetch_urls: true }
models:
${["bedrock", "vertex", "gemini", "local", "fetching"].map((name) => model(`t/${name}`, [name])).join("\n")}
${model("t/both", ["bedrock", "open"])}
${model("t/inside", ["local", "fetching"])}
  - { id: e/local, kind: embedding, context_length: 100, dimensions: 2, input_modalities: [text, image], endpoints: [ { provider: seeing, upstream_model: e, price: { input: "1" } } ] }
  - { id: e/gemini, kind: embedding, context_length: 100, dimensions: 2, input_modalities: [text, image], endpoints: [ { provider: gemini, upstream_model: e, price: { input: "1" } } ] }
`;

function model(id: string, providers: readonly string[]): string {
  const endpoints = providers.map(
    (provider) =>
      `{ provider: ${provider}, upstream_model: m, price: { input: "1", output: "1" }, abilities: { tools: true, images: true, files: true } }`,
  );
  return `  - { id: ${id}, kind: text, context_length: 100000, endpoints: [ ${endpoints.join(", ")} ] }`;
}

beforeAll(async () => {
  upstream = await fakeUpstream(json(400, { error: { message: "Asked." } }));
  gateway = await startTestGateway({ yaml: yamlFor(upstream.url) });
});
afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
  await upstream[Symbol.asyncDispose]();
});

async function respond(model: string, part: object, more: object = {}): Promise<Told> {
  upstream.asked.length = 0;
  return await ask(gateway, gateway.own.ordinary, "POST", "/responses", {
    model,
    input: [{ role: "user", content: [part, { type: "input_text", text: "transcribe" }] }],
    ...more,
  });
}

const file = (file_url: string) => ({ type: "input_file", filename: "x.pdf", file_url });
const image = (image_url: string) => ({ type: "input_image", image_url });

function expectRefused({ status, body }: Told, field: string, rule: string): void {
  expect(status).toBe(400);
  expect(body.error.metadata).toMatchObject({ field, excluded: [{ rule, place: field }] });
  expect(body.error.message).toContain(`${field} cannot be used: send the content itself`);
  expect(upstream.asked, "nothing was sent").toEqual([]);
}

describe("what only the operator's credential opens", () => {
  it.each([
    ["t/bedrock", file("s3://operators-private-bucket/payroll.pdf"), "file_url"],
    ["t/vertex", image("gs://operators-private-bucket/payroll.png"), "image_url"],
    ["t/gemini", file("https://generativelanguage.googleapis.com/v1beta/files/abc"), "file_url"],
    ["t/vertex", file("https://storage.googleapis.com/operators-private-bucket/x.pdf"), "file_url"],
    ["t/gemini", file("files/abc"), "file_url"],
    ["t/fetching", file("file:///etc/passwd"), "file_url"],
    ["t/fetching", image("file-abc123"), "image_url"],
  ])("is refused at %s, with its place: %j", async (id, part, field) => {
    for (const stream of [false, true])
      expectRefused(
        await respond(id, part, { stream }),
        `input[0].content[0].${field}`,
        "allow_uris",
      );
  });

  it("is refused in what a function returned, and in inputs for embeddings", async () => {
    const input = [
      { type: "function_call", call_id: "c", name: "f", arguments: "{}" },
      { type: "function_call_output", call_id: "c", output: [file("s3://private/x.pdf")] },
    ];
    upstream.asked.length = 0;
    const key = gateway.own.ordinary;
    const told = await ask(gateway, key, "POST", "/responses", { model: "t/bedrock", input });
    expectRefused(told, "input[1].output[0].file_url", "allow_uris");
    const content = [{ type: "image_url", image_url: { url: "gs://private/x.png" } }];
    const body = { model: "e/gemini", input: ["a", { content }] };
    const mixed = await ask(gateway, key, "POST", "/embeddings", { ...body, input: [{ content }] });
    expectRefused(mixed, "input[0].content[0].image_url.url", "allow_uris");
  });

  it("is handed on where the operator has opened it, to that provider alone", async () => {
    const opened = await respond("t/both", file("s3://public-samples/a.pdf"));
    expect([opened.status, opened.body.error.metadata.provider]).toEqual([400, "open"]);
    expect(upstream.asked[0]?.body).toContain("s3://public-samples/a.pdf");
    const beside = await respond("t/both", file("s3://public-samples/../private/a.pdf"));
    expect(beside.status).toBe(400);
    expect(beside.body.error.metadata.excluded).toHaveLength(2);
    expect(upstream.asked).toEqual([]);
  });

  it("is handed on where the caller's own credential signs, and with no other", async () => {
    const own = JSON.stringify({ access_key_id: "AKIATENANT", secret_access_key: "s" });
    const id = await bring(gateway, gateway.own, { provider: "bedrock", secret: own });
    const told = await respond("t/bedrock", file("s3://tenants-bucket/a.pdf"));
    expect(upstream.asked[0]?.body).toContain("s3://tenants-bucket/a.pdf");
    expect(upstream.asked[0]?.headers.authorization).toContain("AKIATENANT");
    expect(told.body.error.message).toBe("Asked.");
    await ask(gateway, gateway.own.ordinary, "DELETE", `/byok/${id}`);
    const after = await respond("t/bedrock", file("s3://tenants-bucket/a.pdf"));
    expectRefused(after, "input[0].content[0].file_url", "allow_uris");
  });
});

describe("what only the operator's network opens", () => {
  it.each([
    "http://169.254.169.254/latest/meta-data/iam/",
    "http://2852039166/",
    "http://0xa9.0xfe.0xa9.0xfe/",
    "http://[::ffff:169.254.169.254]/",
    "http://localhost.:8500/v1/kv",
    "https://rebinding.example/x.png",
    "https://example.com/x.png",
  ])("is not fetched by an upstream in it by default: %s", async (url) => {
    expectRefused(
      await respond("t/local", image(url)),
      "input[0].content[0].image_url",
      "fetch_urls",
    );
    expect((await respond("t/local", image(url))).text).toContain("fetch_urls: true");
    const moved = await respond("t/inside", image(url));
    expect(moved.body.error.metadata.provider, "another one may").toBe("fetching");
    expect(upstream.asked).toHaveLength(1);
    const content = [{ type: "image_url", image_url: { url } }];
    upstream.asked.length = 0;
    const embed = { model: "e/local", input: [{ content }] };
    const told = await ask(gateway, gateway.own.ordinary, "POST", "/embeddings", embed);
    expectRefused(told, "input[0].content[0].image_url.url", "fetch_urls");
  });

  it("does not stand in the way of a data URL", async () => {
    await respond("t/local", image("data:image/png;base64,iVBORw0KGgo="));
    expect(upstream.asked).toHaveLength(1);
  });
});

describe("a name of an object in the operator's account", () => {
  const handle = "handle-0f3a";

  it.each(["local", "vertex", "gemini", "bedrock"])(
    "never reaches %s, in any field",
    async (provider) => {
      const { status } = await respond(
        `t/${provider}`,
        { type: "input_image", image_url: "data:image/png;base64,iVBORw0KGgo=", file_id: handle },
        {
          ...{ cached_content: handle, cachedContent: handle, container: handle },
          prompt_cache_key: handle,
          ...{ vector_store_ids: [handle], include: [handle], attachments: [{ file_id: handle }] },
          tools: [
            { type: "function", name: "f", strict: null, parameters: { type: "object" } },
            { type: "file_search", vector_store_ids: [handle] },
            { type: "code_interpreter", container: { type: "auto", file_ids: [handle] } },
            {
              type: "mcp",
              server_label: "x",
              server_url: `https://${handle}`,
              connector_id: handle,
            },
          ],
          metadata: { file_id: handle },
        },
      );
      expect(status).toBe(400);
      expect(upstream.asked).toHaveLength(1);
      expect(JSON.stringify(upstream.asked[0])).not.toContain(handle);
    },
  );

  it.each([
    [{ previous_response_id: handle }, "previous_response_id"],
    [{ conversation: handle }, "conversation"],
    [{ prompt: { id: handle } }, "prompt"],
    [{ input: [{ type: "item_reference", id: handle }] }, "input[0]"],
    [{ input: [{ role: "user", content: [{ type: "input_file", file_id: handle }] }] }, "input[0]"],
    [
      { input: [{ role: "user", content: [{ type: "input_image", file_id: handle }] }] },
      "input[0]",
    ],
    [{ tools: [], tool_choice: { type: "file_search" } }, "tool_choice"],
  ])("is refused where nothing else is said: %j", async (more, place) => {
    const told = await respond("t/local", { type: "input_text", text: "a" }, more);
    expect(told.status).toBe(400);
    expect(told.body.error.message).toContain(place);
    expect(upstream.asked).toEqual([]);
  });
});
