import { messageStop } from "@portico/try-it";

/** A message's stream of the contract's examples as lines, one an event: `5 | content_block_stop | libraries only | block 0`. */
export function messageLines(data: readonly string[]): string {
  return data
    .map((text, index) => {
      const { name, detail } = messageStop(text);
      return `${index} | ${name} | libraries only | ${detail}`;
    })
    .join("\n");
}
