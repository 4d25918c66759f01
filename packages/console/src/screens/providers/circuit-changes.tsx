import type { Schema } from "@portico/client";
import { Time } from "../../parts/amounts.tsx";
import { CircuitBadge } from "../../parts/circuit.tsx";
import { texts } from "../../texts/texts.ts";

const words = texts.providers;

/** When the gateway left endpoints alone, and when it asked them again. */
export function CircuitChanges({
  changes,
}: {
  readonly changes: readonly Schema<"CircuitChange">[];
}) {
  if (changes.length === 0) return <p className="fine">{words.noChanges}</p>;
  return (
    <ol className="plain-list">
      {changes.map(({ at, upstream_model, circuit, process }) => (
        <li key={`${at} ${upstream_model} ${process} ${circuit}`}>
          <Time at={at} /> <CircuitBadge state={circuit} /> <code>{upstream_model}</code>{" "}
          <span className="fine">
            {words.process} <code>{process}</code>
          </span>
        </li>
      ))}
    </ol>
  );
}
