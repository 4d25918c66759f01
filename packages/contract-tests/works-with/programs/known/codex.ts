import type { Program } from "../program.ts";

/** With a model that it knows: it then offers its patch tool, which takes text. */
export const codex: Program = {
  name: "Codex",
  package: "@openai/codex",
  version: "0.171.0",
  command: "codex",
  wire: "responses",
  model: "gpt-5.5",
  cannot: {
    search: {
      chat: "its search runs at OpenAI",
      messages: "its search runs at OpenAI",
      gemini: "its search runs at OpenAI",
    },
  },
  writes: ({ name, text }) => ({
    name: "apply_patch",
    arguments: `*** Begin Patch\n*** Add File: ${name}\n+${text}\n*** End Patch\n`,
  }),
  start: ({ picture, ...asked }) => ({
    arguments: [
      ...["exec", "--skip-git-repo-check", "--dangerously-bypass-approvals-and-sandbox"],
      ...(picture === undefined ? [] : [`--image=${picture}`]),
      ...["--", asked.words],
    ],
    environment: { PORTICO_API_KEY: asked.key },
    files: {
      ".codex/config.toml": [
        `model = "${asked.model}"`,
        "model_auto_compact_token_limit = 150000",
        'model_provider = "portico"',
        "check_for_update_on_startup = false",
        "[analytics]",
        "enabled = false",
        "[model_providers.portico]",
        'name = "Portico"',
        `base_url = "${asked.url}"`,
        'env_key = "PORTICO_API_KEY"',
        'wire_api = "responses"',
        "",
      ].join("\n"),
    },
  }),
};
