import type { JsonForm } from "@portico/core/json/json-form";

/**
 * What a caller of the vendor's own wire may have sent with the operator's credential, beyond a neutral call: what the gateway
 * knows to cost nothing but the tokens that are held for, and to name nothing of the operator's account. Everything else,
 * and with it the vendor's next priced feature, goes on only with the workspace's own credential.
 * Of content blocks, `isPlain` says it. https://platform.claude.com/docs/en/api/messages
 */

const mark = { type: "value", ttl: "value" } as const;
const amount = { type: "value", value: "value" } as const;

/** Fields of the body. An edit of another type than these, such as one that compacts, is left out. */
export const freeFields: Readonly<Record<string, JsonForm>> = {
  cache_control: mark,
  context_management: {
    edits: [
      {
        type: "value",
        trigger: amount,
        keep: amount,
        clear_at_least: amount,
        clear_tool_inputs: ["value"],
        exclude_tools: ["value"],
      },
    ],
  },
  output_config: {
    effort: "value",
    task_budget: { type: "value", total: "value", remaining: "value" },
  },
  output_format: { type: "value", schema: "any" },
  thinking: {
    type: "value",
    budget_tokens: "value",
    display: "value",
    block_binding: { prefix_mismatch_behavior: "value" },
  },
  tool_choice: { type: "value", name: "value", disable_parallel_tool_use: "value" },
};

/** Edits of the context that only take from it. */
export const freeEdits: ReadonlySet<unknown> = new Set([
  "clear_tool_uses_20250919",
  "clear_thinking_20251015",
]);

/** Tools of the vendor that the caller runs, or that only choose among the request's own. All others run at the vendor and cost by use. */
export const freeTools =
  /^(?:bash|computer|memory|text_editor|tool_search_tool_regex|tool_search_tool_bm25)_\d{8}$/;

/** Fields of a function that a neutral tool does not have. */
export const freeFunctionFields = {
  defer_loading: "value",
  eager_input_streaming: "value",
  input_examples: "any",
} as const satisfies JsonForm;

/** The vendor's tools. */
export const freeToolForm: JsonForm = {
  type: "value",
  name: "value",
  strict: "value",
  cache_control: mark,
  ...freeFunctionFields,
  display_width_px: "value",
  display_height_px: "value",
  display_number: "value",
  enable_zoom: "value",
  max_characters: "value",
};

/** Tools that run at the vendor and have a price. Their results count as input, which is held for. */
export const paidToolForm: JsonForm = {
  type: "value",
  name: "value",
  strict: "value",
  cache_control: mark,
  ...freeFunctionFields,
  max_uses: "value",
  allowed_domains: ["value"],
  blocked_domains: ["value"],
  allowed_callers: ["value"],
  user_location: {
    type: "value",
    city: "value",
    country: "value",
    region: "value",
    timezone: "value",
  },
  citations: { enabled: "value" },
  max_content_tokens: "value",
};

/** Values of `anthropic-beta`. A newer date of one is another beta. */
export const freeBetas: ReadonlySet<string> = new Set([
  "advanced-tool-use-2025-11-20",
  "claude-code-20250219",
  "computer-use-2024-10-22",
  "computer-use-2025-01-24",
  "computer-use-2025-11-24",
  "context-management-2025-06-27",
  "dangerous-tool-use-2026-09-03",
  "dev-full-thinking-2025-05-14",
  "effort-2025-11-24",
  "extended-cache-ttl-2025-04-11",
  "fine-grained-tool-streaming-2025-05-14",
  "interleaved-thinking-2025-05-14",
  "max-tokens-3-5-sonnet-2024-07-15",
  "mid-conversation-output-config-2026-07-01",
  "mid-conversation-system-2026-04-07",
  "mid-conversation-system-clear-at-2026-08-21",
  "mid-conversation-tool-changes-2026-07-01",
  "model-context-window-exceeded-2025-08-26",
  "output-128k-2025-02-19",
  "pdfs-2024-09-25",
  "per-turn-control-2026-07-01",
  "prompt-caching-2024-07-31",
  "prompt-caching-scope-2026-01-05",
  "search-results-2025-06-09",
  "structured-outputs-2025-09-17",
  "structured-outputs-2025-11-13",
  "structured-outputs-2025-12-15",
  "task-budgets-2026-03-13",
  "thinking-binding-controls-2026-08-01",
  "thinking-display-updates-2026-08-18",
  "thinking-token-count-2026-05-13",
  "token-counting-2024-11-01",
  "token-efficient-tools-2025-02-19",
  "tool-examples-2025-10-29",
  "tool-search-tool-2025-10-19",
  "tools-2024-05-16",
  "web-fetch-2025-09-10",
  "web-search-2025-03-05",
]);
