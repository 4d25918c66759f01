import type { Schema } from "@portico/client";
import { useNavigate } from "@tanstack/react-router";
import { portico } from "../../app/portico.ts";
import { Count } from "../../parts/amounts.tsx";
import { Answered, Empty } from "../../parts/states.tsx";
import { type Column, Table } from "../../parts/table.tsx";
import { texts } from "../../texts/texts.ts";

type Model = Schema<"Model">;
const words = texts.myKey.models;

/** The gateway lists to a key what that key may use. */
export function Models() {
  const navigate = useNavigate();
  const query = portico.listModels.useQuery({}, { staleTime: 60_000 });
  return (
    <Answered
      query={query}
      isEmpty={({ data }) => data.length === 0}
      empty={<Empty title={words.none}>{words.noneHint}</Empty>}
    >
      {({ data }) => (
        <Table
          label={words.title}
          columns={columns}
          rows={data}
          rowKey={({ id }) => id}
          onOpen={({ id }) => void navigate({ to: "/models", search: { model: id } })}
        />
      )}
    </Answered>
  );
}

const columns: readonly Column<Model>[] = [
  { name: "id", title: words.id, width: 2, cell: ({ id }) => <code>{id}</code> },
  { name: "name", title: words.name, width: 2, isMinor: true, cell: ({ name }) => name },
  {
    name: "context",
    title: words.context,
    align: "end",
    cell: ({ context_length: length }) => <Count count={length} />,
  },
];
