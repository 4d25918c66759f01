import type { Schema } from "@portico/client";
import { useState } from "react";
import { portico } from "../../app/portico.ts";
import { Time } from "../../parts/amounts.tsx";
import { Badge } from "../../parts/badge.tsx";
import { Button } from "../../parts/buttons.tsx";
import { Confirm } from "../../parts/confirm.tsx";
import { Section } from "../../parts/page.tsx";
import { PagedTable } from "../../parts/paged-table.tsx";
import type { Column } from "../../parts/table.tsx";
import { fill } from "../../parts/words.ts";
import words from "./words.json" with { type: "json" };

type Version = Schema<"ConfigurationVersion">;

/** The versions that were made, and the way back to one of them. */
export function History({ mayChange }: { readonly mayChange: boolean }) {
  const [chosen, setChosen] = useState<Version>();
  const query = portico.listConfigurationVersions.useInfiniteQuery({
    params: { query: { limit: 50 } },
  });
  const again = portico.activateConfiguration.useMutation({
    onSuccess: () => setChosen(undefined),
  });
  return (
    <Section title={words.history}>
      <PagedTable
        query={query}
        words={words}
        label={words.history}
        columns={columnsOf(mayChange ? setChosen : undefined)}
        rowKey={({ version }) => String(version)}
      />
      <Confirm
        open={chosen !== undefined}
        onClose={() => setChosen(undefined)}
        title={fill(words.againTitle, { version: chosen?.version ?? 0 })}
        lead={words.againLead}
        verb={words.again}
        sending={again}
        onConfirm={() =>
          chosen &&
          again.mutate({ params: { path: { version: String(chosen.version) } }, body: {} })
        }
      />
    </Section>
  );
}

function columnsOf(onAgain: ((version: Version) => void) | undefined): readonly Column<Version>[] {
  return [
    {
      title: words.version,
      width: 1,
      cell: ({ version, active }) => (
        <>
          {version} {active && <Badge tone="good">{words.inUse}</Badge>}
        </>
      ),
    },
    { title: words.made, width: 1.2, cell: ({ created_at: at }) => <Time at={at} ago /> },
    { title: words.by, width: 1.2, isMinor: true, cell: ({ created_by: by }) => by },
    { title: words.note, width: 2, isMinor: true, cell: ({ note }) => note },
    { title: words.changes, width: 3, cell: ({ changes }) => changes.join(", ") },
    {
      title: words.again,
      width: 1.2,
      align: "end",
      cell: (version) =>
        onAgain !== undefined &&
        !version.active && (
          <Button kind="quiet" onClick={() => onAgain(version)}>
            {words.again}
          </Button>
        ),
    },
  ];
}
