import type { MarkdownIt } from "markdown-it";
import { readFenceInfo } from "./fence.ts";

/** `:::note` and the like, up to a line `:::`. Tabs are drawn one below the other where there is no script. */
const kinds: Readonly<Record<string, { readonly open: string; readonly close: string }>> = {
  note: { open: '<div class="callout callout-note" role="note">\n', close: "</div>\n" },
  tip: { open: '<div class="callout callout-tip" role="note">\n', close: "</div>\n" },
  warning: { open: '<div class="callout callout-warning" role="note">\n', close: "</div>\n" },
  beside: { open: '<div class="beside">\n', close: "</div>\n" },
  fold: { open: "<details><summary>Each change, newest first</summary>\n", close: "</details>\n" },
  fields: { open: '<details class="fields"><summary>Fields</summary>\n', close: "</details>\n" },
  tabs: { open: '<div class="tabs">\n', close: "</div>\n" },
  steps: { open: '<div class="steps">\n', close: "</div>\n" },
  cards: { open: '<div class="cards">\n', close: "</div>\n" },
  promises: { open: '<div class="promises">\n', close: "</div>\n" },
};

export function containers(markdown: MarkdownIt): void {
  markdown.block.ruler.before("fence", "container", (state, startLine, endLine, silent) => {
    const lineAt = (line: number): string =>
      state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line]);
    const name = /^:::([a-z]+)$/.exec(lineAt(startLine))?.[1];
    if (name === undefined) return false;
    const kind = kinds[name];
    if (!kind) throw new Error(`There is no container :::${name}.`);
    if (silent) return true;
    const end = closingLine(lineAt, startLine, endLine);
    if (end === endLine) throw new Error(`The container :::${name} has no end.`);
    state.push("html_block", "", 0).content = kind.open;
    state.md.block.tokenize(state, startLine + 1, end);
    state.push("html_block", "", 0).content = kind.close;
    state.line = end + 1;
    return true;
  });
}

/** The line that closes a container, which may hold others; `endLine` where there is none. */
function closingLine(lineAt: (line: number) => string, start: number, endLine: number): number {
  let depth = 1;
  let line = start + 1;
  for (; line < endLine; line += 1) {
    if (lineAt(line) === ":::") depth -= 1;
    else if (/^:::[a-z]+$/.test(lineAt(line))) depth += 1;
    if (depth === 0) break;
  }
  return line;
}

/** For readers of the Markdown itself: what containers hold stays, titles of code are text, and what only tests read goes. */
export function withoutContainers(markdown: string): string {
  return markdown
    .replace(/^```([a-z]+ .*)$/gm, (_, info: string) => {
      const { language, attributes } = readFenceInfo(info);
      const { title } = attributes;
      return `${title === undefined ? "" : `${title}:\n\n`}\`\`\`${language}`;
    })
    .replace(/^:::(note|tip|warning)$/gm, (_, name: string) => `**${name.toUpperCase()}**\n`)
    .replace(/^:::[a-z]*\n?/gm, "");
}
