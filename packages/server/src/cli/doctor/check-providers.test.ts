import { expect, it } from "vitest";
import { type Answer, fakeUpstream, json } from "../../../test/wire/fake-upstream.ts";
import { parseConfiguration } from "../../configuration/load-configuration.ts";
import { checkProviders } from "./check-providers.ts";

const page: Answer = (response, { path }) => {
  response.writeHead(path === "/app/models" ? 200 : 404, { "content-type": "text/html" });
  response.end("<!doctype html><title>Not found</title>");
};

async function check(answer: Answer, path = "/v1", names: readonly string[] = ["qwen"]) {
  await using server = await fakeUpstream(answer);
  const yaml = `
sandbox: false
providers: { local: { kind: openai-compatible, base_url: "${server.url}${path}" } }
models:
${names
  .map(
    (name) => `  - id: local/${name}
    kind: text
    context_length: 1000
    endpoints: [ { provider: local, upstream_model: ${name}, price: { input: "0", output: "0" } } ]`,
  )
  .join("\n")}
`;
  const configuration = parseConfiguration(yaml, { file: null, environment: {} });
  return (await checkProviders(configuration)).find((found) => found.check === "provider local");
}

const list = (...ids: string[]) => json(200, { data: ids.map((id) => ({ id })) });

it("suggests a missing /v1 where a web page answers in place of the list of models", async () => {
  expect(await check(page, "")).toMatchObject({
    state: "warning",
    detail: expect.stringMatching(
      /\/models gives a web page \(404\): is \/v1 missing from base_url\?$/,
    ),
  });
  expect(await check(page, "/app")).toMatchObject({
    state: "warning",
    detail: expect.stringContaining("(200): is /v1 missing"),
  });
  expect(await check(page, "/v1")).toMatchObject({
    state: "warning",
    detail: expect.stringContaining("is base_url right?"),
  });
});

it("says at which address nothing answers", async () => {
  let url = "";
  {
    await using server = await fakeUpstream(page);
    url = server.url;
  }
  const yaml = `providers: { local: { kind: openai-compatible, base_url: "${url}/v1" } }`;
  const configuration = parseConfiguration(yaml, { file: null, environment: {} });
  expect(await checkProviders(configuration)).toContainEqual(
    expect.objectContaining({
      state: "failed",
      detail: `The provider refused the connection. (${url}/v1)`,
    }),
  );
});

it("warns of an upstream_model that the provider does not list", async () => {
  expect(await check(list("qwen3", "llama"))).toMatchObject({
    state: "warning",
    detail: expect.stringContaining("does not list qwen: is upstream_model right"),
  });
  const many = ["a", "b", "c", "d", "e", "f", "g"];
  expect((await check(list("z"), "/v1", many))?.detail).toContain("a, b, c, d, e and 2 more");
});

it.each([
  ["lists it", list("qwen", "llama")],
  ["lists it with its tag", list("qwen:latest")],
  ["lists nothing", list()],
  ["lists one page of several", json(200, { data: [{ id: "a" }], has_more: true })],
  ["has no list, and says so in JSON", json(404, { error: "no such path" })],
])("does not warn where the provider %s", async (_, answer) => {
  expect(await check(answer)).toMatchObject({ state: "ok" });
});

it("says what a provider's own list adds, and which of it is refused without a price", async () => {
  await using server = await fakeUpstream(list("new-1", "new-2", "old"));
  const yaml = `
sandbox: false
providers:
  vendor: { kind: openai-compatible, base_url: "${server.url}/v1", api_key: k, models: "new-*" }
  open: { kind: openai-compatible, base_url: "${server.url}/v1", models: [ "new-*", old ] }
`;
  const found = await checkProviders(parseConfiguration(yaml, { file: null, environment: {} }));
  expect(found.map(({ detail }) => detail)).toEqual([
    expect.stringContaining(
      "; its list of 3 models adds 0, and 2 have no price and are refused (vendor/new-1, vendor/new-2)",
    ),
    expect.stringMatching(/; its list of 3 models adds 3$/),
  ]);
});

it("names the keys of a provider that are refused", async () => {
  await using server = await fakeUpstream((response, asked) =>
    asked.headers.authorization === "Bearer good"
      ? list("m")(response, asked)
      : json(401, { error: { message: "no" } })(response, asked),
  );
  const check = async (keys: string) => {
    const yaml = `sandbox: false\nproviders: { p: { kind: openai-compatible, base_url: "${server.url}/v1", api_keys: [ ${keys} ] } }`;
    const [found] = await checkProviders(parseConfiguration(yaml, { file: null, environment: {} }));
    return found;
  };
  expect(await check("{ name: a, api_key: good }, { name: b, api_key: bad }")).toMatchObject({
    state: "warning",
    detail: expect.stringMatching(/^1 of 2 credentials are accepted\. b: /),
  });
  expect(await check("{ name: b, api_key: bad }")).toMatchObject({ state: "failed" });
  expect(await check("{ name: a, api_key: good }")).toMatchObject({ state: "ok" });
});
