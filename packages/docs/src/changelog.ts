import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Those of keepachangelog.com, in its order. */
const categories = ["Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"] as const;
type Category = (typeof categories)[number];

/** Changes of one category, of the packages that share them. */
interface Note {
  readonly category: Category;
  /** What they are about, where a category is divided: `**Added: models**`. */
  readonly topic: string;
  readonly text: string;
  readonly packages: string;
}

/** One version of all packages, which are released together. */
export interface Release {
  /** Null for what awaits its release. */
  readonly version: string | null;
  /** The day, as `2026-11-27`; null where none is written down. */
  readonly date: string | null;
  readonly notes: readonly Note[];
}

const logged = ["server", "client", "react-query", "msw", "mock"];
/** What readers know the packages by. */
const gateway = "Gateway";

/** What has changed, the newest first: notes that await a release, then the packages' own logs together. */
export function releases(root: string): Release[] {
  const waiting = waitingNotes(join(root, ".changeset"));
  const found = logged.flatMap((folder) => {
    const path = join(root, "packages", folder, "CHANGELOG.md");
    return existsSync(path) ? releasesOf(readFileSync(path, "utf8"), nameOf(folder)) : [];
  });
  const versions = Map.groupBy(found, ({ version }) => version);
  const released = [...versions].map(([version, parts]) => ({
    version,
    date: parts.find(({ date }) => date !== null)?.date ?? null,
    notes: together(parts.flatMap(({ notes }) => notes)),
  }));
  return [
    ...(waiting.length > 0 ? [{ version: null, date: null, notes: waiting }] : []),
    ...released.toSorted((a, b) =>
      String(b.version).localeCompare(String(a.version), "en", { numeric: true }),
    ),
  ];
}

export function titleOf({ version }: Release): string {
  return version ?? "Not yet released";
}

/** A section for each version, and in it one for each category. */
export function changelogMarkdown(all: readonly Release[]): string {
  if (all.length === 0) return "Nothing has been released yet.";
  return all
    .flatMap((release) => [
      `## ${titleOf(release)}`,
      "",
      ...(release.date === null ? [] : [`*${release.date}*`, ""]),
      releaseMarkdown(release, "###"),
    ])
    .join("\n");
}

export function releaseMarkdown({ notes }: Release, heading: string): string {
  return categories
    .flatMap((category) => {
      const own = notes.filter((note) => note.category === category);
      if (own.length === 0) return [];
      const texts = own.flatMap(({ packages, topic, text }) => [
        `**${topic === "" ? packages : `${packages}: ${topic}`}**`,
        "",
        text,
        "",
      ]);
      return [`${heading} ${category}`, "", ...texts];
    })
    .join("\n");
}

function nameOf(folder: string): string {
  return folder === "server" ? gateway : `@portico/${folder}`;
}

/** A note of several packages stands in the log of each: here it stands once, under all their names. */
function together(notes: readonly Note[]): Note[] {
  const same = Map.groupBy(notes, ({ category, topic, text }) => `${category}\n${topic}\n${text}`);
  return [...same.values()].flatMap(([first, ...others]) =>
    first === undefined
      ? []
      : [{ ...first, packages: [first, ...others].map(({ packages }) => packages).join(", ") }],
  );
}

function waitingNotes(folder: string): Note[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith(".md") && name !== "README.md")
    .toSorted()
    .flatMap((name) => {
      const [, head = "", text = ""] =
        /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(readFileSync(join(folder, name), "utf8")) ?? [];
      const packages = [...head.matchAll(/["']?@portico\/([\w-]+)["']?:/g)];
      return notesOf(text, packages.map(([, found = ""]) => nameOf(found)).join(", "));
    });
}

/** A log as changesets write it: a heading for each version, an item with a hash for each note, whose lines are indented. */
function releasesOf(log: string, packages: string): Release[] {
  return log
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [version = "", ...lines] = section.split("\n");
      const items = lines
        .join("\n")
        .split(/^- (?:[0-9a-f]{7,}: )?(?=\S)/m)
        .slice(1);
      const notes = items
        .filter((item) => !item.startsWith("Updated dependencies"))
        .flatMap((item) =>
          notesOf(item.replace(/^ {2}/gm, "").replace(/^###? .*$/gm, ""), packages),
        );
      const [, date = null] = /^\*(\d{4}-\d\d-\d\d)\*$/m.exec(section) ?? [];
      return { version: version.trim(), date, notes };
    });
}

/** The lists of a note by the category above each; what has none is a change. */
function notesOf(note: string, packages: string): Note[] {
  const [opening = "", ...parts] = note.split(/^\*\*(?=\w+(?:: [^*\n]+)?\*\*$)/m);
  const changed = { category: "Changed", topic: "", text: opening.trim(), packages } as const;
  return [
    ...(changed.text === "" ? [] : [{ ...changed, text: asItem(changed.text) }]),
    ...parts.map((part) => {
      const [, word = "", topic = "", text = ""] =
        /^(\w+)(?:: ([^*]+))?\*\*\n([\s\S]*)$/.exec(part) ?? [];
      const category = categories.find((known) => known === word);
      if (category === undefined)
        throw new Error(
          `A note of ${packages} has the category ${word}, not ${categories.join(", ")}.`,
        );
      return { category, topic, text: text.trim(), packages };
    }),
  ];
}

function asItem(text: string): string {
  return text.startsWith("- ") ? text : `- ${text.replace(/\n+/g, " ")}`;
}
