const quote = 0x22;
const backslash = 0x5c;

/**
 * Whether the JSON text nests deeper than allowed. Looks at the bytes before they are parsed: twenty million
 * brackets are twenty megabytes as text and a gigabyte as arrays. Says nothing about the rest of the grammar.
 */
export function isDeeperThan(json: Buffer, maxDepth: number): boolean {
  let depth = 0;
  let index = 0;
  while (index < json.length) {
    const byte = json[index];
    if (byte === quote) index = endOfString(json, index);
    else if (byte === 0x5b || byte === 0x7b) {
      depth += 1;
      if (depth > maxDepth) return true;
    } else if (byte === 0x5d || byte === 0x7d) depth -= 1;
    index += 1;
  }
  return false;
}

/** The index of the closing quote; long texts are skipped by the engine's own search. */
function endOfString(json: Buffer, opening: number): number {
  let end = json.indexOf(quote, opening + 1);
  while (end > 0 && isEscaped(json, end)) end = json.indexOf(quote, end + 1);
  return end < 0 ? json.length : end;
}

function isEscaped(json: Buffer, at: number): boolean {
  let backslashes = 0;
  while (json[at - 1 - backslashes] === backslash) backslashes += 1;
  return backslashes % 2 === 1;
}
