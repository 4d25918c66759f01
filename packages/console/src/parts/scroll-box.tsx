import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";

interface ScrollBoxProps {
  readonly className?: string;
  readonly children: ReactNode;
}

/** What scrolls has to be within reach of the keyboard, also where it holds nothing to press (WCAG 2.1.1). */
const focusable = { tabIndex: 0 };

/** A short table that is wider than a narrow window. */
export function ScrollBox({ className, children }: ScrollBoxProps) {
  return (
    <section className={classNames("plain-table", className)} {...focusable}>
      {children}
    </section>
  );
}
