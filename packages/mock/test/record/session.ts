import { send } from "./setting.ts";

export interface SessionKeys {
  readonly key: string;
  readonly managementKey: string;
}

export interface Step {
  readonly what: string;
  readonly status: number;
  /** The text of the reply. */
  readonly text: string;
}

export interface Session {
  readonly steps: readonly Step[];
  /** The secret of the key that it created. */
  readonly createdKey: string;
}

/** Secrets that the session sends, beside its keys. */
export const sentSecrets = [
  "byok-secret-with-20-characters",
  "ptc_a-key-that-does-not-exist-anywhere",
  "sk-proj-that-stands-in-a-prompt-0123456789",
  "cookie-value-that-is-secret",
];
const [byokSecret = "", wrongKey = "", promptSecret = "", cookie = ""] = sentSecrets;

/** What people do with a gateway: JSON, streams on every wire, errors, a table, a key with its secret, a credential. */
export async function runSession(
  url: string,
  { key, managementKey }: SessionKeys,
): Promise<Session> {
  const steps: Step[] = [];
  const step = async (what: string, reply: Promise<Response>): Promise<string> => {
    const { status } = await reply;
    const text = await (await reply).text();
    steps.push({ what, status, text });
    return text;
  };
  const ask = { model: "sandbox/text", input: "Hello" };
  const echo = { ...ask, input: `Hello, my key is ${promptSecret}`, stream: true };
  const chat = { model: "sandbox/text", messages: [{ role: "user", content: "Hello" }] };
  const message = { ...chat, max_tokens: 64, stream: true };
  const asManager = { key: managementKey };

  await step(
    "embeddings",
    send(url, "/embeddings", { key, body: { model: "sandbox/embed", input: ["a", "b"] } }),
  );
  await step("a response", send(url, "/responses", { key, body: ask }));
  await step("a stream", send(url, "/responses", { key, body: { ...ask, stream: true } }));
  await step("an echo", send(url, "/responses", { key, body: echo }));
  await step(
    "a chat's stream",
    send(url, "/chat/completions", { key, body: { ...chat, stream: true } }),
  );
  const withKeyHeader = { method: "POST", body: JSON.stringify(message) };
  const keyHeader = { "x-api-key": key, "content-type": "application/json", cookie: `a=${cookie}` };
  await step(
    "a message's stream",
    fetch(`${url}/messages`, { ...withKeyHeader, headers: keyHeader }),
  );
  await step(
    "a failing stream",
    send(url, "/responses", { key, body: { ...ask, model: "sandbox/fail-529", stream: true } }),
  );
  await step("a bad request", send(url, "/embeddings", { key, body: { model: "sandbox/embed" } }));
  await step(
    "a wrong key",
    send(url, "/embeddings", { key: wrongKey, body: { model: "sandbox/embed", input: "a" } }),
  );
  await step("no such model", send(url, "/model/none/such", { key }));

  const made = await step("a new key", send(url, "/keys", { ...asManager, body: { name: "New" } }));
  const { key: createdKey, data } = JSON.parse(made);
  await step("the new key's facts", send(url, "/key", { key: createdKey }));
  await step(
    "the new key's end",
    send(url, `/keys/${data.hash}`, { ...asManager, method: "DELETE" }),
  );
  await step("the facts once more", send(url, "/key", { key: createdKey }));
  const credential = { provider: "sandbox", secret: byokSecret };
  const stored = await step("a credential", send(url, "/byok", { ...asManager, body: credential }));
  const { id } = JSON.parse(stored).data;
  await step("its end", send(url, `/byok/${id}`, { ...asManager, method: "DELETE" }));
  await step("its end once more", send(url, `/byok/${id}`, { ...asManager, method: "DELETE" }));
  const table = { ...asManager, headers: { Accept: "text/csv" } };
  await step("the activity as a table", send(url, "/activity", table));
  await step("the activity", send(url, "/activity?group_by=model", asManager));
  return { steps, createdKey };
}
