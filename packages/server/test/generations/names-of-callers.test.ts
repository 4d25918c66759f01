import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { jsonHeaders, startTestGateway, type TestGateway } from "../support/gateway.ts";

const conversation = { model: "sandbox/text", messages: [{ role: "user", content: "Hi" }] };

/** Each operation that is booked, with its own fields for both names. */
const requests = {
  embeddings: {
    path: "/embeddings",
    body: { model: "sandbox/embed", input: "Hi", user: "user-7" },
  },
  responses: {
    path: "/responses",
    body: { model: "sandbox/text", input: "Hi", user: "user-7" },
  },
  chat: { path: "/chat/completions", body: { ...conversation, user: "user-7" } },
  messages: {
    path: "/messages",
    body: { ...conversation, max_tokens: 10, metadata: { user_id: "user-7" } },
  },
};
const operations = ["embeddings", "responses", "chat", "messages"] as const;

describe("the names that callers give", () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway();
  });
  afterAll(() => gateway[Symbol.asyncDispose]());

  const booked = async (
    { path, body }: { readonly path: string; readonly body: object },
    headers: Readonly<Record<string, string>> = {},
  ) => {
    const response = await fetch(`${gateway.api}${path}`, {
      method: "POST",
      headers: { ...jsonHeaders(gateway.own.ordinary), ...headers },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    expect(response.status, text).toBe(200);
    const { id }: { readonly id: string } = JSON.parse(text);
    return await gateway.store.activity.generation(gateway.own.organisationId, id);
  };

  it.each(operations)("end user and session of %s are booked", async (operation) => {
    const record = await booked(requests[operation], { "x-session-id": "session-8" });
    expect(record).toMatchObject({ operation, endUser: "user-7", sessionId: "session-8" });
  });

  it.each(["responses", "chat", "messages"] as const)(
    "the session in the body of %s is booked, not that of the header",
    async (operation) => {
      const { path, body } = requests[operation];
      const record = await booked(
        { path, body: { ...body, session_id: "session-9" } },
        { "x-session-id": "session-8" },
      );
      expect(record?.sessionId).toBe("session-9");
    },
  );

  it("a request without names has none", async () => {
    const { user: _, ...body } = requests.embeddings.body;
    const record = await booked({ path: "/embeddings", body });
    expect(record).toMatchObject({ endUser: null, sessionId: null });
  });
});
