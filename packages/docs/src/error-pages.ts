import type { ErrorKind } from "./error-kinds.ts";
import { escapeHtml } from "./escape-html.ts";
import { type Frame, guidePage } from "./page.ts";
import { renderMarkdown } from "./render-markdown.ts";
import type { SiteFile } from "./site-file.ts";

/** A page for each kind of failure, at an address that follows from its word: `errors/<kind>.html`. */
export function errorPages(frame: Frame, kinds: readonly ErrorKind[]): SiteFile[] {
  return kinds.flatMap((kind) => {
    const slug = `errors/${kind.word}`;
    const markdown = errorMarkdown(kind);
    const { html, headings } = renderMarkdown(markdown);
    const { title, meaning: description } = kind;
    const body = `<h1>${escapeHtml(title)}</h1>\n<p class="lead">${escapeHtml(description)}</p>\n${html}`;
    return [
      {
        path: `${slug}.html`,
        content: guidePage(frame, {
          slug,
          title,
          description,
          headings,
          body,
          sidebar: {
            name: "Kinds of failures",
            html: kindList(kinds, kind),
          },
        }),
      },
      { path: `${slug}.md`, content: `# ${title}\n\n> ${description}\n\n${markdown}\n` },
    ];
  });
}

/** Every kind with a link to its page, for the guide. */
export function kindTable(kinds: readonly ErrorKind[]): string {
  return [
    "| Kind | Status | Meaning |",
    "|---|---|---|",
    ...kinds.map(
      ({ word, status, meaning }) =>
        `| [\`${word}\`](errors/${word}.md) | ${status} | ${meaning} |`,
    ),
  ].join("\n");
}

function errorMarkdown({ word, status, retry, text, examples }: ErrorKind): string {
  return [
    "| Kind | Status | Try again? |",
    "|---|---|---|",
    `| \`${word}\` | ${status} | ${retry} |`,
    "",
    text,
    "",
    ...(examples.length > 0 ? ["## What the reply looks like", ""] : []),
    ...examples.flatMap(({ wire, summary, value }) => [
      `### On ${wire}`,
      "",
      `${summary}:`,
      "",
      "```json",
      JSON.stringify(value, null, 2),
      "```",
      "",
    ]),
    "[All kinds, and how to retry well](../errors.md)",
  ].join("\n");
}

function kindList(kinds: readonly ErrorKind[], shown: ErrorKind): string {
  const items = kinds.map((kind) => {
    const current = kind === shown ? ' aria-current="page"' : "";
    return `<li><a href="${kind.word}.html"${current}>${kind.word}</a></li>`;
  });
  return `<p class="nav-group">Kinds of failures</p><ul>${items.join("")}</ul>`;
}
