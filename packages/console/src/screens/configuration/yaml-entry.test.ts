import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { changeOf } from "./entry-change.ts";
import { draftOf, type EntryDraft } from "./entry-draft.ts";
import { forms, type Section } from "./entry-forms.ts";
import { namesIn, pathOf, withEntry, withoutEntry } from "./yaml-entry.ts";
import { hunkOf, readText } from "./yaml-lines.ts";

function read(text: string) {
  const document = readText(text);
  if (document === null) throw new Error("The text is no YAML.");
  return document;
}

/** As the dialog does it: the draft of what stands there, with some texts changed. */
function edited(
  text: string,
  section: Section,
  name: string | null,
  change: (draft: EntryDraft) => EntryDraft,
): string | null {
  const document = read(text);
  const path = pathOf(document, { section, name });
  const plain = path?.reduce<unknown>((one, at) => Object(one)[at] ?? null, document.toJS());
  const draft = draftOf(forms[section], plain);
  return withEntry(text, { section, name }, changeOf(forms[section], change(draft)));
}

const same = (draft: EntryDraft) => draft;
const typed = (texts: EntryDraft["texts"]) => (draft: EntryDraft) => ({
  ...draft,
  texts: { ...draft.texts, ...texts },
});
const inRow = (index: number, texts: EntryDraft["texts"]) => (draft: EntryDraft) => ({
  ...draft,
  rows: draft.rows.map((row, at) =>
    at === index ? { ...row, texts: { ...row.texts, ...texts } } : row,
  ),
});
const oneMore = (texts: EntryDraft["texts"]) => (draft: EntryDraft) => ({
  ...draft,
  rows: [...draft.rows, { id: 99, at: null, texts }],
});

/** With all that forms do not know, and written as people write. */
const rare = `# The gateway of the shop
sandbox: all # for rehearsals

providers: # ours
    # The one with the contract.
    openai: { kind: openai, api_key: sealed:7.1, organization: org-1 } # until May
    own:
        kind: openai-compatible   # a server of our own
        base_url: "http://10.0.0.5:8000/v1"

        # It wants this.
        headers:
            X-Team: |
                shop # no comment
                two
        extra_body: { a: [1, 2], b: "x" }
        timeouts: { connect_ms: 2000 }
        api_keys:
            - name: main # the first
              api_key: sealed:7.2
              weight: 3
              tokens_per_minute: 40000
            - { name: spare, api_key: "\${SPARE}" }
    ollama:
# Prices are ours.
models:
- id: own/text
  kind: text
  context_length: 1000
  deprecated: { ends: "2027-01-31" }
  endpoints:
  - provider: own
    upstream_model: text
    price:
      input: "0.50"
      steps: [ { above: 10, input: "5" } ]
    abilities: { tools: true }
- { id: own/embed, kind: embedding, context_length: 10, dimensions: 3, endpoints: [ { provider: own, upstream_model: e, price: { input: "1" } } ] }
aliases:
  best: own/text
  fast: [ { model: own/text, weight: 3 }, own/other ]
alerts:
  thresholds: [50, 80]
  unbilled_usd: null
`;

describe("an entry that is changed by its form", () => {
  const all = (["providers", "models", "aliases"] as const).flatMap((section) =>
    namesIn(read(rare), section).map((name) => [section, name] as const),
  );

  it.each([...all, ["alerts", null] as const])(
    "%s %s stays as it is where nothing is typed",
    (section, name) => {
      expect(edited(rare, section, name, same)).toBe(rare);
    },
  );

  it("keeps what the form does not know, comments too, and every other line", () => {
    const changed = edited(rare, "providers", "own", (draft) =>
      inRow(0, { weight: "2" })(typed({ base_url: "http://10.0.0.6/v1" })(draft)),
    );
    expect(changed).toBe(
      rare
        .replace("10.0.0.5:8000/v1", "10.0.0.6/v1")
        .replace("weight: 3\n", "weight: 2\n")
        .replaceAll(/\[1, 2\]/g, "[ 1, 2 ]"),
    );
  });

  it("changes a price, and leaves its steps and what stands behind it", () => {
    const changed = edited(rare, "models", "own/text", inRow(0, { "price.input": "0.75" })) ?? "";
    const model = parse(changed).models[0];
    expect(model.endpoints[0]).toEqual({
      ...parse(rare).models[0].endpoints[0],
      price: { input: "0.75", steps: [{ above: 10, input: "5" }] },
    });
    expect({ ...parse(changed), models: [] }).toEqual({ ...parse(rare), models: [] });
    expect(changed).toContain('input: "0.75"');
    expect(edited(rare, "models", "own/embed", typed({ dimensions: "4" }))).toContain(
      "- { id: own/embed, kind: embedding, context_length: 10, dimensions: 4,",
    );
  });

  it("makes a pool of its one credential, which keeps its place, and one again", () => {
    const pool = edited(rare, "providers", "openai", oneMore({ api_key: "sk-2", name: "spare" }));
    expect(parse(pool ?? "").providers.openai).toEqual({
      ...{ kind: "openai", organization: "org-1" },
      api_keys: [
        { name: "key-1", api_key: "sealed:7.1" },
        { name: "spare", api_key: "sk-2" },
      ],
    });
    const less = edited(rare, "providers", "own", (draft) => ({
      ...draft,
      rows: draft.rows.slice(1),
    }));
    expect(parse(less ?? "").providers.own.api_keys).toEqual([
      { name: "spare", api_key: expect.stringContaining("SPARE") },
    ]);
  });

  it("takes what is emptied away, and a setting of an entry without any", () => {
    const other = edited(rare, "alerts", null, typed({ thresholds: "", unbilled_usd: "2" }));
    expect(parse(other ?? "").alerts).toEqual({ unbilled_usd: 2 });
    const ollama = edited(rare, "providers", "ollama", typed({ models: "q*" })) ?? "";
    expect(parse(ollama).providers.ollama).toEqual({ models: ["q*"] });
    expect(parse(ollama).models).toEqual(parse(rare).models);
  });

  it("changes aliases that are names, and lists of both kinds", () => {
    const weighed = edited(rare, "aliases", "fast", inRow(1, { weight: "2" })) ?? "";
    expect(parse(weighed).aliases.fast).toEqual([
      { model: "own/text", weight: 3 },
      { model: "own/other", weight: 2 },
    ]);
    expect(edited(rare, "aliases", "best", inRow(0, { model: "own/b" }))).toBe(
      rare.replace("best: own/text", "best: own/b"),
    );
    const two = edited(rare, "aliases", "best", oneMore({ model: "own/b", weight: "" })) ?? "";
    expect(parse(two).aliases.best).toEqual(["own/text", "own/b"]);
  });

  it("is left to a person where it is a reference, or the text is none of settings", () => {
    const referred = "x: &a { kind: openai }\nproviders:\n  b: *a\n";
    expect(edited(referred, "providers", "b", typed({ base_url: "http://h" }))).toBeNull();
    expect(withEntry("a: [", { section: "models", name: "m" }, () => {})).toBeNull();
  });

  it("in a text that is JSON stays what it was", () => {
    const json = JSON.stringify(parse(rare));
    const changed = edited(json, "models", "own/text", typed({ context_length: "2000" })) ?? "";
    const { models, ...others } = parse(json);
    models[0].context_length = 2000;
    expect(parse(changed)).toEqual({ ...others, models });
  });
});

describe("a new entry", () => {
  const provider = (draft: EntryDraft) => inRow(0, { api_key: "sk-1" })(draft);

  it("makes a section where there is none, and stands first in one that is there", () => {
    expect(edited("", "providers", "openai", provider)).toBe(
      "providers:\n  openai:\n    kind: openai\n    api_key: sk-1\n",
    );
    expect(edited("sandbox: all\n", "providers", "openai", provider)).toBe(
      "sandbox: all\nproviders:\n  openai:\n    kind: openai\n    api_key: sk-1\n",
    );
    expect(edited("providers: # ours\n    b: {}\nmodels: []\n", "providers", "a", provider)).toBe(
      "providers: # ours\n    a:\n      kind: openai\n      api_key: sk-1\n    b: {}\nmodels: []\n",
    );
    expect(edited("providers: {}\n", "providers", "openai", provider)).toBe(
      "providers:\n  openai:\n    kind: openai\n    api_key: sk-1\n",
    );
    expect(parse(edited("providers: { a: {} }\n", "providers", "b", provider) ?? "")).toEqual({
      providers: { b: { kind: "openai", api_key: "sk-1" }, a: {} },
    });
    expect(parse(edited(rare, "providers", "new", provider) ?? "").providers).toEqual({
      ...parse(rare).providers,
      new: { kind: "openai", api_key: "sk-1" },
    });
  });

  it("quotes what could be misread, so that nothing typed becomes a setting", () => {
    for (const odd of ['a": b\n#', "true", "- x", "*a", "1e3"]) {
      const made = edited("", "providers", "x", inRow(0, { api_key: odd })) ?? "";
      expect(parse(made)).toEqual({ providers: { x: { kind: "openai", api_key: odd } } });
    }
  });

  it("has what its form shows alone", () => {
    const row = { provider: "acme", upstream_model: "one", "price.input": "0.5" };
    const model = (draft: EntryDraft) => inRow(0, { ...row, "price.output": "2" })(draft);
    expect(parse(edited("", "models", "acme/one", model) ?? "").models).toEqual([
      {
        ...{ id: "acme/one", kind: "text", context_length: 128000 },
        endpoints: [
          { provider: "acme", upstream_model: "one", price: { input: "0.5", output: "2" } },
        ],
      },
    ]);
    const second = edited("models:\n- id: a\n", "models", "b", model) ?? "";
    expect(second).toMatch(/^models:\n- id: b\n {2}kind: text\n[\s\S]*\n- id: a\n$/);
    const some = typed({ models: "gpt-*, , o*", unpriced: "allow" });
    expect(parse(edited("", "providers", "openai", some) ?? "").providers.openai).toEqual({
      ...{ kind: "openai", models: ["gpt-*", "o*"], unpriced: "allow" },
    });
    const canary = typed({ to: "a/b", keys: "1, 2", "roll_back.slower": "null" });
    expect(parse(edited("", "canaries", "a/a", canary) ?? "").canaries).toEqual({
      "a/a": { to: "a/b", percent: 5, keys: [1, 2], roll_back: { slower: null } },
    });
  });
});

describe("an entry that is taken away", () => {
  it("takes its lines, and its section where it was alone", () => {
    const less = withoutEntry(rare, { section: "providers", name: "own" }) ?? "";
    const { own: _, ...providers } = parse(rare).providers;
    expect(parse(less)).toEqual({ ...parse(rare), providers });
    const { removed, added } = hunkOf(rare.split("\n"), less.split("\n"));
    expect(added).toEqual([]);
    expect(removed[0]).toBe("    own:");
    const none = withoutEntry("a: 1\naliases:\n  x: y\n\n# end\nb: 2\n", {
      section: "aliases",
      name: "x",
    });
    expect(none).toBe("a: 1\n\n# end\nb: 2\n");
    const model = withoutEntry(rare, { section: "models", name: "own/embed" }) ?? "";
    expect(parse(model).models).toEqual([parse(rare).models[0]]);
    expect(withoutEntry(rare, { section: "models", name: "none" })).toBeNull();
    expect(
      parse(
        withoutEntry("providers: { a: {}, b: {} }\n", { section: "providers", name: "a" }) ?? "",
      ),
    ).toEqual({ providers: { b: {} } });
  });
});

describe("the lines that differ", () => {
  it("are those between the first and the last difference", () => {
    const of = (old: string, now: string) => hunkOf(old.split(""), now.split(""));
    expect(of("abc", "axyc")).toEqual({ start: 1, removed: ["b"], added: ["x", "y"] });
    expect(of("a", "a")).toEqual({ start: 1, removed: [], added: [] });
    expect(of("aa", "a")).toEqual({ start: 1, removed: ["a"], added: [] });
  });
});
