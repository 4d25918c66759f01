import { useEffect, useRef, useState } from "react";
import { mistakeIn } from "./field.tsx";
import type { Mistakes } from "./mistakes.ts";

/**
 * What is wrong with a form, from the page's own check or from the gateway's refusal. The first wrong field is opened and
 * gets the focus.
 */
export function useMistakes(refusal: unknown) {
  const [mistakes, setMistakes] = useState<Mistakes>({});
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (refusal === null && Object.keys(mistakes).length === 0) return;
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (wrong === null || wrong === undefined) return;
    const folded = wrong.closest("details");
    if (folded !== null) folded.open = true;
    wrong.focus();
  }, [mistakes, refusal]);
  return {
    form,
    show: (found: Mistakes | null) => setMistakes(found ?? {}),
    of: (field: string): string | undefined => mistakes[field] ?? mistakeIn(refusal, field),
    hasAny: Object.keys(mistakes).length > 0,
  };
}
