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

/** The value of a `datetime-local` field, which knows no zone, as a moment in the browser's own zone. */
export function typedTime(text: string): string | null {
  if (text === "") return null;
  const time = new Date(text);
  return Number.isNaN(time.getTime()) ? text : time.toISOString();
}

/** The same moment for a `datetime-local` field. */
export function timeToType(iso: string | null): string {
  if (iso === null) return "";
  const time = new Date(iso);
  const local = new Date(time.getTime() - time.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}
