import { texts } from "../../texts/texts.ts";
import type { ToolName } from "../searches.ts";

interface Snippet {
  readonly label: string;
  readonly code: string;
}

interface SnippetTarget {
  /** The gateway's address, which ends in `/api/v1`. */
  readonly address: string;
  readonly model: string;
}

const words = texts.myKey.snippets;
/** The page does not know the key: the reader puts it in. */
const key = "ptc_…";

/** The settings that a tool needs for this gateway, ready to be copied. */
export const snippetsOf: Readonly<Record<ToolName, (asked: SnippetTarget) => readonly Snippet[]>> =
  {
    curl: ({ address, model }) => [
      {
        label: words.shell,
        code: [
          `export PORTICO_API_KEY='${key}'`,
          `curl ${inShell(`${address}/chat/completions`)} \\`,
          `  -H "Authorization: Bearer $PORTICO_API_KEY" \\`,
          `  -H 'Content-Type: application/json' \\`,
          `  -d ${inShell(JSON.stringify({ model, messages: [{ role: "user", content: "Hello" }] }))}`,
        ].join("\n"),
      },
    ],
    openai: ({ address, model }) => [
      {
        label: words.typescript,
        code: [
          'import OpenAI from "openai";',
          "",
          "const client = new OpenAI({",
          `  baseURL: ${JSON.stringify(address)},`,
          '  apiKey: process.env["PORTICO_API_KEY"],',
          "});",
          "const reply = await client.chat.completions.create({",
          `  model: ${JSON.stringify(model)},`,
          '  messages: [{ role: "user", content: "Hello" }],',
          "});",
          "console.log(reply.choices[0]?.message.content);",
        ].join("\n"),
      },
    ],
    "claude-code": ({ address, model }) => [
      {
        label: words.shell,
        code: [
          // It adds `/v1` to its address by itself.
          `export ANTHROPIC_BASE_URL=${inShell(address.replace(/\/v1$/, ""))}`,
          `export ANTHROPIC_AUTH_TOKEN='${key}'`,
          "export CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1",
          `claude --model ${inShell(model)}`,
        ].join("\n"),
      },
    ],
    codex: ({ address, model }) => [
      {
        label: "~/.codex/config.toml",
        code: [
          `model = ${JSON.stringify(model)}`,
          'model_provider = "portico"',
          "",
          "[model_providers.portico]",
          'name = "Portico"',
          `base_url = ${JSON.stringify(address)}`,
          'env_key = "PORTICO_API_KEY"',
          'wire_api = "responses"',
        ].join("\n"),
      },
      { label: words.shell, code: `export PORTICO_API_KEY='${key}'\ncodex` },
    ],
    cline: ({ address, model }) => [
      { label: words.provider, code: "OpenAI Compatible" },
      { label: words.baseUrl, code: address },
      { label: words.apiKey, code: key },
      { label: words.modelId, code: model },
    ],
  };

/** A name of a model is a text of strangers: in a shell it stays one word. */
function inShell(text: string): string {
  if (/^[\w./:@-]+$/.test(text)) return text;
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
