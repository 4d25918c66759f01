import { entriesLike, type JournalEntry, type Like } from "../gateway/script/index.ts";

interface Result {
  readonly pass: boolean;
  readonly message: () => string;
}

/** For `expect.extend` of Vitest, Jest and Playwright. */
export const matchers = {
  /** A journal has requests like this: so many, or at least one. */
  toHaveAsked(journal: readonly JournalEntry[], like: Like = {}, times?: number): Result {
    const found = entriesLike(journal, like).length;
    const pass = times === undefined ? found > 0 : found === times;
    const wanted = times === undefined ? "at least once" : `${times} times`;
    return {
      pass,
      message: () =>
        [
          `Asked ${found} times like ${JSON.stringify(like)}, ${pass ? "which should not be" : `wanted ${wanted}`}.`,
          journal.length === 0 ? "Nothing has come in." : "What came in:",
          ...journal.map(lineOf),
        ].join("\n"),
    };
  },
};

function lineOf(entry: JournalEntry): string {
  const { method, path, status, fault, model, turn, wire, prompt, results } = entry;
  const heard = wire === null ? [] : [`${model}, turn ${turn}`, JSON.stringify(prompt)];
  const told = results.map(({ tool, text }) => `${tool} returned ${JSON.stringify(text)}`);
  const end = fault === null ? `${status}` : `${status} (${fault})`;
  return `  ${[`${method} ${path} ${end}`, ...heard, ...told].join(", ")}`;
}
