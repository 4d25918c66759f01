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
      ? [
          "## Not yet released",
          "",
          ...waiting.filter(isShort).map(line),
          "",
          ...waiting.flatMap(section),
        ]
      : []),
    ...logs,
  ];
  return parts.length > 0 ? parts.join("\n") : "Nothing has been released yet.";
}

interface Note {
  readonly packages: string;
  readonly text: string;
}

/** A note of one change; others have lists. */
const isShort = ({ text }: Note) => !text.includes("\n- ");

function line({ packages, text }: Note): string {
  return `- ${packages === "" ? "" : `${packages}: `}${text.replace(/\n+/g, " ")}`;
}

function section(note: Note): string[] {
  return isShort(note) ? [] : [`### ${note.packages}`, "", note.text, ""];
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
      return text.trim() === "" ? [] : [{ packages: packages.join(", "), text: text.trim() }];
    });
}

/** A package's log as a section of a page: its headings go down by one. */
function demoted(log: string): string {
  return log.replace(/^(#+ )/gm, "#$1").trim();
}
