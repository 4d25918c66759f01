import { Button } from "../../parts/buttons.tsx";
import { type Column, Table } from "../../parts/table.tsx";
import { fill } from "../../parts/words.ts";
import { formWords } from "./entry-dialog.tsx";
import { isLone, type Section, sections } from "./entry-forms.ts";
import words from "./words.json" with { type: "json" };
import { namesIn } from "./yaml-entry.ts";
import { readText } from "./yaml-lines.ts";

interface Entry {
  readonly section: Section;
  readonly name: string | null;
}

interface EntriesProps {
  readonly text: string;
  readonly onOpen: (entry: Entry) => void;
  readonly onRemove: (entry: Entry) => void;
}

/** What the text has that a form can change. Sections that are one entry are there in any case. */
export function Entries({ text, onOpen, onRemove }: EntriesProps) {
  const document = readText(text);
  if (document === null) return <p>{words.noYaml}</p>;
  const rows = sections.flatMap((section): readonly Entry[] =>
    isLone(section)
      ? [{ section, name: null }]
      : namesIn(document, section).map((name) => ({ section, name })),
  );
  const columns: readonly Column<Entry>[] = [
    {
      title: words.entryName,
      width: 3,
      cell: ({ section, name }) => name ?? formWords[section].one,
    },
    { title: words.entryKind, cell: ({ section }) => formWords[section].one },
    {
      title: words.entryRemove,
      align: "end",
      cell: (entry) =>
        (entry.name !== null || document.has(entry.section)) && (
          <Button
            kind="quiet"
            aria-label={fill(words.removeOne, { name: entry.name ?? formWords[entry.section].one })}
            onClick={() => onRemove(entry)}
          >
            {words.entryRemove}
          </Button>
        ),
    },
  ];
  return (
    <Table
      label={words.entries}
      columns={columns}
      rows={rows}
      rowKey={({ section, name }) => `${section}/${name}`}
      onOpen={onOpen}
    />
  );
}
