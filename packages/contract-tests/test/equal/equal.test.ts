import { loadDocument, type OperationId, operationIds } from "@portico/contract";
import { faults } from "@portico/mock/gateway";
import { packOf } from "@portico/mock/gateway/packs";
import { someOf } from "@portico/test-support/proof";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { provoke, validRequest } from "../../src/cases/provoke.ts";
import { type Bench, createBench } from "../../src/suite/bench.ts";
import { createCoverage } from "../../src/suite/coverage.ts";
import { wholeContract } from "../../src/suite/measure.ts";
import type { Sending } from "../../src/suite/request-to.ts";
import { prepareStands, type Stands } from "../properties/stands.ts";
import { startHandlersTarget } from "../targets/handlers-target.ts";
import { startMockTarget } from "../targets/mock-target.ts";
import type { RunningTarget } from "../targets/running-target.ts";
import { startSqliteTarget } from "../targets/sqlite-target.ts";
import { inForm, inWords } from "./differences.ts";
import { type Side, sideOf } from "./side.ts";
import { look, type Sight, sightOf } from "./sight.ts";
import { twisted, twistsOfReplies, twistsOfStreams } from "./twists.ts";

const document = loadDocument();

interface Reading {
  readonly running: RunningTarget;
  readonly side: Side;
  readonly bench: Bench;
  readonly stands: Stands;
}

let gateway: Reading;
let mock: Reading;
let handlers: Reading;
beforeAll(async () => {
  gateway = await readingOf(startSqliteTarget);
  mock = await readingOf(startMockTarget);
  handlers = await readingOf(startHandlersTarget);
});
afterAll(async () => {
  for (const { running } of [gateway, mock, handlers]) await running[Symbol.asyncDispose]();
});

/** Each operation is asked once: a second budget for the same would be refused. */
const seen = new Map<OperationId, Promise<Sight>>();
function seenAtGateway(id: OperationId): Promise<Sight> {
  const sight = seen.get(id) ?? look(gateway.side, id, gateway.stands[id]);
  seen.set(id, sight);
  return sight;
}

const others = ["mock", "handlers"] as const;
const reading = (name: (typeof others)[number]): Reading => ({ mock, handlers })[name];

const modelCalls = [
  "createEmbeddings",
  "createRerank",
  "createResponse",
  "createChatCompletion",
  "createMessage",
] as const;

/** The operations that stream, each with a question. */
const streamed = ["createResponse", "createChatCompletion", "createMessage"] as const;

const streaming = ({ side }: Reading, id: OperationId, more: object = {}): Sending => {
  const { body } = validRequest(side, id);
  return { body: { ...Object(body), stream: true, ...more } };
};

describe.each(others)("the %s and the gateway", (name) => {
  it.each(operationIds)("answer %s with the same status, headers and form", async (id) => {
    const ours = await seenAtGateway(id);
    const theirs = await look(reading(name).side, id, reading(name).stands[id]);
    expect(inForm(ours, theirs)).toEqual([]);
  });

  it.each(operationIds)("refuse %s without a key alike", async (id) => {
    const [ours, theirs] = [gateway, reading(name)].map(({ side, stands }) =>
      look(side, id, { ...stands[id], key: "none" }),
    );
    expect(inForm(await (ours as Promise<Sight>), await (theirs as Promise<Sight>))).toEqual([]);
  });

  it.each(streamed)("send the same events of %s in the same order", async (id) => {
    const ours = await look(gateway.side, id, streaming(gateway, id));
    const theirs = await look(reading(name).side, id, streaming(reading(name), id));
    expect(inForm(ours, theirs)).toEqual([]);
  });

  it.each(streamed)("break off %s in the same order", async (id) => {
    const ours = await look(
      gateway.side,
      id,
      streaming(gateway, id, { model: "sandbox/cut-midstream" }),
    );
    const theirs = await look(reading(name).side, id, {
      ...streaming(reading(name), id),
      headers: { Prefer: "fault=fail" },
    });
    expect(inForm(ours, theirs)).toEqual([]);
  });

  const failures = modelCalls.flatMap((id) =>
    [402, 429, 500, 529].map((status) => [id, status] as const),
  );
  it.each(failures)("refuse %s with %d alike", async (id, status) => {
    const ours = sightOf(id, await provoke(gateway.bench, id, status));
    const theirs = await look(reading(name).side, id, {
      ...reading(name).stands[id],
      headers: { Prefer: `code=${status}` },
    });
    expect(inForm(ours, theirs)).toEqual([]);
  });

  it.each(asked)("give %s with %s %d alike", async (id, _, status, named) => {
    const { model, ...rest } = Object(validRequest(gateway.side, id).body);
    const sending = { body: { ...("messages" in named && { model }), ...rest, ...named } };
    const ours = await look(gateway.side, id, sending);
    expect(ours.status).toBe(status);
    const theirs = await look(reading(name).side, id, sending);
    expect(inForm(ours, theirs)).toEqual([]);
    if (status !== 200) expect(messageOf(theirs)).toBe(messageOf(ours));
  });

  it.each(failing)("keep %s of %j alike, with its kind of failure", async (id, asked) => {
    const ours = await keptBy(gateway, id, asked);
    expect(ours.error, "the gateway has it").not.toBeNull();
    expect(await keptBy(reading(name), id, asked)).toEqual(ours);
  });
});

const messageOf = ({ body }: Sight): unknown => Object(body).error?.message;

const long = "a/".padEnd(300, "b");

const source = { type: "file", file_id: "file_1" };

/** What a caller shows the model in a form that only its vendor knows. */
const foreign = [
  { type: "image", source },
  { type: "document", source },
  { type: "search_result", source: "https://a.example.test", title: "A", content: [] },
  { type: "container_upload", file_id: "file_1" },
].flatMap((block) => {
  const content = [{ type: "text", text: "Hi" }, block];
  const named = { messages: [{ role: "user", content }] };
  return [
    ["createMessage", `a foreign ${block.type}`, 400, named],
    ["countMessageTokens", `a foreign ${block.type}`, 200, named],
  ] as const;
});

/** The ways to name models, each with the status it gets. */
const namings = ([...streamed, "countMessageTokens"] as const).flatMap((id) =>
  (
    [
      ["models alone", 200, { models: ["sandbox/text"] }],
      ["models alone, the second failing", 200, { models: ["sandbox/text", "sandbox/fail-500"] }],
      ["no models", 400, { models: [] }],
      ["models null", 400, { models: null }],
      ["a misspelt field", 400, { modle: "sandbox/text" }],
      ["a long name", 404, { model: long }],
      ["a long name in a list", 404, { model: "sandbox/text", models: ["sandbox/text", long] }],
      ["a long name in a list alone", 404, { models: [long] }],
    ] as const
  ).map((way) => [id, ...way] as const),
);

const asked = [...namings, ...foreign];

/** What fails at the models, so that the gateway books it; each with its operation. */
const failing = [
  ...[400, 401, 402, 403, 404, 413, 429, 500, 503, 529].map(
    (status) => ["createResponse", { model: `sandbox/fail-${status}` }] as const,
  ),
  ...["fail-midstream", "cut-midstream"].flatMap((name) =>
    [false, true].map(
      (stream) => ["createResponse", { model: `sandbox/${name}`, stream }] as const,
    ),
  ),
  ["createChatCompletion", { model: "sandbox/fail-429", models: ["sandbox/fail-500"] }],
  ["createMessage", { model: "sandbox/fail-529", stream: true }],
  ["createEmbeddings", { model: "sandbox/embed-fail-529" }],
  ["createRerank", { model: "sandbox/rerank-fail-500" }],
] as const satisfies readonly (readonly [OperationId, object])[];

/** The failed request as the list of requests has it: what does not depend on a clock or on the words of an answer. */
async function keptBy({ side, bench }: Reading, id: OperationId, asked: object) {
  const { body } = validRequest(side, id);
  const reply = await side.ask(id, { body: { ...Object(body), ...asked } });
  await reply.text();
  const query = { search: reply.headers.get("x-generation-id") ?? "", failed: "true" };
  const list = await bench.send("listGenerations", { query });
  const kept = Object(Object(list.body).data?.[0]);
  const { error = null, provider_name, price, finish_reason, streamed, estimated, model } = kept;
  return {
    ...{ status: reply.status, kept: kept.status, error, provider_name, price, finish_reason },
    ...{ streamed, estimated, model, isCharged: kept.total_cost > 0 },
    attempts: kept.provider_responses?.map((one: Record<string, unknown>) => [
      ...[one["status"], one["failure"], one["endpoint_id"], one["estimated"]],
    ]),
  };
}

describe("the mock and the handlers", () => {
  const differences = async (id: OperationId, sending: Sending): Promise<string[]> =>
    inWords(
      await look(mock.side, id, { ...mock.stands[id], ...sending }),
      await look(handlers.side, id, { ...handlers.stands[id], ...sending }),
    );

  it.each(someOf(examples(), 3))("show %s %i %s alike", async (id, status, example, isStream) => {
    const headers = { Prefer: `code=${status}, example=${example}` };
    const sending = isStream ? streaming(mock, id) : {};
    expect(await differences(id, { ...sending, headers })).toEqual([]);
  });

  const rehearsed = Object.keys(faults).flatMap((fault) =>
    modelCalls.map((id) => [fault, id] as const),
  );
  it.each(someOf(rehearsed, 3))("rehearse %s of %s alike", async (fault, id) => {
    const headers = { Prefer: `fault=${fault}` };
    expect(await differences(id, { headers })).toEqual([]);
  });
  it.each(Object.keys(faults))("rehearse %s of a list alike", async (fault) => {
    const sending = { headers: { Prefer: `fault=${fault}` } };
    const ours = await look(mock.side, "listApiKeys", sending);
    expect(inForm(ours, await look(handlers.side, "listApiKeys", sending))).toEqual([]);
  });

  it.each(Object.keys(faults))("rehearse %s of each stream alike", async (fault) => {
    for (const id of streamed) {
      const headers = { Prefer: `fault=${fault}, pace=0` };
      expect(await differences(id, { ...streaming(mock, id), headers }), id).toEqual([]);
    }
  });
});

/** A suite that finds no difference proves nothing until it has found some. */
describe("a deliberate difference", () => {
  const found = async (
    kind: (typeof others)[number] | "gateway",
    twist: (side: Side) => Side,
    id: OperationId,
    sending: (reading: Reading) => Sending,
  ) => {
    const one = kind === "gateway" ? mock : gateway;
    const other = kind === "gateway" ? gateway : reading(kind);
    return inForm(
      await look(one.side, id, sending(one)),
      await look(twist(other.side), id, sending(other)),
    );
  };

  describe.each([...others, "gateway"] as const)("of the %s", (kind) => {
    it.each(Object.entries(twistsOfReplies))("is found: %s", async (_, twist) => {
      const stand = ({ stands }: Reading) => stands.getWorkspace;
      const differences = await found(kind, (side) => twisted(side, twist), "getWorkspace", stand);
      expect(differences).not.toEqual([]);
    });

    it.each(Object.entries(twistsOfStreams))("is found in a stream: %s", async (_, twist) => {
      const differences = await found(
        kind,
        (side) => twisted(side, twist),
        "createResponse",
        (one) => streaming(one, "createResponse"),
      );
      expect(differences).not.toEqual([]);
    });
  });
});

async function readingOf(start: () => Promise<RunningTarget>): Promise<Reading> {
  const running = await start();
  const bench = createBench(running.target, wholeContract(), createCoverage());
  const side = sideOf(running.target);
  return { running, side, bench, stands: await prepareStands(bench) };
}

/** All examples of all replies: operation, status, name, whether it is a stream. */
function examples(): [OperationId, number, string, boolean][] {
  return operationIds.flatMap((id) => {
    const { replies } = packOf(document, id);
    return Object.entries(replies).flatMap(([status, byType]) =>
      Object.entries(byType).flatMap(([type, named]) =>
        named
          .filter(() => status !== "default" && type !== "text/csv")
          .map(({ name }): [OperationId, number, string, boolean] => [
            id,
            Number(status),
            name,
            type === "text/event-stream",
          ]),
      ),
    );
  });
}
