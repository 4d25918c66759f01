import { operations } from "@portico/contract";
import type { Provocation } from "./provocation.ts";

const user = { role: "user", content: "Hello" };
const chat = (body: object): Provocation => {
  const request = { model: "acme/writer", messages: [user], ...body };
  return (scene) => scene.ask(operations.createChatCompletion, { body: request });
};

/** As in provocations.ts, for the failures of chat completions, whose metadata says more. */
export const chatProvocations: Readonly<Record<string, Provocation>> = {
  "chat-missing-messages": (scene, operation) =>
    scene.ask(operation, { body: { model: "acme/writer" } }),
  "chat-more-than-one-answer": chat({ n: 2 }),
  "chat-unknown-format": chat({ response_format: { type: "grammar", grammar: "" } }),
  "chat-result-without-call": chat({
    messages: [user, { role: "tool", tool_call_id: "call_paris", content: "18" }],
  }),
  "chat-malformed-body": (scene, operation) => scene.ask(operation, { raw: '{"name":"' }),
  "chat-missing-key": (scene, operation) => scene.ask(operation, { key: null }),
  "chat-invalid-key": (scene, operation) => scene.ask(operation, { key: "ptc_unknown" }),
  "chat-wrong-kind-of-key": (scene, operation) =>
    scene.ask(operation, { key: scene.gateway.own.management }),
  "chat-insufficient-credits": async (scene, operation) => {
    const key = await scene.gateway.own.addKey({ limitNanousd: 1_300_000 });
    const body = { model: "acme/writer", messages: [user], max_completion_tokens: 100 };
    return scene.ask(operation, { body, key });
  },
  "chat-model-not-found": chat({ model: "acme/writer-9" }),
  "chat-model-not-allowed": async ({ gateway, ask }, operation) => {
    const key = await gateway.own.addKey({ allowedModels: ["acme/embed*"] });
    return ask(operation, { key, body: { model: "acme/writer", messages: [user] } });
  },
  "chat-rate-limited": async (scene, operation) => {
    const key = await scene.gateway.own.addKey({ requestsPerMinute: 60 });
    const body = { model: "acme/writer-9", messages: [user] };
    for (;;) {
      const said = await scene.ask(operation, { body, key });
      if (said.status === 429) return said;
    }
  },
  "chat-too-much-at-once": (scene) => scene.askWhileBusy("createChatCompletion", "requestsPerKey"),
  "chat-gateway-full": (scene) => scene.askWhileBusy("createChatCompletion", "requests"),
  "chat-internal-error": (scene) => scene.askBroken("createChatCompletion"),
  "chat-overloaded": chat({}),
  "chat-body-too-large": (scene) => scene.askTooMuch("createChatCompletion"),
  "chat-unsupported-media-type": (scene, operation) =>
    scene.ask(operation, { raw: "x", type: "text/plain" }),
};
