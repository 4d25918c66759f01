import type { Program } from "../program.ts";

export const pi: Program = {
  name: "pi",
  package: "@earendil-works/pi-coding-agent",
  version: "1.5.2",
  command: "pi",
  wire: "messages",
  model: "gpt-5.5",
  cannot: { search: "it has none" },
  writes: ({ path, text }) => ({ name: "write", arguments: { path, content: text } }),
  start: ({ picture, ...asked }) => ({
    arguments: [
      ...["--print", "--offline", "--provider", "portico", "--model", asked.model],
      ...["--thinking", "medium", ...(picture === undefined ? [] : [`@${picture}`]), asked.words],
    ],
    environment: { PI_OFFLINE: "1", PI_TELEMETRY: "0", PI_SKIP_VERSION_CHECK: "1" },
    files: {
      // It keeps so much of the end of a conversation as it is.
      ".pi/agent/settings.json": JSON.stringify({ compaction: { keepRecentTokens: 1 } }),
      ".pi/agent/models.json": JSON.stringify({
        providers: {
          portico: {
            baseUrl: asked.url.replace(/\/v1$/, ""),
            apiKey: asked.key,
            api: "anthropic-messages",
            models: [
              {
                ...{
                  id: asked.model,
                  name: asked.model,
                  reasoning: true,
                  input: ["text", "image"],
                },
                ...{ contextWindow: 200_000, maxTokens: 32_000 },
                cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
              },
            ],
          },
        },
      }),
    },
  }),
};
