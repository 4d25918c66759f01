import { claudeCode } from "./known/claude-code.ts";
import { cline } from "./known/cline.ts";
import { codex } from "./known/codex.ts";
import { continueCli } from "./known/continue-cli.ts";
import { opencode } from "./known/opencode.ts";
import { pi } from "./known/pi.ts";
import { qwenCode } from "./known/qwen-code.ts";
import type { Program } from "./program.ts";

export const programs: readonly Program[] = [
  codex,
  claudeCode,
  opencode,
  qwenCode,
  continueCli,
  cline,
  pi,
];
