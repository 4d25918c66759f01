import { spawn, spawnSync } from "node:child_process";
import { loadDocument } from "@portico/contract";
import { startMock } from "@portico/mock";
import {
  type CodeKind,
  codeKindsOf,
  codeOf,
  headersOf,
  type PlannedRequest,
  targetOf,
} from "@portico/try-it";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Sample } from "../src/sample.ts";
import { tryItFacts } from "../src/try-it/facts.ts";
import { type Recorder, startRecorder } from "./recorder.ts";
import { hasPython, python, runSamples, type SampleResult } from "./run-samples.ts";
import { createSampleFolder, type SampleFolder, typeErrors } from "./sample-folder.ts";

const facts = tryItFacts(loadDocument());
const hasCurl = spawnSync("curl", ["--version"]).status === 0;
const secret = "ptc_it's-a-$ecret";

/** Characters that shells, addresses and JavaScript read as something else. */
const awkward = `it's "so" \\ $HOME \`id\` $(id) !! %41 {a,b} & ü 日本 \u2028 \${x} </script>`;

interface Case {
  readonly name: string;
  readonly kind: CodeKind;
  readonly plan: PlannedRequest;
}

type Plan = Omit<PlannedRequest, "baseUrl">;

/** Each operation with an example of its own, and once with awkward texts wherever a text may stand. */
const plans: Plan[] = Object.entries(facts.operations).flatMap(([operationId, operation]) => {
  const plain: Plan = {
    operationId,
    method: operation.method,
    path: operation.path,
    parameters: operation.parameters
      .filter(({ required }) => required)
      .map(({ name, in: place, type, example = "1" }) => ({
        name,
        in: place,
        type,
        value: example,
      })),
    body: null,
    key: operation.key,
    extraHeaders: {},
    wantsCsv: false,
  };
  const bodies = (operation.examples ?? []).map(({ value }) => JSON.stringify(value, null, 2));
  // The first example, and one that streams.
  const few = bodies.filter((body, index) => index === 0 || body.includes('"stream": true'));
  const given = few.length === 0 ? [plain] : few.map((body) => ({ ...plain, body }));
  return [...given, ...(operation.csv ? [{ ...plain, wantsCsv: true }] : []), strange(plain)];

  function strange(plan: Plan): Plan {
    return {
      ...plan,
      parameters: operation.parameters.map(({ name, in: place, type, values }) => ({
        name,
        in: place,
        type,
        // Headers take only Latin-1, as the panel says.
        value: values?.[0] ?? (place === "header" ? `it's "$HOME" \\ \`id\`` : awkward),
      })),
      body: plan.body === null && bodies[0] === undefined ? null : strangeBody(bodies[0]),
      extraHeaders: { Prefer: "latency=1" },
    };
  }
});

function strangeBody(text = "{}"): string {
  const { stream: _, ...body } = JSON.parse(text);
  return JSON.stringify({
    ...body,
    user: `${awkward}\nline two\ttab`,
    [awkward]: [null, 1.5],
  }).replace(/^\{/, '{"__proto__": "kept", ');
}

let recorder: Recorder;
let mock: Awaited<ReturnType<typeof startMock>>;
let folder: SampleFolder;
let results: Map<string, SampleResult>;
const cases: Case[] = [];

beforeAll(async () => {
  mock = await startMock({ rehearsal: { paceMs: 0 } });
  recorder = await startRecorder(mock.url);
  for (const [index, plan] of plans.entries()) {
    const full = (name: string): PlannedRequest => ({ ...plan, baseUrl: recorder.baseUrl(name) });
    for (const kind of codeKindsOf(full("x"))) {
      const name = `${plan.operationId}-${index}-${kind.replace(/\W/g, "")}`;
      if (canRun(kind)) cases.push({ name, kind, plan: full(name) });
    }
  }
  const samples = cases.map(sampleOf);
  folder = createSampleFolder(samples);
  results = await runSamples(samples, folder, {
    environment: { PORTICO_API_KEY: "ptc_any", PORTICO_MANAGEMENT_KEY: "ptcm_any" },
    things: {},
    [Symbol.asyncDispose]: async () => undefined,
  });
});
afterAll(async () => {
  folder[Symbol.dispose]();
  await recorder[Symbol.asyncDispose]();
  await mock.close();
});

function canRun(kind: CodeKind): boolean {
  return kind === "curl" ? hasCurl : kind !== "Python" || hasPython;
}

const languages: Partial<Record<CodeKind, string>> = { curl: "bash", Python: "python" };

function sampleOf({ name, kind, plan }: Case): Sample {
  return {
    place: name,
    line: 1,
    language: languages[kind] ?? "ts",
    attributes: {},
    source: codeOf(kind, plan),
  };
}

describe("what is copied, when it is run", () => {
  it("covers every operation in four kinds at least, and the wires of openai in five", () => {
    for (const id of Object.keys(facts.operations)) {
      const kinds = new Set(
        cases.filter(({ plan }) => plan.operationId === id).map(({ kind }) => kind),
      );
      expect(kinds.size, id).toBeGreaterThanOrEqual(2 + Number(hasCurl) + Number(hasPython));
    }
    expect(cases.filter(({ kind }) => kind === "openai").length).toBeGreaterThan(7);
  });

  it("sends the very request that the panel shows", () => {
    for (const { name, kind, plan } of cases) {
      const [sent, ...more] = recorder.requestsOf(name);
      expect.soft(more, name).toEqual([]);
      expect.soft(sent?.method, `${name}: ${results.get(name)?.error}`).toBe(plan.method);
      // Each encodes as it likes: what arrives is the same.
      expect.soft(decoded(sent?.target ?? "", plan), name).toEqual(decoded(targetOf(plan), plan));
      const expected = Object.entries(headersOf(plan)).map(([key, value]) => [
        key.toLowerCase(),
        value,
      ]);
      expect.soft(sent?.headers, name).toMatchObject(Object.fromEntries(expected));
      expect.soft(sent?.headers["authorization"], name).toMatch(/^Bearer ptcm?_any$/);
      if (plan.body === null) expect.soft(sent?.body, name).toBe("");
      else if (kind === "curl") expect.soft(sent?.body, name).toBe(plan.body);
      else expect.soft(fields(sent?.body), name).toMatchObject(fields(plan.body, kind));
    }
  });

  it("is accepted by the mock wherever the examples are sent as they are", () => {
    for (const { name, plan } of cases) {
      if ("Prefer" in plan.extraHeaders) continue;
      const [sent] = recorder.requestsOf(name);
      expect.soft([400, 401, 405, 415], name).not.toContain(sent?.status);
      expect.soft(results.get(name)?.output, `${name} prints what it gets`).not.toBe("");
    }
  });

  it("has no type errors in TypeScript where the examples are sent as they are", async () => {
    using plain = createSampleFolder(
      cases
        .filter(
          ({ kind, plan }) => kind === "fetch" || kind === "@portico/client" || plan.body === null,
        )
        .filter(({ plan }) => !("Prefer" in plan.extraHeaders))
        .map(sampleOf),
    );
    expect(await typeErrors(plain)).toBe("");
  });
});

/** Path and query as a server reads them. */
function decoded(target: string, { parameters }: PlannedRequest): unknown {
  const url = new URL(target, "http://x");
  const lists = parameters.filter(({ type }) => type === "list").map(({ name }) => name);
  const query = [...url.searchParams].map(([name, value]) => [
    name,
    lists.includes(name) ? value.split(",") : value,
  ]);
  return [decodeURIComponent(url.pathname), Object.fromEntries(query)];
}

/** With its own field of that name, which `toMatchObject` would not look at. */
function fields(text = "null", kind?: CodeKind): object {
  const { stream_options, ...rest } = JSON.parse(text.replaceAll('"__proto__"', '"proto"'));
  // The client takes everything of a stream for granted.
  const isOwn = stream_options === undefined || kind === "@portico/client";
  return isOwn ? rest : { ...rest, stream_options };
}

describe("the key", () => {
  const plan: PlannedRequest = { ...(plans[0] ?? noPlan()), baseUrl: "http://127.0.0.1:1/api/v1" };

  it.each(["curl", "Python", "@portico/client", "openai", "fetch"] as const)(
    "is not in what is copied as %s unless the reader asks for it",
    (kind) => {
      expect(codeOf(kind, plan)).toContain("PORTICO_API_KEY");
      expect(codeOf(kind, plan, "ptc_secret")).toContain("ptc_secret");
      expect(codeOf(kind, plan, "ptc_secret")).not.toContain("PORTICO_API_KEY");
    },
  );

  it("is sent as it is, if the reader asks for it", async () => {
    for (const kind of ["curl", "Python", "fetch"] as const) {
      if (!canRun(kind)) continue;
      const name = `with-key-${kind}`;
      const source = codeOf(kind, { ...plan, baseUrl: recorder.baseUrl(name) }, secret);
      const [command, ...words] = {
        curl: ["sh", "-c"],
        Python: [python, "-c"],
        fetch: [process.execPath, "--input-type=module", "-e"],
      }[kind];
      expect(await spawnAsync(command ?? "", [...words, source]), source).toBe(0);
      expect(recorder.requestsOf(name)[0]?.headers["authorization"]).toBe(`Bearer ${secret}`);
    }
  });
});

function noPlan(): never {
  throw new Error("There is no operation.");
}

async function spawnAsync(command: string, words: readonly string[]): Promise<number | null> {
  return new Promise((resolve) => {
    spawn(command, words, { stdio: "ignore" }).once("exit", resolve);
  });
}
