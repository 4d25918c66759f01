import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Mock, startMock } from "../src/index.ts";
import { sendTo } from "./ask.ts";

const asked = { model: "sandbox/text", input: "Hello" };
const rules = [
  { name: "busy", reply: [{ fault: "overload" }, { text: "By the script." }] },
] as const;

let mock: Mock;
beforeAll(async () => {
  mock = await startMock({ rehearsal: { paceMs: 0 }, script: { rules } });
});
afterAll(() => mock.close());

/** A session of its own, with what the mock says of it beside the contract. */
function session(name: string) {
  const headers = { "Portico-Session": name };
  return {
    async ask() {
      const reply = await sendTo(mock, "/responses", { body: asked, headers });
      return [reply.status, JSON.parse(await reply.text()).output_text];
    },
    async control(method: string, path: string, body?: unknown) {
      const reply = await fetch(new URL(`/_mock/${path}`, mock.url), {
        method,
        headers,
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      return { status: reply.status, body: JSON.parse(await reply.text()) };
    },
  };
}

describe("a script of the mock", () => {
  it("goes its own way in each session, and begins again with the state", async () => {
    const [one, other] = [session("one"), session("other")];
    expect([await one.ask(), await one.ask()]).toEqual([
      [529, undefined],
      [200, "By the script."],
    ]);
    expect(await other.ask()).toEqual([529, undefined]);
    await one.control("DELETE", "state");
    expect(await one.ask()).toEqual([529, undefined]);
  });

  it("stays where a session enters a scenario, and leaves it", async () => {
    const { ask, control } = session("entering");
    await control("PUT", "scenario", { scenario: "fallback" });
    expect((await ask())[0]).toBe(529);
    expect((await control("DELETE", "scenario")).body.scenario).toBe(null);
    expect((await ask())[0]).toBe(529);
  });

  it("is replaced, shown and taken away", async () => {
    const { ask, control } = session("replaced");
    await control("PUT", "script", { rules: [{ reply: { text: "Another." } }] });
    expect(await ask()).toEqual([200, "Another."]);
    expect((await control("GET", "script")).body.script.used).toEqual([1]);
    await control("DELETE", "script");
    expect((await ask())[1]).toMatch(/^Hello! I am the sandbox/);
  });

  it("that is wrong is refused with the place", async () => {
    const { control } = session("wrong");
    const { status, body } = await control("PUT", "script", { rules: [{ reply: { txt: "" } }] });
    expect([status, body.error.message]).toEqual([
      400,
      'rules[0].reply.txt is not known here. Did you mean "text"?',
    ]);
  });
});

describe("the journal of the mock", () => {
  it("has what came in, also what was refused, and can be emptied", async () => {
    const { ask, control } = session("journal");
    await ask();
    const headers = { "Portico-Session": "journal" };
    await (await sendTo(mock, "/responses", { body: {}, headers })).text();
    await (await sendTo(mock, "/nowhere", { key: null, headers })).text();
    const { requests } = (await control("GET", "journal")).body;
    expect(requests).toMatchObject([
      { path: "/api/v1/responses", status: 529, rule: "busy", prompt: "Hello", body: asked },
      { operation: "createResponse", status: 400, model: null, body: {} },
      { method: "GET", path: "/api/v1/nowhere", status: 404, operation: null },
    ]);
    await control("DELETE", "journal");
    expect((await control("GET", "journal")).body.requests).toEqual([]);
  });

  it("keeps no bodies that are large", async () => {
    const { control } = session("large");
    const headers = { "Portico-Session": "large", Prefer: "code=429" };
    const body = { ...asked, input: "x".repeat(70_000) };
    await (await sendTo(mock, "/responses", { body, headers })).text();
    const [entry] = (await control("GET", "journal")).body.requests;
    expect("body" in entry).toBe(false);
  });
});

describe("the clock of the mock", () => {
  it("is moved for one session", async () => {
    const { control } = session("clock");
    const { now } = (await control("PUT", "clock", { to: "next month" })).body;
    expect(now).toMatch(/-01T00:00:00/);
    expect((await control("GET", "clock")).body.now.slice(0, 10)).toBe(now.slice(0, 10));
    const real = await session("unmoved").control("GET", "clock");
    expect(real.body.now.slice(0, 10)).not.toBe(now.slice(0, 10));
    expect((await control("PUT", "clock", { to: 5 })).status).toBe(400);
  });
});

describe("the page of the mock", () => {
  it("is for browsers, and nothing else at that address", async () => {
    const root = new URL("/", mock.url);
    const page = await fetch(root, { headers: { Accept: "text/html,*/*" } });
    expect(page.headers.get("content-type")).toContain("text/html");
    expect(await page.text()).toContain("<title>Portico mock</title>");
    expect((await fetch(root)).status).toBe(404);
  });
});
