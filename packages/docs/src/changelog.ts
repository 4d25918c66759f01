import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** What has changed: notes that await a release first, then each package's own log. */
export function changelogMarkdown(root: string): string {
  const waiting = waitingNotes(join(root, ".changeset"));
  const logs = ["packages/client", "packages/contract", "packages/server"].flatMap((folder) => {
    const path = join(root, folder, "CHANGELOG.md");
    return existsSync(path) ? [demoted(readFileSync(path, "utf8"))] : [];
  });
  const parts = [
    ...(waiting.length > 0
      ? ["## Not yet released", "", ...waiting.map(({ text }) => `- ${text}`), ""]
      : []),
    ...logs,
  ];
  return parts.length > 0 ? parts.join("\n") : "Nothing has been released yet.";
}

interface Note {
  readonly text: string;
}

function waitingNotes(folder: string): Note[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith(".md") && name !== "README.md")
    .toSorted()
    .flatMap((name) => {
      const [, head = "", text = ""] =
        /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(readFileSync(join(folder, name), "utf8")) ?? [];
      const packages = [...head.matchAll(/["']?(@?[\w/-]+)["']?:/g)].map(
        ([, found]) => `\`${found}\``,
      );
      const note = text.trim().replace(/\n+/g, " ");
      return note === ""
        ? []
        : [{ text: packages.length > 0 ? `${packages.join(", ")}: ${note}` : note }];
    });
}

/** A package's log as a section of a page: its headings go down by one. */
function demoted(log: string): string {
  return log.replace(/^(#+ )/gm, "#$1").trim();
}
