import type { Schema } from "@portico/client";
import { expect, it } from "vitest";
import { modelsSearch } from "../searches.ts";
import { abilitiesOf, comparedIds, pathOf, selectModels, toggled } from "./select-models.ts";

type Model = Schema<"Model">;

function model(id: string, changed: Partial<Model> = {}): Model {
  return {
    id,
    canonical_slug: id,
    name: id.toUpperCase(),
    display_name: id,
    object: "model",
    type: "model",
    owned_by: "acme",
    created: 1_780_000_000,
    created_at: "2026-05-28T20:26:40.000Z",
    description: "",
    context_length: 1000,
    architecture: { modality: null, input_modalities: ["text"], output_modalities: ["text"] },
    pricing: { prompt: "0.000001", completion: "0.000002" },
    top_provider: { is_moderated: false },
    per_request_limits: null,
    supported_parameters: [],
    default_parameters: null,
    supported_voices: null,
    links: { details: "" },
    ...changed,
  };
}

const writer = model("acme/writer", {
  pricing: { prompt: "0.0000002", completion: "0.0000008", input_cache_read: "0.00000005" },
  supported_parameters: ["reasoning", "tools"],
});
const embed = model("acme/embed", {
  pricing: { prompt: "0.00000002", completion: "0" },
  context_length: 8192,
  description: "For search over short texts",
});
const ids = (models: readonly Model[]) => models.map(({ id }) => id);

it("finds models by all words of their id, name or description", () => {
  expect(ids(selectModels([writer, embed], { search: "SHORT acme" }))).toEqual(["acme/embed"]);
  expect(ids(selectModels([writer, embed], { search: "nothing" }))).toEqual([]);
});

it("sorts by name, price or context, and chooses by ability", () => {
  expect(ids(selectModels([writer, embed], {}))).toEqual(["acme/embed", "acme/writer"]);
  expect(ids(selectModels([writer, embed], { sort: "input" }))[0]).toBe("acme/embed");
  expect(ids(selectModels([writer, embed], { sort: "context" }))[0]).toBe("acme/embed");
  expect(ids(selectModels([writer, embed], { ability: "tools" }))).toEqual(["acme/writer"]);
});

it("reads abilities from a model's facts", () => {
  expect(abilitiesOf(writer)).toEqual(["tools", "reasoning", "caching"]);
  expect(abilitiesOf(embed)).toEqual([]);
});

it("compares four models at most, each once", () => {
  expect(comparedIds("a,b,a,,c,d,e")).toEqual(["a", "b", "c", "d"]);
  expect(toggled("a,b", "b")).toBe("a");
  expect(toggled("a", "a")).toBeUndefined();
  expect(toggled("a,b,c", "d")).toBe("a,b,c,d");
  expect(toggled("a,b,c,d", "e")).toBeNull();
});

it("divides an id at its first slash", () => {
  expect(pathOf("acme/writer/large:free")).toEqual({ author: "acme", slug: "writer/large:free" });
});

it("leaves out what an address says wrongly", () => {
  expect(modelsSearch({ kind: "x", ability: "y", sort: "z", search: "a" })).toEqual({
    search: "a",
  });
});
