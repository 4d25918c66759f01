import type { OperationId } from "@portico/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Bench, createBench } from "../src/suite/bench.ts";
import { createCoverage } from "../src/suite/coverage.ts";
import { wholeContract } from "../src/suite/measure.ts";
import type { Sending } from "../src/suite/request-to.ts";
import {
  chatContradictions,
  chatQuestions,
  thinkingQuestions,
} from "./properties/chat-questions.ts";
import { check } from "./properties/check.ts";
import { comparable } from "./properties/comparable.ts";
import { isRefusedForItsMeaning } from "./properties/meaning.ts";
import {
  messageContradictions,
  messageQuestions,
  thinkingMessages,
} from "./properties/message-questions.ts";
import { contradictions, inputs, questions, rankings } from "./properties/questions.ts";
import { bodied, validBodies } from "./properties/requests.ts";
import { differencesOf } from "./properties/shape.ts";
import { prepareStands, type Stands } from "./properties/stands.ts";
import { startHandlersTarget } from "./targets/handlers-target.ts";
import { startMockTarget } from "./targets/mock-target.ts";
import type { RunningTarget } from "./targets/running-target.ts";
import { startSqliteTarget } from "./targets/sqlite-target.ts";

interface Side {
  readonly running: RunningTarget;
  readonly bench: Bench;
  readonly stands: Stands;
}

const asksForText: ReadonlySet<OperationId> = new Set<OperationId>([
  "createResponse",
  "createChatCompletion",
  "createMessage",
  "countMessageTokens",
  "countResponseTokens",
  "compactResponse",
]);

/** Who develops against the mock or the handlers is not to be surprised by the server. */
describe.each([
  ["the mock", startMockTarget],
  ["the handlers", startHandlersTarget],
])("%s and the server", (_name, start) => {
  let server: Side;
  let mock: Side;
  beforeAll(async () => {
    server = await sideOf(startSqliteTarget);
    mock = await sideOf(start);
  });
  afterAll(async () => {
    await server.running[Symbol.asyncDispose]();
    await mock.running[Symbol.asyncDispose]();
  });

  const differences = async (id: OperationId, asked: Sending): Promise<string[]> => {
    const ours = await server.bench.send(id, asked);
    if (isRefusedForItsMeaning(id, ours)) return [];
    const model = asksForText.has(id) ? mock.running.target.textModel : null;
    const there = named(asked, mock.stands[id]);
    const theirs = await mock.bench.send(id, model === null ? there : withModel(there, model));
    return [
      ...(ours.status === theirs.status ? [] : [`status ${ours.status}, ${theirs.status}`]),
      ...(ours.mediaType === theirs.mediaType ? [] : [`${ours.mediaType}, ${theirs.mediaType}`]),
      ...differencesOf(ours.body, theirs.body),
    ];
  };

  it.each(bodied)("answer the same request to %s in the same form", async (id) => {
    await check(
      validBodies(server.stands, id),
      async (asked) => {
        expect(await differences(id, asked)).toEqual([]);
      },
      0.25,
    );
  });

  it.each([
    "listEmbeddingModels",
    "listModels",
    "listApiKeys",
    "listWorkspaces",
    "listByokCredentials",
    "listActivity",
    "getCredits",
    "getWorkspace",
    "getApiKey",
    "getGeneration",
  ] as const)("answer %s in the same form", async (id) => {
    expect(await differences(id, server.stands[id])).toEqual([]);
  });

  /** What both answer to the same body. */
  const answers = async (id: OperationId, body: object) => {
    const ours = await server.bench.send(id, { body });
    const theirs = await mock.bench.send(id, { body });
    return [ours, theirs].map(({ status, body: answer }) => ({ status, said: comparable(answer) }));
  };

  it.each(Object.entries(questions))("give the same answer to %s", async (_, question) => {
    const asked = { model: "sandbox/text", ...question };
    const [ours, theirs] = await answers("createResponse", asked);
    expect(theirs).toEqual(ours);
  });

  it.each(Object.entries(questions))("give the same stream to %s", async (_, question) => {
    const asked = { model: "sandbox/text", stream: true, ...question };
    const [ours, theirs] = await answers("createResponse", asked);
    expect(theirs).toEqual(ours);
  });

  it.each(Object.entries(contradictions))("refuse %s in the same words", async (_, question) => {
    const [ours, theirs] = await answers("createResponse", { model: "sandbox/text", ...question });
    expect(ours?.status).toBe(400);
    expect(theirs).toEqual(ours);
  });

  describe.each(Object.entries({ text: chatQuestions, think: thinkingQuestions }))(
    "in chats with sandbox/%s",
    (name, chats) => {
      it.each(Object.entries(chats))("give the same answer and stream to %s", async (_, chat) => {
        for (const stream of [false, true]) {
          const asked = { model: `sandbox/${name}`, stream, ...chat };
          const [ours, theirs] = await answers("createChatCompletion", asked);
          expect(theirs).toEqual(ours);
        }
      });
    },
  );

  it.each(Object.entries(chatContradictions))(
    "refuse a chat of %s in the same words",
    async (_, chat) => {
      const asked = { model: "sandbox/text", ...chat };
      const [ours, theirs] = await answers("createChatCompletion", asked);
      expect(ours?.status).toBe(400);
      expect(theirs).toEqual(ours);
    },
  );

  describe.each(Object.entries({ text: messageQuestions, think: thinkingMessages }))(
    "in messages with sandbox/%s",
    (name, asked) => {
      it.each(Object.entries(asked))(
        "give the same answer and stream to %s",
        async (_, question) => {
          for (const stream of [false, true]) {
            const body = { model: `sandbox/${name}`, max_tokens: 1000, stream, ...question };
            const [ours, theirs] = await answers("createMessage", body);
            expect(theirs).toEqual(ours);
          }
        },
      );
    },
  );

  it.each(Object.entries(messageContradictions))(
    "refuse a message of %s in the same words",
    async (_, question) => {
      const asked = { model: "sandbox/text", max_tokens: 1000, ...question };
      const [ours, theirs] = await answers("createMessage", asked);
      expect(ours?.status).toBe(400);
      expect(theirs).toEqual(ours);
    },
  );

  it.each(Object.entries(inputs))("give the same vectors for %s", async (_, input) => {
    const [ours, theirs] = await answers("createEmbeddings", { model: "sandbox/embed", ...input });
    expect(theirs).toEqual(ours);
  });

  it.each(Object.entries(rankings))("give the same ranking of %s", async (_, ranking) => {
    const [ours, theirs] = await answers("createRerank", { model: "sandbox/rerank", ...ranking });
    expect(ours?.status).toBe(200);
    expect(theirs).toEqual(ours);
  });

  it.each([
    ["no key", { key: "none" }],
    ["no JSON", { raw: "{" }],
    ["no object", { raw: "[]" }],
    ["another type", { raw: "{}", headers: { "Content-Type": "text/plain" } }],
  ] satisfies [string, Sending][])("refuse %s in the same form", async (_, change) => {
    for (const id of ["createEmbeddings", "createRerank", ...asksForText] as const) {
      const { body: __, ...stand } = server.stands[id];
      expect(await differences(id, { ...stand, ...change })).toEqual([]);
    }
  });
});

async function sideOf(start: () => Promise<RunningTarget>): Promise<Side> {
  const running = await start();
  const bench = createBench(running.target, wholeContract(), createCoverage());
  return { running, bench, stands: await prepareStands(bench) };
}

/** The same request, with the names that its things have at the other side. */
function named(asked: Sending, { params, query, body }: Sending): Sending {
  const workspaceId = Object(body).workspace_id;
  return {
    ...asked,
    ...(params && { params }),
    ...(query?.["id"] !== undefined && { query }),
    ...(workspaceId !== undefined && {
      body: { ...Object(asked.body), workspace_id: workspaceId },
    }),
  };
}

function withModel(asked: Sending, model: string): Sending {
  return { ...asked, body: { ...Object(asked.body), model } };
}
