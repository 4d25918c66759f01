import type { ReactNode } from "react";

interface TileProps {
  readonly label: string;
  readonly children: ReactNode;
  /** What the figure means, or what it was before. */
  readonly note?: ReactNode;
}

/** One figure with its name. */
export function Tile({ label, children, note }: TileProps) {
  return (
    <div className="tile">
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
