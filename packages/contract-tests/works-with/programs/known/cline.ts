import { type Program, unsignedThoughts } from "../program.ts";

export const cline: Program = {
  name: "Cline",
  package: "cline",
  version: "3.0.65",
  command: "cline",
  wire: "chat",
  model: "gpt-5.5",
  cannot: {
    search: "it has none",
    thought: unsignedThoughts,
  },
  writes: ({ name, text }) => ({
    name: "apply_patch",
    arguments: { input: `*** Begin Patch\n*** Add File: ${name}\n+${text}\n*** End Patch\n` },
  }),
  reads: (path) => ({ name: "read_files", arguments: { files: [{ path }] } }),
  start: (asked) => ({
    arguments: ["--auto-approve", "true", "--thinking", "medium", asked.words],
    environment: { CLINE_NO_AUTO_UPDATE: "1" },
    files: {
      ".cline/data/settings/providers.json": JSON.stringify({
        version: 1,
        lastUsedProvider: "openai-compatible",
        modes: {},
        providers: {
          "openai-compatible": {
            settings: {
              ...{ provider: "openai-compatible", apiKey: asked.key },
              ...{ model: asked.model, baseUrl: asked.url },
            },
            updatedAt: "2026-11-01T00:00:00.000Z",
            tokenSource: "manual",
          },
        },
      }),
    },
  }),
};
