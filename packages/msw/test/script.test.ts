import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { aKey, aWorld } from "../src/factories.ts";
import { portico, porticoHandlers } from "../src/index.ts";
import { withPortico } from "../src/storybook.ts";
import "../src/vitest.ts";
import { ask, eventsIn } from "./ask.ts";

const server = setupServer(...porticoHandlers({ paceMs: 0, models: ["gpt-*"] }));

beforeAll(() => server.listen({ onUnhandledFrame: "error" }));
afterEach(() => {
  server.resetHandlers();
  portico.reset();
});
afterAll(() => server.close());

const question = { body: { model: "gpt-5.4", input: "What is the weather in Oslo?" } };
const said = async () => {
  const reply = await ask("/responses", question);
  return reply.ok ? (await reply.json()).output_text : reply.status;
};

describe("a script of the handlers", () => {
  it("is 529 twice, then well, until the state is reset", async () => {
    portico.script([{ reply: [{ fault: "overload", times: 2 }, { text: "Sunny." }] }]);
    expect([await said(), await said(), await said()]).toEqual([529, 529, "Sunny."]);
    portico.reset();
    expect(await said()).toContain("This is a simulated answer");
  });

  it("gives way to the reply of a test's own", async () => {
    portico.script([{ reply: { text: "By the script." } }]);
    server.use(portico.createResponse.reply("429").once());
    expect([await said(), await said()]).toEqual([429, "By the script."]);
  });

  it("streams its calls", async () => {
    portico.script([{ reply: { calls: [{ name: "weather", arguments: { city: "Oslo" } }] } }]);
    const stream = await ask("/responses", { body: { ...question.body, stream: true } });
    expect(JSON.stringify(eventsIn(await stream.text()))).toContain(
      JSON.stringify(JSON.stringify({ city: "Oslo" })).slice(1, -1),
    );
  });
});

describe("the journal of the handlers", () => {
  it("is asserted on, and empty after a reset", async () => {
    await said();
    const again = { ...question.body, input: [{ role: "assistant", content: "Hm." }] };
    await ask("/responses", { body: again });
    expect(portico.journal()).toHaveAsked({ prompt: "oslo", turn: 1 }, 1);
    expect(portico.journal()).toHaveAsked({ turn: 2 });
    expect(portico.journal()).not.toHaveAsked({ wire: "chat" });
    expect(portico.journal({ model: "gpt-*" })).toHaveLength(2);
    expect(() => expect(portico.journal()).toHaveAsked({ prompt: "Lima" }, 2)).toThrow(
      /Asked 0 times like {"prompt":"Lima"}, wanted 2 times[\s\S]*POST \/api\/v1\/responses 200, gpt-5.4, turn 1/,
    );
    portico.reset();
    expect(portico.journal()).toEqual([]);
  });
});

describe("a state of records", () => {
  it("has a key that the next month gives its limit back", async () => {
    const key = aKey({ limit: 5, limit_reset: "monthly", usage: 9, usage_monthly: 5 });
    server.resetHandlers(
      ...porticoHandlers({ paceMs: 0, models: ["gpt-*"], state: aWorld({ keys: [key] }) }),
    );
    expect(await said()).toBe(402);
    portico.travel("next month");
    expect(await said()).toContain("This is a simulated answer");
  });
});

describe("the decorator of stories", () => {
  const story = (id: string, parameters: Parameters<typeof withPortico>[1]["parameters"] = {}) =>
    withPortico(() => id, { id, parameters });

  it("begins each story in a new state, and lets one that is drawn again go on", async () => {
    const script = [{ reply: [{ text: "First." }, { text: "Then." }] }];
    expect(story("busy", { portico: { script } })).toBe("busy");
    expect(await said()).toBe("First.");
    story("busy", { portico: { script } });
    expect(await said()).toBe("Then.");
    story("plain");
    expect(await said()).toContain("This is a simulated answer");
  });

  it("lets requests wait for the scenario of a story", async () => {
    story("poor", { portico: { scenario: "out-of-credit" } });
    expect(await said()).toBe(402);
    story("rich");
    expect(await said()).toContain("This is a simulated answer");
  });
});
