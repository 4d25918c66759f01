import { afterEach, expect, it, vi } from "vitest";
import { finished, message } from "./sample-events.ts";
import { json, scriptedServer } from "./scripted-server.ts";

const request = { model: "sandbox/text", input: "Hello" };
const busyOnce = () =>
  scriptedServer((_, reply, index) =>
    index === 0
      ? json(reply, 529, { error: { code: 529, message: "Busy." } })
      : json(reply, 200, finished([message("Hi")]), {
          "x-request-id": "req_1",
          "x-portico-cost": "0.01",
        }),
  );

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

it("passes each attempt through the middleware, the first one outermost", async () => {
  await using server = await busyOnce();
  const order: string[] = [];
  const around =
    (name: string) => async (sent: Request, next: (sent: Request) => Promise<Response>) => {
      order.push(name);
      sent.headers.append("x-order", name);
      const response = await next(sent);
      order.push(`${name} ${response.status}`);
      return response;
    };
  await server.client({ middleware: [around("a"), around("b")] }).responses.create(request);
  expect(order).toEqual(["a", "b", "b 529", "a 529", "a", "b", "b 200", "a 200"]);
  expect(server.seen[1]?.headers["x-order"]).toBe("a, b");
});

it("lets a middleware answer in the service's place, and change the body", async () => {
  await using server = await busyOnce();
  const portico = server.client({
    middleware: [
      (sent, next) =>
        sent.method === "GET"
          ? Promise.resolve(Response.json({ data: [], total_count: 0, links: { next: null } }))
          : next(new Request(sent, { body: JSON.stringify({ ...request, input: "Changed" }) })),
    ],
  });
  await portico.responses.create(request);
  expect(server.seen.at(-1)?.body).toEqual({ ...request, input: "Changed" });
  for await (const _ of portico.models.list()) expect.unreachable();
  expect(server.seen.every(({ method }) => method === "POST")).toBe(true);
});

it.each([
  ["info", 2],
  ["debug", 4],
  ["", 0],
])("PORTICO_LOG=%s writes %i lines for two attempts, without key or body", async (level, lines) => {
  vi.stubEnv("PORTICO_LOG", level);
  const said = vi.spyOn(console, "error").mockImplementation(() => {});
  await using server = await busyOnce();
  const heard = vi.fn();
  await server.client({ onResponse: heard }).responses.create(request);
  const text = said.mock.calls.map((words) => words.join(" ")).join("\n");
  expect(said.mock.calls).toHaveLength(lines);
  expect(heard).toHaveBeenCalledTimes(2);
  expect(text).not.toMatch(/ptc_|Hello/);
  if (lines > 0) expect(text).toMatch(/POST http.*responses 200 \d+ ms request req_1 cost 0\.01/);
});
