import { chunkStop } from "@portico/try-it";

/** A chat's stream of the contract's examples as lines, one a chunk: `1 | delta.content | libraries only | "Bon"`. */
export function chunkLines(data: readonly string[]): string {
  return data
    .map((text, index) => {
      const { name, detail } = chunkStop(text);
      return `${text === "[DONE]" ? "–" : index} | ${name} | libraries only | ${detail}`;
    })
    .join("\n");
}
