import { operations } from "@portico/contract";
import type { Provocation } from "./provocation.ts";

const usual = {
  model: "acme/writer",
  max_tokens: 100,
  messages: [{ role: "user", content: "Hello" }],
};
const message = (fields: object): Provocation => {
  return (scene) => scene.ask(operations.createMessage, { body: { ...usual, ...fields } });
};

/** As in provocations.ts, for the failures of messages, which are of Anthropic's shape too. */
export const messagesProvocations: Readonly<Record<string, Provocation>> = {
  "messages-missing-max-tokens": message({ max_tokens: undefined }),
  "messages-missing-messages": (scene, operation) =>
    scene.ask(operation, { body: { model: "acme/writer" } }),
  "messages-result-without-call": message({
    messages: [{ role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_1" }] }],
  }),
  "messages-thread": message({ thread: { type: "create" } }),
  "messages-missing-key": (scene, operation) => scene.ask(operation, { key: null, body: usual }),
  "messages-two-keys": (scene, operation) =>
    scene.ask(operation, { headers: { "x-api-key": "ptc_another" }, body: usual }),
  "messages-insufficient-credits": async (scene, operation) => {
    const key = await scene.gateway.own.addKey({ limitNanousd: 1_300_000 });
    return scene.ask(operation, { body: usual, key });
  },
  "messages-model-not-found": message({ model: "acme/writer-9" }),
  "messages-model-not-allowed": async ({ gateway, ask }, operation) => {
    const key = await gateway.own.addKey({ allowedModels: ["acme/embed*"] });
    return ask(operation, { key, body: usual });
  },
  "messages-rate-limited": async (scene, operation) => {
    const key = await scene.gateway.own.addKey({ requestsPerMinute: 60 });
    const body = { ...usual, model: "acme/writer-9" };
    for (;;) {
      const said = await scene.ask(operation, { body, key });
      if (said.status === 429) return said;
    }
  },
  "messages-internal-error": (scene) => scene.askBroken("createMessage"),
  "messages-overloaded": message({}),
  "messages-body-too-large": (scene) => scene.askTooMuch("createMessage"),
  "messages-unsupported-media-type": (scene, operation) =>
    scene.ask(operation, { raw: "x", type: "text/plain" }),
  "messages-gateway-full": (scene) => scene.askWhileBusy("createMessage", "requests"),
};
