import type { Program } from "../program.ts";

export const opencode: Program = {
  name: "opencode",
  package: "opencode-ai",
  version: "1.18.33",
  command: "opencode",
  wire: "chat",
  model: "gpt-5.5",
  cannot: { search: "it asks a search service of its own, no vendor" },
  // To models of this name it offers this in place of its tool that writes a whole file.
  writes: ({ name, text }) => ({
    name: "apply_patch",
    arguments: { patchText: `*** Begin Patch\n*** Add File: ${name}\n+${text}\n*** End Patch` },
  }),
  start: ({ picture, ...asked }) => ({
    arguments: [
      ...["run", "--model", `portico/${asked.model}`, asked.words],
      ...(picture === undefined ? [] : ["--file", picture]),
    ],
    environment: {
      OPENCODE_CONFIG: `${asked.home}/opencode.json`,
      OPENCODE_DISABLE_MODELS_FETCH: "1",
    },
    files: {
      "opencode.json": JSON.stringify({
        autoupdate: false,
        share: "disabled",
        provider: {
          portico: {
            name: "Portico",
            npm: "@openrouter/ai-sdk-provider",
            options: { baseURL: asked.url, apiKey: asked.key },
            models: {
              [asked.model]: {
                reasoning: true,
                attachment: true,
                modalities: { input: ["text", "image"], output: ["text"] },
                limit: { context: 200_000, output: 40_000 },
              },
            },
          },
        },
      }),
    },
  }),
};
