import { describe, expect, it } from "vitest";
import { hunkOf, withAlias, withModel, withProvider } from "./yaml-entry.ts";

const keyOf = (secret: string) => ({ name: "", secret, weight: "" });
const provider = {
  ...{ name: "openai", kind: "openai", url: "", keys: [keyOf("sk-1")] },
  ...{ models: "", unpriced: "refuse" },
};
const model = {
  ...{ id: "acme/one", kind: "text", provider: "acme", upstream: "one-1" },
  ...{ context: "1000", dimensions: "8", input: "0.5", output: "2" },
};

describe("one more provider", () => {
  it("makes a section where there is none, and stands first in one that is there", () => {
    expect(withProvider("", provider)).toBe("providers:\n  openai:\n    api_key: sk-1\n");
    expect(withProvider("sandbox: all\n", provider)).toBe(
      "sandbox: all\nproviders:\n  openai:\n    api_key: sk-1\n",
    );
    expect(withProvider("providers: # ours\n    b: {}\nmodels: []\n", provider)).toBe(
      "providers: # ours\n    openai:\n      api_key: sk-1\n    b: {}\nmodels: []\n",
    );
    expect(withProvider("providers: {}\n", provider)).toBe(
      "providers:\n  openai:\n    api_key: sk-1\n",
    );
  });

  it("quotes what could be misread, so that nothing typed becomes a setting", () => {
    const odd = {
      ...{ ...provider, name: "x", kind: "openai-compatible", url: "http://h/v1" },
      keys: [keyOf('a": b\n#')],
    };
    expect(withProvider("", odd)).toBe(
      'providers:\n  x:\n    kind: openai-compatible\n    base_url: "http://h/v1"\n    api_key: "a\\": b\\n#"\n',
    );
    expect(withProvider("", { ...provider, keys: [keyOf("true")] })).toContain('api_key: "true"');
  });

  it("is none where the section stands in one line", () => {
    expect(withProvider("providers: { a: {} }\n", provider)).toBeNull();
  });

  it("has its kind where it has nothing else", () => {
    expect(withProvider("", { ...provider, name: "ollama", kind: "ollama", keys: [] })).toBe(
      "providers:\n  ollama:\n    kind: ollama\n",
    );
  });
});

describe("several keys, patterns, aliases", () => {
  it("makes a pool of several keys, each with a name, and leaves out what is empty", () => {
    const keys = [keyOf("sk-1"), keyOf(""), { name: "spare", secret: "sk-2", weight: "3" }];
    expect(withProvider("", { ...provider, keys })).toBe(
      "providers:\n  openai:\n    api_keys:\n      - name: key-1\n        api_key: sk-1\n      - name: spare\n        api_key: sk-2\n        weight: 3\n",
    );
  });

  it("serves what a provider lists by patterns, and says what is done without a price", () => {
    const some = { ...provider, keys: [], models: "gpt-*, , o*" };
    expect(withProvider("", some)).toBe('providers:\n  openai:\n    models: ["gpt-*", "o*"]\n');
    expect(withProvider("", { ...some, unpriced: "allow" })).toContain("    unpriced: allow\n");
    expect(withProvider("", { ...provider, unpriced: "allow" })).not.toContain("unpriced");
  });

  it("gives models another name, by weight", () => {
    const models = [
      { id: "acme/one", weight: "3" },
      { id: "", weight: "1" },
      { id: "acme/two", weight: "" },
    ];
    expect(withAlias("aliases:\n  best: a/b\n", { name: "fast", models })).toBe(
      "aliases:\n  fast:\n    - model: acme/one\n      weight: 3\n    - model: acme/two\n  best: a/b\n",
    );
  });
});

describe("one more model", () => {
  it("stands first in the list, as the others are indented", () => {
    const entry = (indent: string) =>
      [
        "- id: acme/one",
        "  kind: text",
        "  context_length: 1000",
        "  endpoints:",
        "    - provider: acme",
        "      upstream_model: one-1",
        '      price: { input: "0.5", output: "2" }',
      ]
        .map((line) => indent + line)
        .join("\n");
    expect(withModel("", model)).toBe(`models:\n${entry("  ")}\n`);
    expect(withModel("models:\n- id: a\n", model)).toBe(`models:\n${entry("")}\n- id: a\n`);
    expect(withModel("", { ...model, kind: "embedding" })).toContain("dimensions: 8");
  });
});

describe("the lines that differ", () => {
  it("are those between the first and the last difference", () => {
    expect(hunkOf("a\nb\nc\n", "a\nx\ny\nc\n")).toEqual({ removed: ["b"], added: ["x", "y"] });
    expect(hunkOf("a\n", "a\n")).toEqual({ removed: [], added: [] });
    expect(hunkOf("a\na\n", "a\n")).toEqual({ removed: ["a"], added: [] });
  });
});
