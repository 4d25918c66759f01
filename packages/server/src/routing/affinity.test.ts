import type { Part } from "@portico/core/model-call/parts";
import type { RespondCall } from "@portico/core/model-call/respond-call";
import { describe, expect, it } from "vitest";
import type { Provider } from "../providers/provider.ts";
import { UpstreamError } from "../upstream/upstream-error.ts";
import { createAttempt } from "./attempt.ts";
import { candidates } from "./candidates.ts";
import type { Endpoint, Model } from "./catalog.ts";
import { createCircuits } from "./circuits.ts";
import { CredentialPools } from "./credential-pools.ts";
import { createHealth } from "./health.ts";
import { noPreferences } from "./preferences.ts";
import { chanceOf } from "./ranking.ts";
import { createRetryBudget } from "./retry-budget.ts";

const openMs = 30_000;
const clock = { nowMs: 0 };
const ill = new Set<string>();

/** Half the price is four times the weight. */
const prices = {
  north: 1_000_000,
  east: 1_200_000,
  south: 1_500_000,
  west: 2_000_000,
  mid: 3_000_000,
};
type Name = keyof typeof prices;
const weights = Object.entries(prices).map(([name, price]) => ({ name, weight: price ** -2 }));

function endpoint(provider: string, input: number): Endpoint {
  return {
    provider,
    upstreamModel: "m",
    price: {
      inputPicousd: input,
      outputPicousd: input,
      cachedInputPicousd: input,
      cacheWritePicousd: input,
      reasoningPicousd: input,
      requestNanousd: 0,
      imageNanousd: 0,
    },
    priceOrigin: { by: "operator" as const, source: "a test", asOf: null, version: "test" },
    dataCollection: "allow",
    contextLength: 1000,
    abilities: { tools: true, images: false, files: false },
    supportedParameters: [],
    tokenBound: "bytes",
  };
}

function modelOf(names: readonly string[]): Model {
  return {
    id: "m",
    name: "M",
    kind: "text",
    created: 0,
    contextLength: 1000,
    dimensionsAdjustable: false,
    inputModalities: ["text"],
    tooLong: "reject",
    endpoints: Object.entries(prices)
      .filter(([name]) => names.includes(name))
      .map(([name, price]) => endpoint(name, price)),
  };
}

const everywhere = modelOf(Object.keys(prices));

const call: RespondCall = {
  model: "m",
  requestId: "r",
  stream: true,
  conversation: [],
  tools: [],
  toolChoice: "auto",
};

class Fake implements Provider {
  readonly kind = "fake";
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }

  async *respond(): AsyncIterable<readonly Part[]> {
    if (ill.has(this.name)) throw new UpstreamError("overloaded", "It is ill.");
    yield [
      { type: "text", text: "Yes" },
      { type: "finish", reason: "stop" },
    ];
  }
}

/** A node with circuits, measurements and retries of its own. It shares nothing with the others. */
function startNode() {
  const nowMs = () => clock.nowMs;
  const circuit = createCircuits({ failuresToOpen: 5, openMs, nowMs });
  const health = createHealth({ circuit, nowMs });
  const attempt = createAttempt({
    providers: new Map(Object.keys(prices).map((name) => [name, new Fake(name)])),
    circuit,
    health,
    nowMs,
    pools: new CredentialPools({ nowMs }),
    retryBudget: createRetryBudget(),
    noAttemptAfterMs: 120_000,
    awaitUsageMs: 0,
  });
  return {
    /** The endpoint that answers a request of this session. */
    async ask(session: string): Promise<string> {
      clock.nowMs += 1;
      const asker = { key: `key-${session.length}-${session.at(-1)}`, workspace: "w" };
      const list = choose(everywhere, session, health.seenBy(asker));
      const signal = new AbortController().signal;
      const served = await attempt.respondWhole(
        { candidates: list, asker, call: () => call, signal },
        () => ({ take: () => true, end: () => "answer" }),
      );
      return served.candidate.endpoint.provider;
    },
  };
}

function choose(model: Model, session: string, health: Parameters<typeof candidates>[0]["health"]) {
  return candidates({
    catalog: { models: new Map([["m", model]]) },
    modelId: "m",
    kind: "text",
    preferences: noPreferences,
    workspaceSort: null,
    health,
    byokProviders: new Set(),
    keylessProviders: new Set(),
    byokFallback: false,
    needs: {},
    links: [],
    linkRules: new Map(),
    parameters: [],
    chance: chanceOf(() => session),
  });
}

const sessions = Array.from({ length: 10_000 }, (_, index) => `session-${index}`);

/** Which endpoint answers each session; its requests come to the nodes in turn, so to another one in each round. */
async function round(nodes: readonly ReturnType<typeof startNode>[], turn: number) {
  const answers = new Map<string, string>();
  for (const [index, session] of sessions.entries()) {
    const node = nodes[(index + turn) % nodes.length];
    if (node !== undefined) answers.set(session, await node.ask(session));
  }
  return answers;
}

function shareOf(answers: ReadonlyMap<string, string>, name: string): number {
  return [...answers.values()].filter((one) => one === name).length / answers.size;
}

function stayed(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): number {
  return [...before].filter(([session, name]) => after.get(session) === name).length / before.size;
}

function expectLoad(answers: ReadonlyMap<string, string>, names: readonly string[]): void {
  const able = weights.filter(({ name }) => names.includes(name));
  const all = able.reduce((sum, { weight }) => sum + weight, 0);
  // A share of 10,000 draws has a deviation of half a per cent at most.
  for (const { name, weight } of able)
    expect(Math.abs(shareOf(answers, name) - weight / all), name).toBeLessThan(0.02);
}

describe("10,000 sessions over 5 endpoints and 3 nodes that share nothing", () => {
  it("each session has one endpoint on every node, and loses it only while that endpoint is ill", async () => {
    const nodes = [startNode(), startNode(), startNode()];
    const all = Object.keys(prices);
    const before = await round(nodes, 0);
    expectLoad(before, all);
    expect(stayed(before, await round(nodes, 1))).toBe(1);
    expect(stayed(before, await round(nodes, 2))).toBe(1);

    const gone: Name = "north";
    ill.add(gone);
    const during = await round(nodes, 0);
    const others = all.filter((name) => name !== gone);
    expect(shareOf(during, gone)).toBe(0);
    expect(stayed(before, during)).toBeCloseTo(1 - shareOf(before, gone), 10);
    expectLoad(during, others);
    // Those that have moved stay where they are, too, whichever node they come to.
    expect(stayed(during, await round(nodes, 1))).toBe(1);

    ill.delete(gone);
    clock.nowMs += openMs;
    // The first request on each node tries the endpoint, and for it no session has to wait.
    const after = await round(nodes, 2);
    expect(stayed(before, after)).toBe(1);
  });

  it("a session has the same numbers in every version of the gateway, or all would move at once", () => {
    const chance = chanceOf(() => "session");
    expect(chance("north m")).toBeCloseTo(0.58977182, 8);
  });

  it("an endpoint that is new takes its share from all, and moves no session between the others", () => {
    const well = new Map();
    const first = (model: Model) =>
      new Map(sessions.map((one) => [one, choose(model, one, well)[0]?.endpoint.provider ?? ""]));
    const without = first(modelOf(["north", "east", "south", "west"]));
    const having = first(everywhere);
    expect(stayed(without, having)).toBeCloseTo(1 - shareOf(having, "mid"), 10);
    expectLoad(having, Object.keys(prices));
  });
});
