import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { loadDocument } from "@portico/contract";
import { describe, expect, it } from "vitest";
import { type SearchEntry, searchIndex } from "../src/search-index.ts";
import { publishedGuides } from "../src/site.ts";

const script = join(import.meta.dirname, "../assets/search-rank.js");
/** As the reader's browser runs it. */
const rank: (entries: readonly SearchEntry[], query: string) => { readonly entry: SearchEntry }[] =
  runInNewContext(`${readFileSync(script, "utf8")}\nrank`);
const document = loadDocument();
const entries = searchIndex(publishedGuides(document), document);
const search = (query: string) => rank(entries, query).map(({ entry }) => entry);
const first = (query: string) => search(query)[0];

/** What newcomers of each group ask first, and the pages that answer them. */
const questions = [
  // Who runs the gateway.
  ["sso", "single-sign-on.html"],
  ["okta", "single-sign-on.html"],
  ["quota", "limits.html"],
  ["rate limit", "errors/rate_limited.html"],
  ["load balancing", "running.html#name-your-providers"],
  ["rollback", "runbook.html#upgrade-and-back"],
  ["locked out", "runbook.html#locked-out"],
  ["pii", "reference/eraseIoLog.html"],
  ["prometheus", "deploying.html#prometheus-and-grafana"],
  ["byok", "administration.html"],
  // Who calls it.
  ["402", "errors/out_of_credits.html"],
  ["429", "errors/rate_limited.html"],
  ["401", "errors/unauthenticated.html"],
  ["529", "errors/overloaded.html"],
  ["error 503", "errors/unavailable.html"],
  ["insufficient credits", "errors/out_of_credits.html"],
  ["key is missing or not valid", "errors/unauthenticated.html"],
  ["context too long", "errors/bad_request.html"],
  ["invalid api key", "errors/unauthenticated.html"],
  ["retry", "errors.html"],
  ["caching", "embeddings.html#ask-once-for-the-same-text"],
  ["cost", "costs.html"],
  ["price", "costs.html"],
  ["tools", "tools.html"],
  ["openai sdk", "works-with.html"],
  // Who builds a page before there is a gateway.
  ["install client", "client.html"],
  ["mock errors", "mock.html#start-it"],
  ["react streaming", "react.html#streams"],
  ["next.js", "examples.html"],
] as const;

describe("the search", () => {
  it("finds every operation first by its id, in any case", () => {
    for (const { k } of entries) {
      if (!k) continue;
      // Two streams have an event of the name error.
      const namesakes = entries.filter((other) => other.k?.[0] === k[0]).map(({ u }) => u);
      for (const id of [k[0], k[0]?.toLowerCase()]) expect(namesakes).toContain(first(id ?? "")?.u);
    }
  });

  it.each(["limit_reset", "max_output_tokens", "encoding_format", "include_byok_in_limit"])(
    "finds first an operation that has the field %s",
    (name) => {
      expect(first(name)?.k).toContain(name);
    },
  );

  it.each([
    ["rate_limited", "errors/rate_limited.html"],
    ["out_of_credits", "errors/out_of_credits.html"],
    ["response.content_part.delta", "createResponse-events.html#"],
    ["content_block_delta", "createMessage-events.html#contentblockdeltaevent"],
  ])("finds first the page of %s", (word, page) => {
    expect(first(word)?.u).toContain(page);
  });

  it("finds words from the end of a long section, not only from its beginning", () => {
    const long = entries.filter(({ t }) => t.length > 700);
    expect(long.length).toBeGreaterThan(0);
    for (const entry of long) {
      const last = entry.t.split(/[^\w]+/).findLast((word) => word.length > 5) ?? "";
      expect(search(last), `${entry.u}: ${last}`).toContain(entry);
    }
    expect(search("ollama").length).toBeGreaterThan(0);
  });

  it.each([
    ["embeding", /embedding/i],
    ["straeming", /stream/i],
    ["kubernets", /Kubernetes/],
  ])("finds what is meant by %s", (query, heading) => {
    const { h = "", p = "" } = first(query) ?? {};
    expect(`${p} ${h}`).toMatch(heading);
  });

  it.each(["docker", "kubernetes", "k8s", "systemd", "podman", "deploy"])(
    "leads from %s to the guide that says how to deploy",
    (word) => {
      expect(first(word)?.u).toMatch(/^deploying\.html/);
    },
  );

  it.each(questions)("answers %s within the first three places, by %s", (query, page) => {
    expect(
      search(query)
        .slice(0, 3)
        .map(({ u }) => u),
    ).toContain(page);
  });

  it("keeps a word of three letters from being found within others", () => {
    for (const { u, p, h, t, k = [] } of search("sso"))
      expect(`${p} ${h} ${t} ${k}`, u).toMatch(/\bsso|company's provider/i);
  });

  it("shows places with some of the words where none has all, and nothing for nonsense", () => {
    expect(search("idempotency").length).toBeGreaterThan(0);
    expect(search("streaming xyzzyplugh").length).toBeGreaterThan(0);
    expect(search("xyzzyplugh")).toEqual([]);
    expect(search("   ")).toEqual([]);
  });
});
