/** No function's parameters nest deeper; parsed, 20 MB of brackets are 1 GB of arrays. */
const mostDepth = 64;
const mostValues = 100_000;

/** The limit that a JSON text exceeds, or null. Runs before parsing, and does not check the grammar. */
export function excessOf(json: string): "depth" | "values" | null {
  let depth = 0;
  let values = 1;
  for (let index = 0; index < json.length; index += 1) {
    switch (json.charCodeAt(index)) {
      case 0x22:
        index = endOfString(json, index);
        break;
      case 0x5b:
      case 0x7b:
        depth += 1;
        values += 1;
        break;
      case 0x5d:
      case 0x7d:
        depth -= 1;
        break;
      case 0x2c:
        values += 1;
        break;
    }
    if (depth > mostDepth) return "depth";
    if (values > mostValues) return "values";
  }
  return null;
}

/** The index of the closing quote; `indexOf` skips long strings quickly. */
function endOfString(json: string, opening: number): number {
  let end = json.indexOf('"', opening + 1);
  while (end > 0 && isEscaped(json, end, opening)) end = json.indexOf('"', end + 1);
  return end < 0 ? json.length : end;
}

function isEscaped(json: string, at: number, opening: number): boolean {
  let backslashes = 0;
  while (at - 1 - backslashes > opening && json.charCodeAt(at - 1 - backslashes) === 0x5c)
    backslashes += 1;
  return backslashes % 2 === 1;
}
