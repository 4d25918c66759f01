import { refusedField } from "@portico/core/failures";

interface Tools {
  readonly all: readonly object[] | null | undefined;
  /** Returns true for the tools that the model can call here. */
  isCallable(tool: object): boolean;
  /** Further fields that ask for a search at a provider. */
  readonly searches?: readonly string[];
  readonly mode: unknown;
  readonly remedy: string;
}

/** Refuses a request whose tools all run at a provider: its answer would be made without them. */
export function checkTools({ all, isCallable, searches = [], mode, remedy }: Tools): void {
  const tools = all ?? [];
  const missed = [...tools.filter((tool) => !isCallable(tool)).map(nameOf), ...searches];
  if (missed.length === 0 || mode === "none" || tools.some(isCallable)) return;
  const [first = ""] = missed;
  const names = [...new Set(missed)].join(", ");
  throw refusedField(
    first.replace(/ \(.*$/s, ""),
    `${names} cannot be handed on, and an answer without would not be what you ask for. ${remedy}`,
  );
}

function nameOf(tool: object): string {
  const { type, name }: { readonly type?: unknown; readonly name?: unknown } = tool;
  return `tools (${[type, name].filter(Boolean).join(" ")})`;
}
