/** Something that goes otherwise than it should for a newcomer. */
export class Unexpected extends Error {
  override readonly name = "Unexpected";

  constructor(ran: string, expected: string, came: string) {
    super(`ran:      ${indent(ran)}\nexpected: ${indent(expected)}\ncame:     ${indent(came)}`);
  }
}

/** The first lines say what was tried, the last ones how it ended. */
function indent(text: string): string {
  const lines = text
    .trim()
    .split("\n")
    .map((line) => (line.length <= 600 ? line : `${line.slice(0, 600)}…`));
  const shown = lines.length <= 40 ? lines : [...lines.slice(0, 10), "…", ...lines.slice(-29)];
  return shown.join("\n          ");
}

export function demand(isSo: boolean, ran: string, expected: string, came: string): asserts isSo {
  if (!isSo) throw new Unexpected(ran, expected, came);
}
