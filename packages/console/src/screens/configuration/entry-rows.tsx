import type { ReactNode } from "react";
import { Button } from "../../parts/buttons.tsx";
import { emptyRow, type RowDraft } from "./entry-draft.ts";
import type { RowsSpec } from "./entry-forms.ts";
import words from "./words.json" with { type: "json" };

interface InputState {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

interface EntryRowsProps {
  readonly rows: readonly RowDraft[];
  readonly onChange: (rows: readonly RowDraft[]) => void;
  readonly spec: RowsSpec;
  readonly another: string;
  readonly children: (inputOf: (at: string) => InputState, index: number) => ReactNode;
}

const mostRows = 8;

/** Entries of one kind below each other, of which more can be added. */
export function EntryRows({ rows, onChange, spec, another, children }: EntryRowsProps) {
  const next = Math.max(...rows.map(({ id }) => id)) + 1;
  return (
    <>
      {rows.map((row, index) => (
        <div key={row.id} className="entry-row">
          {children(
            (at) => ({
              value: row.texts[at] ?? "",
              onChange: (text) =>
                onChange(
                  rows.map((one) =>
                    one === row ? { ...one, texts: { ...one.texts, [at]: text } } : one,
                  ),
                ),
            }),
            index,
          )}
          {rows.length > 1 && (
            <Button kind="quiet" onClick={() => onChange(rows.filter((one) => one !== row))}>
              {words.removeRow}
            </Button>
          )}
        </div>
      ))}
      {rows.length < mostRows && (
        <p>
          <Button kind="quiet" onClick={() => onChange([...rows, emptyRow(spec, next)])}>
            {another}
          </Button>
        </p>
      )}
    </>
  );
}
