import type { ReactNode } from "react";

/** Names and values in two columns. A value that is absent is drawn as a dash. */
export function Facts({
  facts,
}: {
  readonly facts: readonly (readonly [name: string, value: ReactNode])[];
}) {
  return (
    <dl className="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value ?? <span className="none">–</span>}</dd>
        </div>
      ))}
    </dl>
  );
}
