import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { toolNames } from "../searches.ts";
import { snippetsOf } from "./snippets.ts";

const address = "https://gateway.example/api/v1";
const hostile = `x'; touch /tmp/pwned; echo "$HOME" \`id\``;

function codeOf(tool: (typeof toolNames)[number], model: string): string {
  return snippetsOf[tool]({ address, model })
    .map(({ code }) => code)
    .join("\n");
}

describe("the settings of tools", () => {
  it.each(toolNames)("name the model and no real key: %s", (tool) => {
    const code = codeOf(tool, "sandbox/text");
    expect(code).toContain("sandbox/text");
    expect(code).not.toMatch(/ptc_\w/);
  });

  it("give Claude Code the address without /v1, which it adds itself", () => {
    expect(codeOf("claude-code", "m")).toContain(
      "export ANTHROPIC_BASE_URL=https://gateway.example/api\n",
    );
  });

  it.each(["curl", "claude-code"] as const)(
    "keep a hostile name one word of a shell: %s",
    (tool) => {
      // The shell itself says what the program would get.
      const program = tool === "curl" ? "curl" : "claude";
      const script = `${program}() { printf '%s\\0' "$@"; }\n${codeOf(tool, hostile)}`;
      const words = execFileSync("sh", ["-c", script], { encoding: "utf8" }).split("\0");
      const last = words.at(-2) ?? "";
      const model: unknown = tool === "curl" ? JSON.parse(last).model : last;
      expect(model).toBe(hostile);
    },
  );

  it.each(["openai", "codex"] as const)("quote a hostile name: %s", (tool) => {
    expect(codeOf(tool, hostile)).toContain(JSON.stringify(hostile));
  });
});
