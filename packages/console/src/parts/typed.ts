/** An empty field is no number. A text that is none becomes NaN, which every schema refuses. */
export function typedNumber(text: string): number | null {
  const trimmed = text.trim();
  return trimmed === "" ? null : Number(trimmed.replaceAll(",", ""));
}

export function typedText(text: string): string | null {
  return text.trim() || null;
}

/** One thing a line, or several with commas between them. */
export function typedLines(text: string): string[] | null {
  const lines = text
    .split(/[\n,]/)
    .map((line) => line.trim())
    .filter((line) => line !== "");
  return lines.length === 0 ? null : lines;
}
