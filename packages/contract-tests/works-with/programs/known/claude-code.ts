import type { Program } from "../program.ts";

/** Its licence does not allow it among the project's packages; here its user installs it. */
export const claudeCode: Program = {
  name: "Claude Code",
  package: "@anthropic-ai/claude-code",
  version: "2.1.332",
  command: "claude",
  wire: "messages",
  model: "claude-sonnet-4-5",
  cannot: {
    search: {
      responses: "its search runs at Anthropic",
      chat: "its search runs at Anthropic",
      gemini: "its search runs at Anthropic",
    },
  },
  writes: ({ path, text }) => ({ name: "Write", arguments: { file_path: path, content: text } }),
  reads: (path) => ({ name: "Read", arguments: { file_path: path } }),
  searches: [
    { name: "ToolSearch", arguments: { query: "select:WebSearch" } },
    { name: "WebSearch", arguments: { query: "Portico" } },
  ],
  compacts: ["/compact", "And now?"],
  start: ({ continues, ...asked }) => ({
    arguments: [
      ...(continues ? ["--continue"] : []),
      ...["--print", asked.words, "--model", asked.model],
      ...["--allowedTools", "Write,Read,WebSearch"],
    ],
    environment: {
      ANTHROPIC_BASE_URL: asked.url.replace(/\/v1$/, ""),
      ANTHROPIC_AUTH_TOKEN: asked.key,
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    },
  }),
};
