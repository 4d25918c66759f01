import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { createMetrics } from "../src/observability/metrics.ts";
import { generationFacts } from "./store/records.ts";
import { jsonHeaders, startTestGateway, type TestGateway } from "./support/gateway.ts";

const root = join(import.meta.dirname, "../../..");
const read = (path: string) => readFileSync(join(root, path), "utf8");

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly annotations: { readonly summary: string; readonly description: string };
}

const rules: readonly Rule[] = parse(read("deploy/prometheus/portico.rules.yaml")).groups.flatMap(
  ({ rules: some }: { rules: readonly Rule[] }) => some,
);
const dashboard: {
  readonly panels: readonly {
    readonly id: number;
    readonly title: string;
    readonly gridPos: { readonly x: number; readonly y: number; readonly w: number };
    readonly targets?: readonly { readonly expr: string }[];
  }[];
} = JSON.parse(read("deploy/grafana/portico.json"));
const queries = [
  ...rules.map(({ alert, expr }) => [alert, expr] as const),
  ...dashboard.panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr }) => [title, expr] as const),
  ),
];

interface RuleTest {
  readonly promql_expr_test: readonly [
    { readonly exp_samples: readonly { readonly labels: string }[] },
  ];
}

/** It comes with Debian's package `prometheus`. */
const hasPromtool = spawnSync("promtool", ["--version"]).status === 0;

/** What a query reads. `up` is Prometheus's own. */
const metricsIn = (text: string): readonly string[] =>
  [...text.matchAll(/\b(?:portico|process|nodejs)_[a-z0-9_]+\b/g)].map(([name]) => name);

/** Labels that Prometheus itself adds to each series, and that buckets have. */
const labelsOfPrometheus = ["job", "instance", "le"];

interface Selector {
  readonly name: string;
  readonly matchers: readonly { readonly label: string; readonly value: string }[];
}

/** `name{label="value"}`, with the labels that it compares. */
const selectorsIn = (expr: string): readonly Selector[] =>
  [...expr.matchAll(/\b((?:portico|process|nodejs)_[a-z0-9_]+)(?:\{([^}]*)\})?/g)].map(
    ([, name = "", matchers = ""]) => ({
      name,
      matchers: [...matchers.matchAll(/([a-z_]+)\s*(?:=~|!=|=)\s*"([^"]*)"/g)].map(
        ([, label = "", value = ""]) => ({ label, value }),
      ),
    }),
  );

/** The labels by which an aggregation groups. */
const groupingsIn = (expr: string): readonly string[] =>
  [...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, names = ""]) => names.split(/\s*,\s*/));

let gateway: TestGateway;
/** The values of each label, by the names of the series. */
const exposed = new Map<string, Map<string, Set<string>>>();

function expose(text: string): void {
  for (const [, name = "", labels = ""] of text.matchAll(/^([a-z0-9_]+)(?:\{(.*)\})? /gm)) {
    const known = exposed.get(name) ?? new Map<string, Set<string>>();
    exposed.set(name, known);
    for (const [, label = "", value = ""] of labels.matchAll(/([a-z_]+)="([^"]*)"/g))
      known.set(label, (known.get(label) ?? new Set()).add(value));
  }
}

/** What it compares that no series has. */
function comparedWrongly({ name, matchers }: Selector): readonly string[] {
  return matchers
    .filter(({ label }) => !labelsOfPrometheus.includes(label))
    .filter(({ label, value }) => {
      const wanted = new RegExp(`^(?:${value})$`);
      return ![...(exposed.get(name)?.get(label) ?? [])].some((taken) => wanted.test(taken));
    })
    .map(({ label, value }) => `${name}{${label}="${value}"}`);
}

function groupedWrongly({ name }: Selector, expr: string): readonly string[] {
  return groupingsIn(expr)
    .filter((label) => !labelsOfPrometheus.includes(label) && !exposed.get(name)?.has(label))
    .map((label) => `${name} by ${label}`);
}

/** What needs a mail server, a scanner or a provider that bills too much: counted by the gateway's own counters. */
async function exposeRareEvents(): Promise<void> {
  const metrics = createMetrics();
  for (const kind of [
    "budget",
    "limit_blocking",
    "unbilled",
    "provider_down",
    "key_exposed",
  ] as const)
    metrics.alert({ kind });
  metrics.exposedKey();
  metrics.watchCircuits(() => [{ provider: "sandbox", model: "sandbox/text", state: "open" }]);
  metrics.vectorCache(1, 1);
  metrics.ioLogDropped.inc(1);
  for (const outcome of ["sent", "retried", "failed"] as const)
    metrics.delivery({ notice: { channel: "webhook" }, outcome });
  metrics.generation({
    facts: generationFacts({ provider: "sandbox", outputTokens: 1 }),
    ...{ costNanousd: 2, unbilledNanousd: 1 },
  });
  for (const status of [402, 429, 500])
    metrics.request({ operation: "createResponse", status, durationMs: 1 });
  expose(await metrics.text());
}

async function ask(model: string): Promise<void> {
  const reply = await fetch(`${gateway.api}/responses`, {
    method: "POST",
    headers: jsonHeaders(gateway.own.ordinary),
    body: JSON.stringify({ model, input: "Say: one two three", stream: true }),
  });
  await reply.text();
}

const scrape = async () => await (await fetch(`${gateway.url}/metrics`)).text();

beforeAll(async () => {
  gateway = await startTestGateway({ yaml: "routing: { failures_to_open: 1 }" });
  await ask("sandbox/text");
  expose(await scrape());
  await exposeRareEvents();
});
afterAll(() => gateway[Symbol.asyncDispose]());

describe("the alert rules and the dashboard", () => {
  it("read nothing that the gateway does not tell", () => {
    expect(rules.length).toBeGreaterThan(10);
    expect(queries.length).toBeGreaterThan(30);
    for (const [where, expr] of queries) {
      const names = metricsIn(expr);
      if (!expr.startsWith("up{")) expect(names, where).not.toEqual([]);
      for (const name of names) expect([...exposed.keys()], where).toContain(name);
    }
  });

  it("compare and group only by labels that these series have, with values that they take", () => {
    const faults = queries.flatMap(([where, expr]) =>
      selectorsIn(expr)
        .flatMap((selector) => [...comparedWrongly(selector), ...groupedWrongly(selector, expr)])
        .map((fault) => `${where}: ${fault}`),
    );
    expect(faults).toEqual([]);
  });

  it("have an answer to each metric that the table of alerts names, and say what is the matter", () => {
    const table =
      read("packages/docs/guides/runbook.md").split("## Alerts")[1]?.split("\n## ")[0] ?? "";
    const watched = new Set(rules.flatMap(({ expr }) => metricsIn(expr)));
    const named = metricsIn(table);
    expect(named.length).toBeGreaterThan(4);
    for (const name of named) expect([...watched]).toContain(name);
    for (const { alert, annotations } of rules) {
      expect(alert).toMatch(/^Portico[A-Za-z]+$/);
      expect(annotations.summary).not.toBe("");
      expect(annotations.description).not.toBe("");
    }
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
  });

  it("are each tried on a gateway in trouble, and on one that is well", () => {
    const { tests } = parse(read("deploy/prometheus/portico.rules.test.yaml"));
    const [trouble, well] = tests.map(({ promql_expr_test: [asked] }: RuleTest) =>
      asked.exp_samples.map(({ labels }) => /"(.*)"/.exec(labels)?.[1]),
    );
    expect(trouble.toSorted()).toEqual(rules.map(({ alert }) => alert).toSorted());
    expect(well).toEqual([]);
  });

  it.runIf(hasPromtool)("fire where they should, as Prometheus's own tool says", () => {
    const { status, stdout, stderr } = spawnSync(
      "promtool",
      ["test", "rules", join(root, "deploy/prometheus/portico.rules.test.yaml")],
      { encoding: "utf8" },
    );
    expect(status, stdout + stderr).toBe(0);
  });

  it.each(queries)("are well formed: %s", (_, expr) => {
    const bare = expr.replace(/"[^"]*"/g, '""');
    for (const [open, close] of ["()", "{}", "[]"])
      expect(bare.split(open ?? "").length).toBe(bare.split(close ?? "").length);
  });

  it("show panels that do not lie over each other", () => {
    const places = dashboard.panels.map(({ gridPos: { x, y } }) => `${x} ${y}`);
    expect(new Set(places).size).toBe(places.length);
    expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(places.length);
    for (const { gridPos } of dashboard.panels) expect(gridPos.x + gridPos.w).toBeLessThan(25);
  });
});

describe("the metrics", () => {
  it("tell the time to the first token, and how long providers take", async () => {
    const text = await scrape();
    expect(text).toMatch(/^portico_first_token_seconds_count\{model="sandbox\/text"\} 1$/m);
    expect(text).toMatch(
      /^portico_upstream_attempt_duration_seconds_count\{provider="sandbox"\} 1$/m,
    );
  });

  it("tell what the gateway adds to calls of models, and nothing of other requests", async () => {
    await fetch(`${gateway.api}/models`, { headers: jsonHeaders(gateway.own.ordinary) });
    const text = await scrape();
    expect(text).toMatch(/^portico_overhead_seconds_count\{operation="createResponse"\} 1$/m);
    expect(text).not.toMatch(/^portico_overhead_seconds_count\{operation="listModels"\}/m);
  });

  it("tell which endpoints are left alone, and of no other", async () => {
    expect(await scrape()).not.toMatch(/^portico_circuit_open\{/m);
    const other = await gateway.own.addKey();
    for (const key of [gateway.own.ordinary, other, gateway.own.ordinary, other])
      await fetch(`${gateway.api}/responses`, {
        method: "POST",
        headers: jsonHeaders(key),
        body: JSON.stringify({ model: "sandbox/fail-503", input: "Hello" }),
      });
    expect(await scrape()).toMatch(
      /^portico_circuit_open\{provider="sandbox",model="sandbox\/fail-503"\} 1$/m,
    );
  });
});
