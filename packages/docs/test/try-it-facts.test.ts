import { loadDocument, operationIds } from "@portico/contract";
import { faultMeanings } from "@portico/mock";
import { meaningOf, readEvents, stopOf } from "@portico/try-it";
import { describe, expect, it } from "vitest";
import { placeOf } from "../panel/json-place.ts";
import { csvRows } from "../panel/reply-view.ts";
import {
  type LocatedOperation,
  namedExamples,
  operationsOf,
  responsesOf,
} from "../src/contract-reader.ts";
import { samplesOf } from "../src/sample.ts";
import { publishedGuides } from "../src/site.ts";
import { tryItFacts } from "../src/try-it/facts.ts";
import { openingReader } from "../src/try-it/read-curl.ts";
import { mockFaults } from "../src/try-it/rehearsals.ts";

const document = loadDocument();
const facts = tryItFacts(document);

describe("what the panel knows of the contract", () => {
  it("is every operation, with a meaning for each parameter", () => {
    expect(Object.keys(facts.operations).toSorted()).toEqual([...operationIds].toSorted());
    for (const [id, { title, path, parameters }] of Object.entries(facts.operations)) {
      expect(title, id).not.toBe("");
      const inPath = parameters.filter((parameter) => parameter.in === "path");
      expect(
        inPath.map(({ name }) => `{${name}}`),
        id,
      ).toEqual(path.match(/\{\w+\}/g) ?? []);
      for (const { name, description } of parameters)
        expect(description, `${id} ${name}`).not.toBe("");
    }
  });

  it("follows the contract: a new operation needs no line here", () => {
    const copy = structuredClone(document);
    const [first] = operationsOf(copy);
    if (first === undefined) throw new Error("There is no operation.");
    const created = { ...first.operation, operationId: "createThing", tags: ["Things"] };
    copy.paths["/things/{id}"] = { post: created };
    const { createThing } = tryItFacts(copy).operations;
    expect(createThing).toMatchObject({ method: "POST", path: "/things/{id}" });
    expect(createThing?.examples?.length).toBeGreaterThan(0);
  });

  it("names and explains each event of each stream that the contract shows", () => {
    const shown = operationsOf(document).flatMap(streamedData);
    expect(shown.length).toBeGreaterThan(100);
    for (const { stream, data } of shown) {
      const { name } = stopOf(stream, data);
      expect(meaningOf(facts.events[stream] ?? {}, name), `${stream}: ${name}`).not.toBe("");
    }
  });

  it("has the faults of the mock, in its own words", () => {
    expect(mockFaults).toEqual(faultMeanings);
  });
});

/** The events of the streams that the contract has as examples. */
function streamedData(located: LocatedOperation): { stream: string; data: string }[] {
  const stream = facts.operations[located.facts.id]?.stream ?? "";
  return responsesOf(document, located)
    .flatMap(([, { content }]) => namedExamples(document, content?.["text/event-stream"]))
    .flatMap(({ value }) => [...String(value).matchAll(/^data: (.*)$/gm)])
    .map(([, data = ""]) => ({ stream, data }));
}

describe("a guide's sample", () => {
  const read = openingReader(document);

  it("is read as the request that it sends", () => {
    expect(
      read(`curl -N -X PATCH "$PORTICO_BASE_URL/keys/$KEY_HASH?a=1&b=x%20y" \\
  -H "Authorization: Bearer $PORTICO_MANAGEMENT_KEY" -H "X-Service-Title: My \\"app\\"" \\
  -d '{"limit": 5}'`),
    ).toEqual({
      operationId: "updateApiKey",
      values: { a: "1", b: "x y", "X-Service-Title": 'My "app"' },
      body: '{"limit": 5}',
    });
  });

  it.each([
    "npm start",
    'curl "$PORTICO_BASE_URL/nowhere"',
    "curl https://example.com/keys",
    'curl -o x "$PORTICO_BASE_URL/keys"',
    'curl "$PORTICO_BASE_URL/keys" | jq .',
    'export A=1\ncurl "$PORTICO_BASE_URL/keys"',
  ])("is none for the panel if it is %s", (shell) => {
    expect(read(shell)).toBeNull();
  });

  it("can be tried wherever a guide has one request by curl", () => {
    const shells = publishedGuides(document)
      .flatMap(({ slug, markdown }) => samplesOf(markdown, slug))
      .filter(({ language, source }) => language === "bash" && /^curl\b[^|]*$/.test(source));
    const silent = shells.filter(({ source }) => read(source) === null);
    expect(shells.length).toBeGreaterThan(30);
    // With `-o` a sample shows the status alone, which has no meaning in a page.
    const unexplained = silent.filter(({ source }) => !source.includes(" -o "));
    expect(unexplained.map(({ place }) => place)).toEqual([]);
  });
});

describe("what arrives", () => {
  it("is read event by event over any chunking", async () => {
    const text =
      'data: {"a":"ü"}\n\n: a comment\r\n\r\nevent: x\r\ndata: one\r\ndata: two\r\n\r\ndata: [DONE]\n\n';
    const bytes = new TextEncoder().encode(text);
    for (const size of [1, 2, 3, 7, bytes.length]) {
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          for (let at = 0; at < bytes.length; at += size)
            controller.enqueue(bytes.slice(at, at + size));
          controller.close();
        },
      });
      const events = [];
      for await (const data of readEvents(body)) events.push(data);
      expect(events, `in pieces of ${size}`).toEqual(['{"a":"ü"}', "one\ntwo", "[DONE]"]);
    }
  });

  it("may be anything: an event that is no JSON, or not as the contract has it, is named all the same", () => {
    expect(stopOf("StreamEvent", "{oops")).toEqual({ name: "not JSON", detail: "{oops" });
    expect(stopOf("StreamEvent", '{"type":"response.failed","response":null}').name).toBe(
      "response.failed",
    );
    expect(
      stopOf("ChatStreamEvent", '{"choices":[{"delta":{"tool_calls":[null]}}]}').name,
    ).not.toBe("");
    expect(stopOf("NewStream", '{"type":"brand.new"}').name).toBe("brand.new");
  });

  it("is a table if it is CSV", () => {
    expect(csvRows('a,"b ""c"", d"\r\n,"x\ny"\r\n')).toEqual([
      ["a", 'b "c", d'],
      ["", "x\ny"],
    ]);
    expect(csvRows("a\n1,")).toEqual([["a"], ["1", ""]]);
    expect(csvRows("")).toEqual([]);
  });

  it("leads to the place in the body that a refusal names", () => {
    const body = '{ "a": [1, {"b": "x, ]}", "c\\"d": [true]}], "model" : "m" }';
    const at = (path: string) => {
      const place = placeOf(body, path);
      return place && body.slice(place.start, place.end);
    };
    expect(at("model")).toBe('"m"');
    expect(at("a[1].b")).toBe('"x, ]}"');
    expect(at("a[0]")).toBe("1");
    // What is missing is shown by what should hold it.
    expect(at("a[1].missing.deeper")).toBe('{"b": "x, ]}", "c\\"d": [true]}');
    expect(at("missing")).toBe(body.trim());
    expect(placeOf('{"a": ', "a.b")).toBeNull();
  });
});
