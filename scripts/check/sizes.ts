/** A ceiling may stand this far above its lines: what was won stays won. */
const slack = 0.03;
/** Three per cent of a small room is less than one function. */
const leastSlack = 10;

const counted = /^(?:packages|scripts|examples)\/.*\.(?:ts|tsx|mjs|js)$/;
const left = /\/(?:generated|tests?)\/|\.(?:test|proof)\.ts/;

/** The package of a hand-written file, or its room in the server; null for a file that is not counted. */
export function placeOf(file: string): string | null {
  if (!counted.test(file) || left.test(file)) return null;
  const [top = "", name = "", source = "", room = ""] = file.split("/");
  if (top !== "packages") return top;
  if (name !== "server" || source !== "src") return name;
  return room.includes(".") ? "server" : `server/${room}`;
}

/** What is larger than its ceiling, has none, or has one that is too high. */
export function judgeSizes(
  lines: ReadonlyMap<string, number>,
  ceilings: Readonly<Record<string, number>>,
): readonly string[] {
  const places = new Set([...lines.keys(), ...Object.keys(ceilings)]);
  return [...places].toSorted().flatMap((place) => {
    const found = lines.get(place) ?? 0;
    const ceiling = ceilings[place];
    if (ceiling === undefined) return [`${place} has ${found} lines and no ceiling.`];
    if (found > ceiling)
      return [`${place} has ${found} lines, ${found - ceiling} above its ceiling of ${ceiling}.`];
    const highest = found + Math.max(Math.floor(found * slack), leastSlack);
    if (ceiling > highest)
      return [
        `${place} has ${found} lines: lower its ceiling of ${ceiling} to at most ${highest}.`,
      ];
    return [];
  });
}
