/** `gemini-2.5-pro` → 2.05, `gemini-3-flash-preview` → 3; 0 for models of other families. */
export function geminiVersion(model: string): number {
  const found = /gemini-(\d+)(?:\.(\d+))?/.exec(model);
  return found === null ? 0 : Number(found[1]) + Number(found[2] ?? 0) / 100;
}
