import { isOperationId, loadDocument, operations } from "@portico/contract";
import { findChatOrderViolation } from "@portico/contract/chat-order";
import { findMessagesOrderViolation } from "@portico/contract/messages-order";
import { findOrderViolation } from "@portico/contract/stream-order";
import { packsOf } from "@portico/mock/gateway/packs";
import { contractCheck as check } from "@portico/test-support/contract-check";
import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { portico, porticoHandlers } from "../src/index.ts";
import { ask, eventsIn, examplesByStatus, operationNamed, requestFor } from "./ask.ts";

const document = loadDocument();
const packs = packsOf(document);
const server = setupServer(...porticoHandlers({ paceMs: 0 }));

beforeAll(() => server.listen({ onUnhandledFrame: "error" }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

/** With what differs from request to request left out: ids and times. */
function asTold(body: unknown): unknown {
  return JSON.parse(
    JSON.stringify(body, (name, value: unknown) =>
      /^((request_|call_)?id|item_id|(created|completed)_at|user_id)$/.test(name) ? "once" : value,
    ),
  );
}

function keepsContract(id: string, status: number, body: unknown): void {
  if (!isOperationId(id)) throw new Error(`${id} is not in the table of operations.`);
  expect(check.reply(operations[id], status, body)).toEqual([]);
}

describe("every status and every example of every operation", () => {
  const cases = packs.flatMap((pack) =>
    examplesByStatus(pack).map(([status, example]) => ({
      ...{ id: pack.facts.id, pack, status, name: example?.name ?? "first", example },
    })),
  );

  it.each(cases)("$id $status $name is sent", async ({ id, pack, status, example }) => {
    const { reply } = operationNamed(id);
    server.use(example === undefined ? reply(status) : reply({ status, example: example.name }));
    const [path, asked] = requestFor(document, pack);
    const given = await ask(path, asked);
    const body: unknown = await given.json();
    expect(given.status).toBe(status);
    expect(given.headers.get("x-request-id")).toMatch(/^req_/);
    keepsContract(id, status, body);
    if (example !== undefined) expect(asTold(body)).toMatchObject(Object(asTold(example.value)));
  });

  it("is known by its name alone where no other status has that name", async () => {
    server.use(portico.createRerank.reply({ example: "model-not-allowed" }));
    const pack = packs.find(({ facts }) => facts.id === "createRerank");
    if (!pack) throw new Error("There is no createRerank.");
    const [path, asked] = requestFor(document, pack);
    expect((await ask(path, asked)).status).toBe(403);
  });
});

describe("the usual reply of every operation", () => {
  it.each(packs.map((pack) => ({ id: pack.facts.id, pack })))(
    "$id keeps the contract",
    async ({ id, pack }) => {
      const [path, asked] = requestFor(document, pack);
      const { stream: _, ...body } = Object(asked.body);
      const given = await ask(path, { ...asked, ...(asked.body !== undefined && { body }) });
      keepsContract(id, given.status, await given.json());
    },
  );
});

const wires = [
  {
    id: "createResponse",
    path: "/responses",
    body: { model: "sandbox/text", input: "Hello", stream: true },
    event: check.event,
    order: findOrderViolation,
  },
  {
    id: "createChatCompletion",
    path: "/chat/completions",
    body: { model: "sandbox/text", messages: [{ role: "user", content: "Hello" }], stream: true },
    event: check.chunk,
    order: findChatOrderViolation,
  },
  {
    id: "createMessage",
    path: "/messages",
    body: {
      ...{ model: "sandbox/text", max_tokens: 100, stream: true },
      messages: [{ role: "user", content: "Hello" }],
    },
    event: check.messageEvent,
    order: findMessagesOrderViolation,
  },
];

describe.each(wires)("streams of $id", ({ id, path, body, event, order }) => {
  const pack = packs.find(({ facts }) => facts.id === id);
  const examples = pack ? examplesByStatus(pack, "text/event-stream") : [];
  const names = examples.flatMap(([, example]) => (example ? [example.name] : []));

  async function judged(): Promise<unknown[]> {
    const given = await ask(path, { body });
    expect(given.headers.get("content-type")).toBe("text/event-stream");
    const events = eventsIn(await given.text());
    expect(events.filter((one) => one !== "[DONE]").flatMap(event)).toEqual([]);
    return events;
  }

  it.each(names)("send the example %s", async (example) => {
    server.use(operationNamed(id).reply({ example }));
    const events = await judged();
    expect(events.length).toBeGreaterThan(1);
  });

  it.each([undefined, "fail", "incomplete"])("keep schema and order: %s", async (fault) => {
    if (fault !== undefined) server.use(operationNamed(id).fault(fault));
    const events = await judged();
    expect(order(events)).toBeNull();
  });
});
