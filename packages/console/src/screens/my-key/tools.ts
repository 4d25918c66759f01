export const toolNames = ["curl", "openai", "claude-code", "codex", "cline"] as const;
export type ToolName = (typeof toolNames)[number];
