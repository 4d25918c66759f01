import type { Program } from "../program.ts";

export const continueCli: Program = {
  name: "Continue's CLI",
  package: "@continuedev/cli",
  version: "1.5.47",
  command: "cn",
  wire: "chat",
  model: "gpt-5.5",
  cannot: {
    search: "it has none",
    thought: "it sends no thoughts back",
    picture: "its command line takes none",
  },
  writes: ({ path, text }) => ({ name: "Write", arguments: { filepath: path, content: text } }),
  start: (asked) => ({
    arguments: ["--config", `${asked.home}/continue.yaml`, "--auto", "--print", asked.words],
    environment: { CONTINUE_TELEMETRY_ENABLED: "0" },
    files: {
      "continue.yaml": JSON.stringify({
        ...{ name: "portico", version: "1.0.0", schema: "v1" },
        models: [
          {
            ...{ name: "portico", provider: "openai", model: asked.model },
            ...{ apiBase: asked.url, apiKey: asked.key, roles: ["chat"] },
            capabilities: ["tool_use", "image_input"],
            // It counts for itself, and by the room that is said here.
            defaultCompletionOptions: { contextLength: 80_000, maxTokens: 40_000 },
          },
        ],
      }),
    },
  }),
};
