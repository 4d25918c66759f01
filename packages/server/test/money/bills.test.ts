import { isProof } from "@portico/test-support/proof";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkInvariants } from "../books/invariants.ts";
import { startGateway, type TestGateway } from "../responses/test-gateway.ts";
import { engines, type TestPlace } from "../store/engines.ts";
import { rawSql } from "../store/raw-sql.ts";
import type { Dialect } from "./bills/dialect.ts";
import { dialects } from "./bills/dialects.ts";
import { limit, type Scenario, scenariosOf } from "./bills/scenarios.ts";
import { startVendor, type Vendor } from "./bills/vendor.ts";
import { tokensOf } from "./journal.ts";

/** Nanodollars a token. */
const price = { input: 1000, output: 2000 };
const contextLength = 100_000;
const wires = ["responses", "chat", "messages"] as const;
/** The models that may answer in place of the first, each at two providers. */
const stand = [1, 2, 3];
const atOnce = 16;

interface Run {
  readonly name: string;
  readonly model: string;
  readonly wire: (typeof wires)[number];
  readonly mode: "stream" | "json";
  readonly scenario: Scenario;
}

const offered = Object.entries(dialects).flatMap(([key, dialect]) =>
  scenariosOf(dialect).map((scenario) => ({
    key,
    dialect,
    scenario,
    model: modelOf(key, scenario),
  })),
);
const everyRun = offered.flatMap(({ model, scenario }) =>
  wires.flatMap((wire) => scenario.modes.map((mode) => ({ model, wire, mode, scenario }))),
);
/** A proof asks everything several times over, all mixed; a test asks each scenario of each dialect once. */
const runs: readonly Run[] = (
  isProof
    ? Array.from({ length: Math.ceil(5_200 / everyRun.length) }, () => everyRun).flat()
    : everyRun.filter((_, index) => index % 5 === 0)
).map((run, index) => ({ ...run, name: `q${index}` }));

function modelOf(key: string, { name }: Scenario): string {
  return `${key}-${name.replaceAll(/[^a-zA-Z0-9_/]+/g, "_")}`;
}

const questionOf = (name: string) => `Say something kind about the sea, question ${name}.`;

describe.each(engines)("what vendors bill, on $engine", ({ makePlace }) => {
  let place: TestPlace;
  let vendor: Vendor;
  let gateway: TestGateway;

  beforeAll(async () => {
    const byModel = new Map<string, { dialect: Dialect; scenario: Scenario }>();
    for (const { model, dialect, scenario } of offered) byModel.set(model, { dialect, scenario });
    place = await makePlace();
    vendor = await startVendor(
      async (model, question) => {
        const known = byModel.get(model);
        if (known === undefined) throw new Error(`No vendor has ${model}.`);
        await known.scenario.answer(question, known.dialect);
      },
      (name) => tokensOf(questionOf(name)),
    );
    gateway = await startGateway(yaml(vendor.url), {
      store: await place.open(),
      awaitUsageMs: 100,
    });
  });
  afterAll(async () => {
    await gateway.close();
    await vendor[Symbol.asyncDispose]();
    await place[Symbol.asyncDispose]();
  });

  it(`is charged and unbilled, of ${runs.length} requests`, { timeout: 900_000 }, async () => {
    const left = [...runs];
    const worker = async () => {
      for (let run = left.pop(); run !== undefined; run = left.pop())
        await call(run, gateway, vendor);
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
    await expect.poll(() => gateway.openHolds(), { timeout: 60_000 }).toBe(0);
    const rows = await rawSql(place.place, "select * from ledger");
    const byTitle = new Map(rows.map((row) => [String(row["app_title"]), row]));
    const wrong = runs.flatMap((run) => {
      const fault = faultOf(run, vendor, byTitle.get(run.name));
      return fault === null ? [] : [`${run.wire} ${run.mode} ${run.model}: ${fault}`];
    });
    expect(wrong).toEqual([]);
    expect(rows).toHaveLength(runs.length);
    expect(await checkInvariants(place.place)).toEqual([]);
  });
});

/** How a row of the ledger differs from the bills of its request; null where it does not. */
function faultOf(
  { name, scenario }: Run,
  vendor: Vendor,
  row: Readonly<Record<string, unknown>> | undefined,
): string | null {
  if (row === undefined) return "no row";
  const charged = Number(row["charged_nanousd"]);
  const unbilled = Number(row["unbilled_nanousd"]);
  const bills = vendor.billsOf(name);
  const billed = bills.reduce(
    (sum, { input, output }) => sum + input * price.input + output * price.output,
    0,
  );
  const said = `billed ${billed} in ${bills.length}, charged ${charged} of ${Number(row["held_nanousd"])}, unbilled ${unbilled}`;
  if (charged > Number(row["held_nanousd"])) return `more than held: ${said}`;
  if (scenario.calls === true && unbilled > 0) return `an answer without its money: ${said}`;
  if (scenario.isHeld === true && unbilled > 0) return `beyond its hold: ${said}`;
  const booked = charged + unbilled;
  const isEstimated = Boolean(row["estimated"]);
  const isRight = {
    told: booked === billed,
    counted: booked === billed && isEstimated,
    covered: booked >= billed && isEstimated,
    capped: booked === 2 * contextLength * (price.input + price.output),
  }[scenario.expected];
  return isRight ? null : `${said}, ${isEstimated ? "estimated" : "not estimated"}`;
}

async function call(run: Run, gateway: TestGateway, vendor: Vendor): Promise<void> {
  const leaving = new AbortController();
  if (run.scenario.leaves === true) vendor.onReady(run.name, () => leaving.abort());
  const path = { responses: "responses", chat: "chat/completions", messages: "messages" }[run.wire];
  try {
    const response = await fetch(`${gateway.url}/${path}`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${gateway.key}`,
        "content-type": "application/json",
        "x-service-title": run.name,
      },
      body: JSON.stringify(bodyOf(run)),
      signal: leaving.signal,
    });
    await response.text();
  } catch (error) {
    if (!leaving.signal.aborted) throw error;
  }
}

function bodyOf({ name, model, wire, mode, scenario }: Run): object {
  const { thinks, calls } = scenario;
  const text = questionOf(name);
  const others = calls === true ? { models: stand.map((number) => `${model}-${number}`) } : {};
  const shared = { model, stream: mode === "stream", ...others };
  const tool = { name: "f", parameters: { type: "object", properties: {} } };
  const said = { messages: [{ role: "user", content: text }] };
  if (wire === "responses")
    return {
      ...{ ...shared, input: text, max_output_tokens: limit },
      ...(thinks && { reasoning: { effort: "high" } }),
      ...(calls && { tools: [{ type: "function", ...tool }] }),
    };
  if (wire === "chat")
    return {
      ...{ ...shared, ...said, max_tokens: limit },
      ...(thinks && { reasoning_effort: "high" }),
      ...(calls && { tools: [{ type: "function", function: tool }] }),
    };
  return {
    ...{ ...shared, ...said, max_tokens: limit },
    ...(thinks && { thinking: { type: "adaptive" } }),
    ...(calls && { tools: [{ name: "f", input_schema: tool.parameters }] }),
  };
}

function yaml(url: string): string {
  const provider = (key: string, dialect: Dialect) =>
    ["", "-b", "-impatient"].map((name) => {
      const timeouts =
        name === "-impatient"
          ? ", timeouts: { first_byte_ms: 250, idle_ms: 250, total_ms: 400 }"
          : "";
      return `  ${key}${name}: { kind: ${dialect.kind}, base_url: "${url}", api_key: "key-of-nobody"${timeouts} }`;
    });
  const endpoint = (name: string, model: string) =>
    `      - { provider: ${name}, upstream_model: "${model}", token_bound: o200k_base, price: { input: "1", output: "2" } }`;
  const entry = (id: string, model: string, providers: readonly string[]) => [
    `  - id: ${id}`,
    `    kind: text\n    context_length: ${contextLength}`,
    "    endpoints:",
    ...providers.map((name) => endpoint(name, model)),
  ];
  return [
    "providers:",
    ...Object.entries(dialects).flatMap(([key, dialect]) => provider(key, dialect)),
    "models:",
    ...offered.flatMap(({ key, model, scenario }) => {
      if (scenario.isSilent === true) return entry(model, model, [`${key}-impatient`]);
      if (scenario.calls !== true) return entry(model, model, [key]);
      const ids = [model, ...stand.map((number) => `${model}-${number}`)];
      return ids.flatMap((id) => entry(id, model, [key, `${key}-b`]));
    }),
  ].join("\n");
}
