import { LineCounter, parseDocument, type Document as YamlDocument } from "yaml";

/** A mistake in the text of a configuration. */
export interface Problem {
  /** From 1; absent where the whole file is meant. */
  readonly line?: number;
  readonly column?: number;
  readonly message: string;
}

export type Place = Pick<Problem, "line" | "column">;

export interface ParsedSource {
  readonly document: YamlDocument.Parsed;
  /** What is no YAML. */
  readonly problems: Problem[];
  placeAt(offset: number): Place;
}

export function parseSource(text: string): ParsedSource {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const placeAt = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return { line, column: col };
  };
  const problems: Problem[] = document.errors.map(({ message, pos }) => ({
    ...placeAt(pos[0]),
    message: message.replace(/\s+/g, " "),
  }));
  return { document, problems, placeAt };
}

/** What it says; one more problem where aliases would make too much of it. */
export function contentOf({ document, problems }: ParsedSource): unknown {
  if (problems.length > 0) return null;
  try {
    return document.toJS({ maxAliasCount: 100 }) ?? {};
  } catch (error) {
    problems.push({ message: error instanceof Error ? error.message : String(error) });
    return null;
  }
}

/** Each on a line of its own: `portico.yaml:12:5: …`. */
export function problemsAs(file: string, problems: readonly Problem[]): string {
  return problems.map((problem) => `${placeOf(file, problem)}: ${problem.message}`).join("\n");
}

function placeOf(file: string, { line, column }: Problem): string {
  return line === undefined ? file : `${file}:${line}:${column ?? 1}`;
}
