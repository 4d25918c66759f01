import "./support/dom.ts";
import type { Portico } from "@portico/client";
import type { Mock } from "@portico/mock";
import { act, cleanup, renderHook, waitFor } from "@testing-library/react";
import { StrictMode, useEffect } from "react";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { useChatStream, useMessageStream, useResponseStream } from "../src/index.ts";
import { clientOf, startContractMock } from "./support/page.ts";

let mock: Mock;
beforeAll(async () => {
  mock = await startContractMock(5);
});
afterAll(() => mock.close());
afterEach(cleanup);

const model = "sandbox/text";
const body = { model, input: "What is a portico?" };
const messages = [{ role: "user" as const, content: "What is a portico?" }];

/** A client whose next requests are asked for what each of `preferences` names. */
function preferring(...preferences: readonly (string | null)[]): Portico {
  const left = [...preferences];
  return clientOf(mock, {
    fetch: (request) => {
      const preference = left.shift();
      if (preference) request.headers.set("Prefer", preference);
      return fetch(request);
    },
  });
}

/** A hook in strict mode, with each status that it was drawn with. */
function drawn<Value extends { readonly status: string; readonly text: string }>(
  hook: () => Value,
) {
  const seen: Value[] = [];
  const rendered = renderHook(
    () => {
      const value = hook();
      useEffect(() => void seen.push(value));
      return value;
    },
    { wrapper: StrictMode },
  );
  return { ...rendered, seen };
}

describe.each([
  [
    "useResponseStream",
    (client: Portico) => {
      const { start, ...state } = useResponseStream(client);
      return { ...state, begin: () => start(body) };
    },
  ],
  [
    "useChatStream",
    (client: Portico) => {
      const { start, ...state } = useChatStream(client);
      return { ...state, begin: () => start({ model, messages }) };
    },
  ],
  [
    "useMessageStream",
    (client: Portico) => {
      const { start, ...state } = useMessageStream(client);
      return { ...state, begin: () => start({ model, max_tokens: 200, messages }) };
    },
  ],
])("%s", (_, useWire) => {
  it("shows text while it comes, and then the whole reply with its usage (openapi-typescript#2432)", async () => {
    const client = clientOf(mock);
    const { result, seen } = drawn(() => useWire(client));
    expect(result.current).toMatchObject({ status: "idle", text: "", reply: null });
    await act(async () => {
      expect(await result.current.begin()).not.toBeNull();
    });
    const { status, text, reply, requestId } = result.current;
    expect(status).toBe("done");
    expect(text.length).toBeGreaterThan(20);
    expect(requestId).toBeTypeOf("string");
    expect(reply?.usage?.cost).toBeTypeOf("number");
    const statuses = seen.map(({ status }) => status);
    expect([...new Set(statuses)]).toEqual(["idle", "connecting", "streaming", "done"]);
    for (const { text: before } of seen) expect(text.startsWith(before)).toBe(true);
  });
});

describe("a stream of a component", () => {
  it("is drawn once a frame at most, however many events come", async () => {
    const quick = await startContractMock(0);
    const client = clientOf(quick);
    const events: string[] = [];
    const { result, seen } = drawn(() =>
      useResponseStream(client, { onEvent: ({ type }) => void events.push(type) }),
    );
    const input = "word ".repeat(300);
    await act(() => result.current.start({ model, input, max_output_tokens: 300 }));
    await quick.close();
    expect(events.length).toBeGreaterThan(20);
    expect(seen.length).toBeLessThan(events.length);
  });

  it("shows the calls that the model makes, and its thoughts", async () => {
    const client = clientOf(mock);
    const { result } = drawn(() => useChatStream(client));
    const parameters = { type: "object", properties: { city: { type: "string" } } };
    const tools = [{ type: "function" as const, function: { name: "get_weather", parameters } }];
    const asked = [
      { role: "user" as const, content: "What is the weather in Paris and in London?" },
    ];
    await act(() => result.current.start({ model: "sandbox/think", messages: asked, tools }));
    expect(result.current.calls.map(({ name }) => name)).toContain("get_weather");
    for (const call of result.current.calls)
      expect(JSON.parse(call.arguments)).toBeTypeOf("object");
    expect(result.current.thoughts).not.toBe("");
  });

  it("stops, keeps what has come, and goes on with retry", async () => {
    const slow = await startContractMock(40);
    const client = clientOf(slow);
    const { result } = drawn(() => useResponseStream(client));
    let reply: unknown;
    act(() => {
      void result.current.start(body).then((given) => {
        reply = given;
      });
    });
    expect(result.current.status).toBe("connecting");
    await waitFor(() => expect(result.current.text).not.toBe(""));
    act(() => result.current.stop());
    const { status, text } = result.current;
    expect(status).toBe("stopped");
    expect(text).not.toBe("");
    await waitFor(() => expect(reply).toBeNull());
    await act(async () => {
      expect(await result.current.retry()).toMatchObject({ status: "completed" });
    });
    expect(result.current).toMatchObject({ status: "done", error: null });
    expect(result.current.text.startsWith(text)).toBe(true);
    await slow.close();
  });

  it("fails at 429 with the client's error, and is done after a retry", async () => {
    const client = preferring("code=429");
    const { result } = drawn(() => useResponseStream(client));
    await act(async () => {
      expect(await result.current.start(body)).toBeNull();
    });
    const { status, error } = result.current;
    expect(status).toBe("failed");
    expect(error).toMatchObject({ kind: "api", status: 429 });
    await act(() => result.current.retry());
    expect(result.current).toMatchObject({ status: "done", error: null });
  });

  it.each(["cut", "fail"])("keeps the text of a stream that ends by %s", async (fault) => {
    const client = preferring(`fault=${fault}`);
    const { result } = drawn(() => useResponseStream(client));
    await act(() => result.current.start(body));
    const { status, error, text, reply } = result.current;
    expect([status, reply]).toEqual(["failed", null]);
    expect(error).toHaveProperty("kind");
    expect(text).not.toBe("");
  });

  it("ignores an earlier start whose answer comes late", async () => {
    const first = Promise.withResolvers<void>();
    let requests = 0;
    const client = clientOf(mock, {
      // It answers although it was aborted, as a service worker may.
      fetch: async (request) => {
        requests += 1;
        if (requests > 1) return fetch(request);
        const unaborted = new Request(request, { signal: new AbortController().signal });
        await first.promise;
        return fetch(unaborted);
      },
    });
    const { result, seen } = drawn(() => useResponseStream(client));
    let early: Promise<unknown> | undefined;
    act(() => {
      early = result.current.start({ model, input: "The first question" });
    });
    await act(() => result.current.start({ model, input: "The second question" }));
    const after = seen.length;
    const { reply } = result.current;
    await act(async () => {
      first.resolve();
      expect(await early).toBeNull();
    });
    expect(result.current.reply).toBe(reply);
    expect(seen.length).toBe(after);
  });

  it("ends its request with the component, and draws nothing after it", async () => {
    const opened = Promise.withResolvers<AbortSignal>();
    const client = clientOf(mock, {
      fetch: (request) => {
        opened.resolve(request.signal);
        return fetch(request);
      },
    });
    const { result, seen, unmount } = drawn(() => useResponseStream(client));
    let ended: Promise<unknown> | undefined;
    act(() => {
      ended = result.current.start(body);
    });
    const signal = await opened.promise;
    unmount();
    const after = seen.length;
    expect(signal.aborted).toBe(true);
    expect(await ended).toBeNull();
    expect(seen).toHaveLength(after);
  });

  it("can be started by an effect in strict mode, which runs it twice", async () => {
    const client = clientOf(mock);
    const { result } = drawn(() => {
      const stream = useResponseStream(client);
      const { start } = stream;
      useEffect(() => void start(body), [start]);
      return stream;
    });
    await waitFor(() => expect(result.current.status).toBe("done"));
  });

  it("keeps its functions over all drawings, and calls the callbacks of the last one", async () => {
    const client = clientOf(mock);
    const done: string[] = [];
    const { result, rerender } = renderHook(
      ({ name }) => useResponseStream(client, { onDone: () => void done.push(name) }),
      { initialProps: { name: "first" } },
    );
    const { start, stop, retry } = result.current;
    rerender({ name: "second" });
    expect(result.current).toMatchObject({ start, stop, retry });
    await act(() => start(body));
    expect(done).toEqual(["second"]);
  });

  it("fails with what a callback throws, and closes the connection", async () => {
    const opened = Promise.withResolvers<AbortSignal>();
    const client = clientOf(mock, {
      fetch: (request) => {
        opened.resolve(request.signal);
        return fetch(request);
      },
    });
    const onEvent = () => {
      throw new Error("of the page");
    };
    const { result } = drawn(() => useResponseStream(client, { onEvent }));
    await act(() => result.current.start(body));
    expect(result.current).toMatchObject({ status: "failed", error: new Error("of the page") });
    expect((await opened.promise).aborted).toBe(true);
  });
});
