import { type Program, unsignedThoughts } from "../program.ts";

export const qwenCode: Program = {
  name: "Qwen Code",
  package: "@qwen-code/qwen-code",
  version: "0.24.4",
  command: "qwen",
  wire: "chat",
  model: "gpt-5.5",
  cannot: {
    search: "it asks a search service of its own, no vendor",
    thought: unsignedThoughts,
  },
  writes: ({ path, text }) => ({
    name: "write_file",
    arguments: { file_path: path, content: text },
  }),
  compacts: ["/compress", "And now?"],
  start: ({ picture, continues, ...asked }) => ({
    arguments: [
      ...(continues ? ["--continue"] : []),
      ...["--auth-type", "openai", "--yolo"],
      ...["--prompt", picture === undefined ? asked.words : `${asked.words} @${picture}`],
    ],
    environment: {
      OPENAI_API_KEY: asked.key,
      OPENAI_BASE_URL: asked.url,
      OPENAI_MODEL: asked.model,
    },
    files: {
      ".qwen/settings.json": JSON.stringify({
        privacy: { usageStatisticsEnabled: false },
        general: { disableAutoUpdate: true },
      }),
    },
  }),
};
