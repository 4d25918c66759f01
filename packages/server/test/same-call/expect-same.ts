import { expect } from "vitest";
import { readMasterKeys } from "../../src/secrets/master-key.ts";
import { createThoughtSeals } from "../../src/secrets/thought-seal.ts";
import type { GenerationRecord } from "../../src/store/ports/generation.ts";
import { numberAt } from "../recorded/readers/reading.ts";
import type { TestGateway } from "../responses/test-gateway.ts";
import type { Question } from "./question.ts";
import type { Told } from "./told.ts";
import { chat } from "./wires/chat.ts";
import { messages } from "./wires/messages.ts";
import { responses } from "./wires/responses.ts";
import type { AskingWire } from "./wires/wire.ts";

/** Of the gateways here, so that what they seal can be compared. */
export const masterKey = "s4m3C4llThr0ughThr33W1r3s0f0urG8";
const seals = createThoughtSeals(readMasterKeys(masterKey));

/** The three wires, plain and streamed. */
const ways = [false, true].flatMap((stream) =>
  [responses, chat, messages].map((wire) => ({ wire, stream })),
);
export type Way = (typeof ways)[number];

export interface Asked extends Way {
  readonly told: Told;
  readonly row: GenerationRecord;
  /** What the upstream was sent, where the test can see it. */
  readonly sent: unknown;
}

interface Asking {
  readonly gateway: TestGateway;
  readonly questionFor: (way: Way) => Question;
  /** Before each request. */
  readonly prepare?: () => void;
  readonly sent?: () => unknown;
  /** The call ids that the upstream gives; all others are the gateway's own. */
  readonly upstreamIds?: readonly string[];
}

/** Asks the same by each wire in both ways, and compares all that was told, booked and sent to the upstream. */
export async function expectSame(asking: Asking): Promise<readonly Asked[]> {
  const asked: Asked[] = [];
  for (const way of ways) asked.push(await askOnce(asking, way));
  for (const each of asked) expectOwnBooks(each);
  const views = asked.map((each) => ({ each, view: viewOf(each, asking.upstreamIds ?? []) }));
  const whole = views.filter(({ each }) => each.told.failure === undefined);
  const failed = views.filter(({ each }) => each.told.failure !== undefined);
  // A failure in mid-stream follows the words that came before it; a plain failure replaces them.
  const groups = [
    whole,
    failed.filter(({ each }) => each.stream),
    failed.filter(({ each }) => !each.stream),
  ];
  for (const [first, ...others] of groups)
    for (const { each, view } of others)
      expect(view, `${nameOf(each)}, beside ${first && nameOf(first.each)}`).toEqual(
        first && expectedOf(each, view, first.view),
      );
  const written = whole.flatMap(({ each }) => each.told.usage?.written ?? []);
  expect(new Set(written).size, "tokens written to a cache").toBeLessThanOrEqual(1);
  expectSameRows(asked);
  return asked;
}

async function askOnce(asking: Asking, way: Way): Promise<Asked> {
  const { gateway, questionFor, prepare, sent } = asking;
  const before = gateway.booked.length;
  prepare?.();
  const told = await way.wire.ask(gateway, questionFor(way), way.stream);
  const booked = gateway.booked.slice(before);
  expect(booked, `one generation of ${nameOf(way)}: ${told.failure}`).toHaveLength(1);
  const row = booked[0] && (await gateway.rowOf(booked[0]));
  if (!row) throw new Error(`There is no row of ${nameOf(way)}.`);
  return { ...way, told, row, sent: sent?.() };
}

function nameOf({ wire, stream }: { readonly wire: AskingWire; readonly stream: boolean }): string {
  return `${wire.operation}, ${stream ? "streamed" : "plain"}`;
}

/** What a wire tells of usage and cost is what is booked. */
function expectOwnBooks({ wire, stream, told, row }: Asked): void {
  const name = nameOf({ wire, stream });
  expect([row.operation, row.streamed], name).toEqual([wire.operation, stream]);
  for (const cost of told.costs) expect(Math.round(cost * 1e9), name).toBe(row.chargedNanousd);
  if (told.details !== undefined)
    expect(sumOf(told.details), name).toBe(row.chargedNanousd + row.unbilledNanousd);
  if (told.failure !== undefined) return;
  expect(told.costs, name).toHaveLength(stream ? 1 : 2);
  expect(told.details, name).toBeDefined();
  const { written = 0, ...usage } = told.usage ?? {};
  const { inputTokens, cachedInputTokens: cached } = row;
  // A few upstreams say that more was cached than there was, which this wire cannot repeat.
  const input = wire === messages ? Math.max(inputTokens, cached + written) : inputTokens;
  const booked = { input, cached, output: row.outputTokens, reasoning: row.reasoningTokens };
  expect(usage, name).toEqual(booked);
  expect(told.finish, name).toBe(finishOf(row));
  const endsInCalls = row.finishReason === "stop" && told.calls.length > 0;
  expect(told.endsInCalls ?? endsInCalls, name).toBe(endsInCalls);
}

/** The cost by its parts, in nanodollars. */
function sumOf(details: unknown): number {
  const nanousd = (name: string) => Math.round(numberAt(details, name) * 1e9);
  const paid = ["input_cost", "output_cost", "cache_read_cost", "cache_write_cost"].map(nanousd);
  return paid.reduce((sum, part) => sum + part, 0) - nanousd("discount");
}

function finishOf({ finishReason }: GenerationRecord): string | null {
  return finishReason === "length" ? "max_output_tokens" : finishReason;
}

/** A message ends with its last text: the seal of that one is left out. */
function expectedOf({ wire }: Asked, { thoughts: { sealed } }: View, of: View): View {
  const all = of.thoughts.sealed;
  const isLeftOut = wire === messages && sealed.length < all.length && all.at(-1)?.of === "text";
  return isLeftOut ? { ...of, thoughts: { ...of.thoughts, sealed: all.slice(0, -1) } } : of;
}

type View = ReturnType<typeof viewOf>;

interface Sealed {
  readonly of: unknown;
}

/** What must be the same whichever wire tells it. Of a failure, some wires tell the tier and the cost. */
function viewOf({ told, row, sent }: Asked, upstreamIds: readonly string[]) {
  const { costs: _, echo: _echo, endsInCalls: _ends, usage: _usage, ...shown } = told;
  const { tier, details, ...same } = shown;
  const ids = new Set(told.calls.map(({ id }) => id));
  expect(ids.size).toBe(told.calls.length);
  return {
    ...same,
    calls: told.calls.map((call) => ({ ...call, id: givenId(call.id, upstreamIds) })),
    thoughts: { words: told.thoughts.words, sealed: openedOf(told.thoughts, row) },
    ...(told.failure === undefined && { tier, details }),
    sent,
  };
}

/** The seal of a call that the answer's end broke off is left out: one wire keeps it back until the call is whole. */
function openedOf(
  { seals: given, callless }: Told["thoughts"],
  { workspaceId }: GenerationRecord,
): readonly Sealed[] {
  return given.flatMap((seal): Sealed[] => {
    const opened = seals.openThought(workspaceId, seal);
    if (opened === null) throw new Error(`No gateway has sealed ${seal}.`);
    const [of, text, isSummary, data]: readonly unknown[] = JSON.parse(opened.thought);
    const isLost = of === "call" && callless.includes(seal);
    const sealed = { family: opened.family, of, text, isSummary, data };
    return isLost ? [] : [sealed];
  });
}

function givenId(id: string, upstreamIds: readonly string[]): string {
  if (upstreamIds.includes(id)) return id;
  expect(id).toMatch(/^call_\w{16,}$/);
  return "of the gateway";
}

/** The ledger knows a request's wire, and whether it was streamed. */
function expectSameRows(asked: readonly Asked[]): void {
  const whole = asked.filter(({ told }) => told.failure === undefined);
  for (const isStreamed of [false, true]) {
    const [first, ...others] = asked.filter(({ stream }) => stream === isStreamed);
    for (const other of others)
      expect(factsOf(other.row), nameOf(other)).toEqual(first && factsOf(first.row));
  }
  const [first, ...others] = whole;
  for (const other of others)
    expect(factsOf(other.row), nameOf(other)).toMatchObject(
      first ? { ...factsOf(first.row), streamed: other.stream, hasFirstToken: other.stream } : {},
    );
}

/** All of a row but for its wire, its own names and its times. */
function factsOf(row: GenerationRecord): object {
  const { generationId: _id, operation: _wire, latencyMs: _latency, ...rest } = row;
  const { createdAtMs: _created, settledAtMs: _settled, firstTokenMs, attempts, ...facts } = rest;
  return {
    ...facts,
    hasFirstToken: firstTokenMs !== null,
    attempts: attempts.map(({ latencyMs: _ms, startMs: _start, ...attempt }) => attempt),
  };
}
