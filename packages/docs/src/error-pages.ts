import type { ErrorKind } from "./error-kinds.ts";
import { fenced } from "./fence.ts";
import { type Frame, markdownPage, navigationGroup, navigationItem } from "./page.ts";
import type { SiteFile } from "./site-file.ts";

/** A page for each kind of failure, at an address that follows from its word: `errors/<kind>.html`. */
export function errorPages(frame: Frame, kinds: readonly ErrorKind[]): SiteFile[] {
  return kinds.flatMap((kind) => {
    const name = "Kinds of failures";
    const items = kinds.map(({ word }) => navigationItem(word, word, word === kind.word));
    return markdownPage(frame, {
      slug: `errors/${kind.word}`,
      title: kind.title,
      description: kind.meaning,
      markdown: errorMarkdown(kind),
      sidebar: { name, html: navigationGroup(name, items) },
    });
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
      fenced("json", JSON.stringify(value, null, 2)),
      "",
    ]),
    "[All kinds, and how to retry well](../errors.md)",
  ].join("\n");
}
