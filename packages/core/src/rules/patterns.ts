/** Whether a name fits one of the patterns, in which `*` stands for any characters. Case does not matter. */
export function matchesAny(patterns: readonly string[], name: string): boolean {
  const plain = name.toLowerCase();
  return patterns.some((pattern) => matches(pattern.toLowerCase(), plain));
}

/** Each piece is looked for behind the one before it, once, so that no pattern takes long. */
function matches(pattern: string, name: string): boolean {
  const pieces = pattern.split("*");
  const [first = "", ...others] = pieces;
  const last = others.pop();
  if (last === undefined) return name === first;
  if (name.length < first.length + last.length) return false;
  if (!(name.startsWith(first) && name.endsWith(last))) return false;
  const end = name.length - last.length;
  let place = first.length;
  for (const piece of others) {
    const found = name.indexOf(piece, place);
    if (found < 0 || found + piece.length > end) return false;
    place = found + piece.length;
  }
  return true;
}
