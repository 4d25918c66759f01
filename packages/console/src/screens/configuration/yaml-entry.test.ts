import { describe, expect, it } from "vitest";
import { hunkOf, withModel, withProvider } from "./yaml-entry.ts";

const provider = { name: "openai", kind: "openai", secret: "sk-1", url: "" };
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
    const odd = { name: "x", kind: "openai-compatible", secret: 'a": b\n#', url: "http://h/v1" };
    expect(withProvider("", odd)).toBe(
      'providers:\n  x:\n    kind: openai-compatible\n    base_url: "http://h/v1"\n    api_key: "a\\": b\\n#"\n',
    );
    expect(withProvider("", { ...provider, secret: "true" })).toContain('api_key: "true"');
  });

  it("is none where the section stands in one line", () => {
    expect(withProvider("providers: { a: {} }\n", provider)).toBeNull();
  });

  it("has its kind where it has nothing else", () => {
    expect(withProvider("", { ...provider, name: "ollama", kind: "ollama", secret: "" })).toBe(
      "providers:\n  ollama:\n    kind: ollama\n",
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
