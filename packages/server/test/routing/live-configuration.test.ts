import { afterEach, describe, expect, it } from "vitest";
import {
  answers,
  beginStream,
  chatEvents,
  startChatUpstream,
  toFrame,
} from "../responses/chat-upstream.ts";
import { post } from "../responses/read-events.ts";
import { startGateway } from "../responses/test-gateway.ts";

const closing: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of closing.splice(0).reverse()) await one.close();
});

interface Served {
  readonly provider: string;
  readonly url: string;
  readonly model?: string;
}

const yamlOf = (...all: readonly Served[]) => `
providers:
${all.map(({ provider, url }) => `  ${provider}: { kind: openai-compatible, base_url: "${url}" }`).join("\n")}
models:
${all
  .map(
    ({ provider, model = "quick" }) =>
      `  - { id: ${model}, kind: text, context_length: 1000, endpoints: [ { provider: ${provider}, upstream_model: ${model}, price: { input: "1", output: "1" } } ] }`,
  )
  .join("\n")}
`;

async function upstream(words: string) {
  const { promise: resumed, resolve: resume } = Promise.withResolvers<void>();
  const made = await startChatUpstream({
    quick: answers([words]),
    async slow(response) {
      beginStream(response);
      const events = chatEvents([`${words} `, "slowly"]).map(toFrame);
      response.write(events.slice(0, 2).join(""));
      await resumed;
      response.end(events.slice(2).join(""));
    },
  });
  closing.push(made);
  return { ...made, resume };
}

const start = async (yaml: string) => {
  const gateway = await startGateway(yaml);
  closing.push(gateway);
  const ask = (model: string, stream = false) =>
    post(gateway, { input: "Hi", max_output_tokens: 10, model, stream });
  return { gateway, ask };
};

describe("a configuration that changes", () => {
  it("sends the next request to another address, and lets one under way finish where it began", async () => {
    const [first, second] = [await upstream("First"), await upstream("Second")];
    const at = (url: string) =>
      yamlOf({ provider: "one", url, model: "slow" }, { provider: "two", url });
    const { gateway, ask } = await start(at(first.url));
    const running = await ask("slow", true);
    gateway.use(at(second.url));
    expect(await (await ask("quick")).text()).toContain("Second");
    first.resume();
    expect(await running.text()).toContain("slowly");
  });

  it("serves a model that it adds at once, and refuses one that it takes away", async () => {
    const { url } = await upstream("Here");
    const { gateway, ask } = await start(yamlOf({ provider: "one", url, model: "old" }));
    expect((await ask("quick")).status).toBe(404);
    gateway.use(yamlOf({ provider: "one", url }));
    expect((await ask("quick")).status).toBe(200);
    expect((await ask("old")).status).toBe(404);
  });
});
