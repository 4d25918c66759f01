import { eventually } from "@portico/test-support/eventually";
import { expect } from "vitest";
import { type Asking, type Client, type ErrorStatus, errorStatuses } from "./client.ts";
import { dearModel, type Gateway, heldModel } from "./gateway.ts";

/** What a client does through the gateway. Throws where it does not, and waits long for it only where it is expected. */
type Capability = (client: Client, gateway: Gateway, isExpected: boolean) => Promise<void>;

const said = "good morning to you all";
const prompt = `Repeat exactly: ${said}`;

async function text(client: Client, { connection }: Gateway): Promise<void> {
  expect(await client.text({ ...connection, model: "sandbox/text", prompt })).toBe(said);
}

async function stream(client: Client, { connection }: Gateway): Promise<void> {
  const asking = { ...connection, model: "sandbox/text", prompt };
  const pieces = await Array.fromAsync(client.stream(asking));
  expect(pieces.join("")).toBe(said);
  expect(pieces.length).toBeGreaterThan(1);
}

/** A question, two calls at once, their results, and an answer that holds them. */
const toolsWith =
  (model: string, streams: boolean): Capability =>
  async (client, { connection }) => {
    const cities: string[] = [];
    const answer = await client.tools({
      ...{ ...connection, model, prompt: "What is the weather in Paris and in Rome?", streams },
      run: (city) => {
        cities.push(city);
        return "Sunny, 21 degrees";
      },
    });
    expect(cities).toEqual(["Paris", "Rome"]);
    expect(answer).toContain("Sunny, 21 degrees");
  };

async function structured(client: Client, { connection }: Gateway): Promise<void> {
  const asking = { ...connection, model: "sandbox/text", prompt: "It is 21 degrees in Paris." };
  expect(await client.structured(asking)).toEqual({ city: "Paris", degrees: 21 });
}

const failures: Readonly<Record<ErrorStatus, (gateway: Gateway) => Promise<Partial<Asking>>>> = {
  400: async () => ({ model: "sandbox/fail-400" }),
  401: async () => ({ key: "ptc_unknown" }),
  402: async (gateway) => ({ model: dearModel, key: (await gateway.newKey(1)).key }),
  404: async () => ({ model: "sandbox/unknown" }),
  429: async () => ({ model: "sandbox/fail-429" }),
  529: async () => ({ model: "sandbox/fail-529" }),
};

const fails =
  (status: ErrorStatus): Capability =>
  async (client, gateway) => {
    const usual = { ...gateway.connection, model: "sandbox/text", prompt, maxRetries: 0 as const };
    const asking = { ...usual, ...(await failures[status](gateway)) };
    for (const ask of [() => client.text(asking), () => Array.fromAsync(client.stream(asking))]) {
      const error = await ask().then(
        (answer) => Promise.reject(new Error(`It answered ${JSON.stringify(answer)}.`)),
        (thrown: unknown) => thrown,
      );
      expect(client.told(error)).toEqual({ kind: client.errors[status], status });
    }
  };

/** Some words come, and then the library shows that there will be no more because something failed. */
async function failsInMidStream(client: Client, { connection }: Gateway): Promise<void> {
  const asking = { ...connection, model: "sandbox/fail-midstream", prompt };
  const pieces: string[] = [];
  await expect(async () => {
    for await (const piece of client.stream(asking)) pieces.push(piece);
  }).rejects.toThrow();
  expect(pieces.join("")).not.toBe("");
}

/** The model would go on without end: it is left, and what it said is booked once. */
async function leaves(client: Client, gateway: Gateway, isExpected: boolean): Promise<void> {
  const key = await gateway.newKey();
  const { url } = gateway.connection;
  const leftBefore = gateway.upstream.left();
  const leaving = new AbortController();
  const asking = { url, key: key.key, model: heldModel, prompt, signal: leaving.signal };
  const reading = async () => {
    for await (const _ of client.stream(asking)) leaving.abort();
  };
  // Some libraries throw, some end.
  await reading().catch(() => undefined);
  expect(leaving.signal.aborted).toBe(true);
  const wasLeft = () => expect(gateway.upstream.left()).toBe(leftBefore + 1);
  // As long as a whole other request takes: who leaves has left by then.
  if (!isExpected) return text(client, gateway).then(wasLeft);
  await eventually(wasLeft);
  await eventually(async () => expect(await gateway.requestsOf(key)).toBe(1));
}

const errors = Object.fromEntries(
  errorStatuses.map((status): [string, Capability] => [`error ${status}`, fails(status)]),
);

/** In the order of the table's columns. */
export const capabilities: Readonly<Record<string, Capability>> = {
  text,
  stream,
  tools: toolsWith("sandbox/text", false),
  "tools, streamed": toolsWith("sandbox/text", true),
  thoughts: toolsWith("sandbox/think", false),
  "thoughts, streamed": toolsWith("sandbox/think", true),
  structured,
  ...errors,
  "failure in mid-stream": failsInMidStream,
  abort: leaves,
};
