import type { Connection } from "../test/client.ts";

/** How one program learns where the gateway is, and gets its question. */
interface Started {
  readonly arguments: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** Settings that it reads from files, by their paths below its home folder. */
  readonly files?: Readonly<Record<string, string>>;
}

interface ProgramRun extends Connection {
  readonly home: string;
  readonly model: string;
  /** The words of the question; the last may hold spaces. */
  readonly words: readonly string[];
}

/** A program of the command line, as npm installs it. */
export interface Program {
  readonly name: string;
  readonly package: string;
  readonly version: string;
  readonly command: string;
  readonly wire: "responses" | "chat" | "messages";
  /** Whether it sends a model's thoughts back, so that `sandbox/think` goes on after its calls. */
  readonly keepsThoughts: boolean;
  /** Why the sandbox's models cannot be made to call its shell. */
  readonly unscripted?: string;
  start(asked: ProgramRun): Started;
}

/** One argument, with its last words in quotation marks. */
function questionOf({ words }: ProgramRun): string {
  const last = words.at(-1) ?? "";
  return [...words.slice(0, -1), last.includes(" ") ? `"${last}"` : last].join(" ");
}

const codex: Program = {
  name: "Codex",
  package: "@openai/codex",
  version: "0.169.0",
  command: "codex",
  wire: "responses",
  keepsThoughts: true,
  start: (asked) => ({
    arguments: ["exec", "--skip-git-repo-check", questionOf(asked)],
    environment: { PORTICO_API_KEY: asked.key },
    files: {
      ".codex/config.toml": [
        `model = "${asked.model}"`,
        'model_provider = "portico"',
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

/** Its licence does not allow it among the project's packages; here its user installs it. */
const claudeCode: Program = {
  name: "Claude Code",
  package: "@anthropic-ai/claude-code",
  version: "2.1.330",
  command: "claude",
  wire: "messages",
  keepsThoughts: true,
  start: (asked) => ({
    arguments: [
      ...["--print", questionOf(asked), "--model", asked.model],
      ...["--tools", "Bash", "--allowedTools", "Bash"],
    ],
    environment: {
      ANTHROPIC_BASE_URL: asked.url.replace(/\/v1$/, ""),
      ANTHROPIC_AUTH_TOKEN: asked.key,
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    },
  }),
};

const opencode: Program = {
  name: "opencode",
  package: "opencode-ai",
  version: "1.18.33",
  command: "opencode",
  wire: "chat",
  keepsThoughts: true,
  start: (asked) => ({
    // It puts quotation marks around words with spaces by itself.
    arguments: ["run", "--model", `portico/${asked.model}`, ...asked.words],
    environment: { OPENCODE_CONFIG: `${asked.home}/opencode.json` },
    files: {
      "opencode.json": JSON.stringify({
        autoupdate: false,
        share: "disabled",
        provider: {
          portico: {
            name: "Portico",
            npm: "@openrouter/ai-sdk-provider",
            options: { baseURL: asked.url, apiKey: asked.key },
            models: { [asked.model]: {} },
          },
        },
      }),
    },
  }),
};

const qwenCode: Program = {
  name: "Qwen Code",
  package: "@qwen-code/qwen-code",
  version: "0.24.4",
  command: "qwen",
  wire: "chat",
  keepsThoughts: false,
  unscripted: "it adds notes of its own to the question, and the sandbox calls what they speak of",
  start: (asked) => ({
    arguments: ["--auth-type", "openai", "--prompt", questionOf(asked)],
    environment: {
      OPENAI_API_KEY: asked.key,
      OPENAI_BASE_URL: asked.url,
      OPENAI_MODEL: asked.model,
    },
  }),
};

const continueCli: Program = {
  name: "Continue's CLI",
  package: "@continuedev/cli",
  version: "1.5.47",
  command: "cn",
  wire: "chat",
  keepsThoughts: false,
  start: (asked) => ({
    arguments: ["--config", `${asked.home}/continue.yaml`, "--auto", "--print", questionOf(asked)],
    environment: {},
    files: {
      "continue.yaml": JSON.stringify({
        ...{ name: "portico", version: "1.0.0", schema: "v1" },
        models: [
          {
            ...{ name: "portico", provider: "openai", model: asked.model },
            ...{ apiBase: asked.url, apiKey: asked.key, roles: ["chat"] },
          },
        ],
      }),
    },
  }),
};

export const programs: readonly Program[] = [codex, claudeCode, opencode, qwenCode, continueCli];
