import { operations } from "@portico/contract";
import { chatProvocations } from "./chat-provocations.ts";
import { messagesProvocations } from "./messages-provocations.ts";
import type { Provocation } from "./provocation.ts";
import type { Provoked, Scene } from "./scene.ts";

const embeddings = (body: object): Provocation => {
  return (scene) => scene.ask(operations.createEmbeddings, { body });
};
const responses = (body: object): Provocation => {
  return (scene) => scene.ask(operations.createResponse, { body });
};
const rerank = (body: object): Provocation => {
  return (scene) => scene.ask(operations.createRerank, { body });
};
const asItIs: Provocation = (scene, operation) => scene.ask(operation);

const user = { type: "message", role: "user", content: [{ type: "input_text", text: "Hello" }] };
const assistant = {
  ...{ type: "message", role: "assistant", status: "completed" },
  content: [{ type: "output_text", text: "Hello" }],
};

/** For each example of a failure the request that provokes it, by the example's name. */
export const provocations: Readonly<Record<string, Provocation>> = {
  "malformed-body": (scene, operation) => scene.ask(operation, { raw: '{"name":"' }),
  "invalid-page": (scene, operation) => scene.ask(operation, { query: "?limit=0" }),
  "missing-generation-id": asItIs,
  "invalid-date": (scene, operation) => scene.ask(operation, { query: "?start_date=yesterday" }),
  "missing-input": (scene, operation) => scene.ask(operation, { body: { model: "acme/embed" } }),
  "assistant-message-without-id": responses({ model: "acme/writer", input: [user, assistant] }),
  "missing-key": (scene, operation) => scene.ask(operation, { key: null }),
  "invalid-key": (scene, operation) => scene.ask(operation, { key: "ptc_unknown" }),
  unauthorized: (scene, operation) => scene.ask(operation, { key: "ptc_unknown" }),
  "wrong-kind-of-key": (scene) =>
    scene.ask(operations.listWorkspaces, { key: scene.gateway.own.ordinary }),
  "insufficient-credits": poor,
  "payment-required": poor,
  "workspace-not-found": asItIs,
  "budget-not-found": asItIs,
  "credential-not-found": asItIs,
  "key-not-found": (scene, operation) => scene.ask(operation, { params: { hash: "0".repeat(64) } }),
  "provider-not-found": (scene, operation) => scene.ask(operation, { params: { slug: "nothing" } }),
  "version-not-found": (scene, operation) => scene.ask(operation, { params: { version: "999" } }),
  "configuration-changed": (scene) =>
    scene.ask(operations.updateConfiguration, { body: { yaml: "", parent: 1 } }),
  "generation-not-found": (scene) =>
    scene.ask(operations.getGeneration, { query: "?id=gen-absent" }),
  "response-not-found": (scene, operation) =>
    scene.ask(operation, { params: { id: "gen-absent" } }),
  "model-not-found": embeddings({ model: "acme/embed-9", input: "x" }),
  "not-an-embedding-model": embeddings({ model: "acme/writer", input: "x" }),
  "data-policy": embeddings({
    ...{ model: "acme/embed", input: "x" },
    provider: { data_collection: "deny" },
  }),
  "rerank-missing-query": rerank({ model: "acme/rerank", documents: ["x"] }),
  "rerank-other-models": rerank({
    ...{ model: "acme/rerank", query: "x", documents: ["x"] },
    models: ["acme/embed"],
  }),
  "rerank-model-not-found": rerank({ model: "acme/rerank-9", query: "x", documents: ["x"] }),
  "not-a-rerank-model": rerank({ model: "acme/embed", query: "x", documents: ["x"] }),
  "text-model-not-found": responses({ model: "acme/writer-9", input: "x" }),
  "not-found": responses({ model: "acme/writer-9", input: "x" }),
  "model-not-allowed": async ({ gateway, ask }) => {
    const key = await gateway.own.addKey({ allowedModels: ["acme/embed*"] });
    return ask(operations.createResponse, { key, body: { model: "acme/writer", input: "x" } });
  },
  "network-not-allowed": async ({ gateway, ask }) => {
    const key = await gateway.own.addKey({ allowedNetworks: ["192.0.2.0/24"] });
    return ask(operations.listModels, { key });
  },
  "scope-too-narrow": async ({ gateway, ask }) => {
    const key = await gateway.own.addKey({ kind: "management", scope: "read_only" });
    return ask(operations.createApiKey, { key, body: { name: "CI" } });
  },
  "method-not-allowed": (scene) => scene.ask(operations.listEmbeddingModels, { method: "DELETE" }),
  "unsupported-media-type": (scene) =>
    scene.ask(operations.createEmbeddings, { raw: "x", type: "text/plain" }),
  "body-too-large": (scene) => scene.askTooMuch("createEmbeddings"),
  conflict: async (scene) => {
    const body = { name: "Research", slug: "research" };
    await scene.ask(operations.createWorkspace, { body });
    return scene.ask(operations.createWorkspace, { body });
  },
  "last-management-key": async ({ gateway, ask }) => {
    const keys = await ask(operations.listApiKeys);
    const { data } = keys.body as { data: { hash: string; kind: string }[] };
    // The oldest: a younger one may only read.
    const only = data.findLast(({ kind }) => kind === "management");
    return await ask(operations.deleteApiKey, { params: { hash: only?.hash ?? gateway.url } });
  },
  "rate-limited": async (scene) => {
    const key = await scene.gateway.own.addKey({ requestsPerMinute: 60 });
    const body = { model: "sandbox/embed", input: "x" };
    for (;;) {
      const said = await scene.ask(operations.createEmbeddings, { body, key });
      if (said.status !== 200) return said;
    }
  },
  "too-much-at-once": (scene) => scene.askWhileBusy("createEmbeddings", "requestsPerKey"),
  "gateway-full": (scene) => scene.askWhileBusy("createEmbeddings", "requests"),
  "internal-error": (scene) => scene.askBroken("createEmbeddings"),
  "provider-failed": responses({ model: "sandbox/fail-500", input: "x" }),
  "secret-unreadable": (scene) => scene.askWithLostSecret(),
  "headers-too-large": (scene) =>
    scene.ask(operations.listModels, { headers: { "x-large": "x".repeat(64 * 1024) } }),
  unavailable: (scene) => scene.askStopping(),
  overloaded: embeddings({ model: "acme/embed", input: "x" }),
  "session-not-found": asItIs,
  "no-session": asItIs,
  "sign-in-refused": (scene, operation) =>
    scene.ask(operation, { key: null, body: { key: "ptc_unknown" } }),
  "sign-in-too-often": async (scene, operation) => {
    for (;;) {
      const said = await scene.ask(operation, { key: null, body: { key: "ptc_unknown" } });
      if (said.status !== 401) return said;
    }
  },
  ...chatProvocations,
  ...messagesProvocations,
};

async function poor(scene: Scene): Promise<Provoked> {
  const key = await scene.gateway.own.addKey({ limitNanousd: 1_300_000 });
  const body = { model: "acme/writer", input: "x", max_output_tokens: 100 };
  return scene.ask(operations.createResponse, { body, key });
}
