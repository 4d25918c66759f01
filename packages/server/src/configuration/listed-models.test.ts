import { describe, expect, it } from "vitest";
import type { ListedModel } from "../providers/provider.ts";
import { findModel } from "../routing/candidates.ts";
import { ConfigurationError } from "./configuration.ts";
import { withLists } from "./listed-models.ts";
import { parseConfiguration } from "./load-configuration.ts";

const read = (text: string) =>
  parseConfiguration(`sandbox: false\n${text}`, { file: "portico.yaml", environment: {} });

function catalogOf(text: string, lists: Record<string, readonly (string | ListedModel)[]>) {
  const given = Object.entries(lists).map(([name, models]) => {
    const listed = models.map((one) => (typeof one === "string" ? { id: one } : one));
    return [name, listed] as const;
  });
  return withLists(read(text), new Map(given));
}

function problemOf(text: string): string {
  try {
    read(text);
    return "";
  } catch (error) {
    if (error instanceof ConfigurationError) return error.message;
    throw error;
  }
}

const openai = (more: string) => `providers: { openai: { api_key: k, ${more} } }`;

describe("models by pattern", () => {
  it("have the price list's price where it knows them at the vendor, under the pattern's id", () => {
    const { models } = catalogOf("providers: { gemini: { api_key: k, models: gemini-* } }", {
      gemini: ["gemini-2.5-pro", "learnlm"],
    });
    const [made, preset] = [
      models.get("gemini/gemini-2.5-pro"),
      models.get("google/gemini-2.5-pro"),
    ];
    expect(made?.endpoints).toEqual(preset?.endpoints);
    expect(made).toMatchObject({ id: "gemini/gemini-2.5-pro", kind: "text" });
    expect(models.has("gemini/learnlm")).toBe(false);
  });

  it("are refused without a price, with what the operator has to write", () => {
    const catalog = catalogOf(openai('models: "*"'), { openai: ["gpt-9-new", "gpt-5"] });
    expect(catalog.models.has("openai/gpt-5")).toBe(true);
    const find = () => findModel({ catalog, modelId: "openai/gpt-9-new", kind: "text" });
    expect(find).toThrow(
      /The provider openai has the model "openai\/gpt-9-new", but the gateway knows no price for it.*"unpriced: allow"/,
    );
  });

  it("cost nothing and are marked where the operator allows them all the same", () => {
    const text = openai('models: [ "gpt-*", "text-*" ], unpriced: allow');
    const { models, unpriced } = catalogOf(text, {
      openai: ["gpt-9-new", "gpt-9-realtime", "text-embedding-9", "whisper-9"],
    });
    expect([...(unpriced ?? [])]).toEqual([]);
    expect(models.get("openai/gpt-9-new")).toMatchObject({
      ...{ kind: "text", contextLength: 131_072 },
      endpoints: [
        {
          ...{ upstreamModel: "gpt-9-new", price: { inputPicousd: 0, outputPicousd: 0 } },
          ...{ priceOrigin: { version: "no-price" }, abilities: { tools: true } },
        },
      ],
    });
    // What answers no operation, and vectors of an unknown length.
    const listed = [...models.keys()].filter((id) => id.includes("9"));
    expect(listed).toEqual(["openai/gpt-9-new"]);
  });

  it("leave alone what the file has under the same id", () => {
    const own = `models: [ { id: openai/gpt-9, kind: text, context_length: 9, endpoints: [ { provider: openai, upstream_model: gpt-9, price: { input: "7", output: "7" } } ] } ]`;
    const { models } = catalogOf(`${openai('models: "*", unpriced: allow')}\n${own}`, {
      openai: ["gpt-9"],
    });
    expect(models.get("openai/gpt-9")).toMatchObject({ contextLength: 9 });
  });

  it.each(["ollama", "lmstudio", "vllm", "llamacpp"])(
    "are all that a server of one's own has, for nothing: %s",
    (name) => {
      const listed: ListedModel[] = [
        { id: "qwen3:8b", contextLength: 40_960, readsImages: true, takesTools: false },
        { id: "nomic-embed-text", kind: "embedding", dimensions: 768, contextLength: 2_048 },
        { id: "bge-reranker-v2" },
        { id: "no model id" },
      ];
      const { models } = catalogOf(`providers: { ${name}: {} }`, { [name]: listed });
      expect(models.get(`${name}/qwen3:8b`)).toMatchObject({
        contextLength: 40_960,
        inputModalities: ["text", "image"],
        endpoints: [{ priceOrigin: { version: "own-server" }, abilities: { tools: false } }],
      });
      expect(models.get(`${name}/nomic-embed-text`)).toMatchObject({ dimensions: 768 });
      expect(models.get(`${name}/bge-reranker-v2`)?.kind).toBe("rerank");
      expect(models.size).toBe(3);
      expect(
        catalogOf(`providers: { ${name}: { models: [] } }`, { [name]: listed }).models.size,
      ).toBe(0);
    },
  );

  it.each([
    ["providers: { b: { kind: bedrock, api_key: k, models: x } }", /does not list its models/],
    ["providers: { openai: { models: x } }", /list is read with its api_key/],
    [openai("models: x, unpriced: maybe"), /must be one of "refuse", "allow"/],
  ])("are a mistake in %s", (text, message) => {
    expect(problemOf(text)).toMatch(message);
    expect(problemOf(text)).toMatch(/^portico\.yaml:2:\d+: /);
  });
});

describe("an alias", () => {
  const two = `${openai('models: "*"')}\naliases:\n`;

  it("is another name of a model, or of several by weight", () => {
    const { aliases } = read(
      `${two}  best: openai/gpt-5\n  fast: [ { model: openai/gpt-5-mini, weight: 3 }, openai/gpt-5-nano ]`,
    ).catalog;
    expect(Object.fromEntries(aliases ?? [])).toEqual({
      best: [{ modelId: "openai/gpt-5", weight: 1 }],
      fast: [
        { modelId: "openai/gpt-5-mini", weight: 3 },
        { modelId: "openai/gpt-5-nano", weight: 1 },
      ],
    });
  });

  it.each([
    ["  openai/gpt-5: openai/gpt-5-mini", /is the id of a model/],
    [
      "  fast: azure/gpt-5",
      /aliases\.fast\[0\]: There is no model "azure\/gpt-5"|There is no model/,
    ],
    ["  e: [ openai/gpt-5, openai/text-embedding-3-small ]", /one kind only/],
    ["  e: [ openai/text-embedding-3-small, openai/text-embedding-3-large ]", /cannot be compared/],
    ["  fast: [ { model: openai/gpt-5, weigth: 1 } ]", /Unknown key "weigth"/],
  ])("is a mistake in %s", (line, message) => {
    expect(problemOf(`${two}${line}`)).toMatch(message);
    expect(problemOf(`${two}${line}`)).toMatch(/^portico\.yaml:4:\d+: /);
  });

  it("may stand for what a list may give", () => {
    expect(problemOf(`${two}  new: openai/gpt-9`)).toBe("");
  });
});
