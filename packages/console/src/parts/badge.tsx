import type { ReactNode } from "react";

export type Tone = "plain" | "good" | "warning" | "bad" | "info";

/** A short word with a colour. The word says it all; the colour only helps to find it. */
export function Badge({
  tone = "plain",
  children,
}: {
  readonly tone?: Tone;
  readonly children: ReactNode;
}) {
  return <span className={`badge badge-${tone}`}>{children}</span>;
}
