import type { ReactNode } from "react";

interface TileProps {
  readonly label: string;
  readonly children: ReactNode;
  /** What the figure means, or what it was before. */
  readonly note?: ReactNode;
  /** A name and the exact value, for tests that recompute the figure from the ledger. */
  readonly figure?: string;
  readonly value?: number | null | undefined;
}

/** One figure with its name. */
export function Tile({ label, children, note, figure, value }: TileProps) {
  return (
    <div className="tile" data-figure={figure} data-value={value ?? undefined}>
      <dt>{label}</dt>
      <dd>
        <strong>{children}</strong>
        {note !== undefined && <span className="fine">{note}</span>}
      </dd>
    </div>
  );
}

export function Tiles({ children }: { readonly children: ReactNode }) {
  return <dl className="tiles">{children}</dl>;
}
