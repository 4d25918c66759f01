import { spawnSync } from "node:child_process";
import { type Fence, readFences } from "../../packages/docs/src/fence.ts";

/** Something that a text tells its reader to run: a command, or a whole program. */
export interface Piece {
  /** `README.md:12`. */
  readonly place: string;
  /** `shell`, or what stands behind the fence. */
  readonly language: string;
  readonly text: string;
}

const shells: ReadonlySet<string> = new Set(["sh", "bash", "shell", "console"]);

/** Commands that stand in a sentence or a table, not in a block. */
const inline = /`((?:[A-Z_]+=\S+ )*(?:npm|cp|curl|git) [^`]+)`/g;

/** All that is to be run, in the order of the text. */
export function piecesOf(markdown: string, file: string): Piece[] {
  const fences = readFences(markdown);
  const lines = markdown.split("\n");
  const outside = lines.flatMap((line, index) =>
    fences.some((fence) => isWithin(fence, index + 1))
      ? []
      : [...line.matchAll(inline)].map(([, text = ""]) => ({
          line: index + 1,
          language: "shell",
          text,
        })),
  );
  const inside = fences.flatMap(({ line, language, source }) =>
    shells.has(language)
      ? commandsOf(source).map((command) => ({
          ...command,
          line: line + command.line,
          language: "shell",
        }))
      : [{ line, language, text: source }],
  );
  return [...outside, ...inside]
    .toSorted((one, other) => one.line - other.line)
    .map(({ line, language, text }) => ({ place: `${file}:${line}`, language, text }));
}

function isWithin({ line, source }: Fence, place: number): boolean {
  return place >= line && place <= line + source.split("\n").length + 1;
}

/** A command without the remark behind it. */
export function commandOf(text: string): string {
  return text.replace(/\s+#\s.*$/, "");
}

/** A block's commands: each ends where a shell finds it whole. */
function commandsOf(block: string): { readonly line: number; readonly text: string }[] {
  const commands: { line: number; text: string }[] = [];
  let open: string[] = [];
  for (const [index, line] of block.split("\n").entries()) {
    open.push(line);
    const text = open.join("\n");
    if (line.endsWith("\\") || !isWhole(text)) continue;
    if (!/^\s*(#.*)?$/.test(text)) commands.push({ line: index + 2 - open.length, text });
    open = [];
  }
  if (open.length > 0) commands.push({ line: 1, text: open.join("\n") });
  return commands;
}

/** What a reader puts in stands between angle brackets, which a shell takes for redirections. */
function isWhole(text: string): boolean {
  const filled = text.replaceAll(/<[a-z ]+>/g, "it");
  return spawnSync("bash", ["-n", "-c", filled]).status === 0;
}

/** Commands that this test leaves out, word for word, each with the reason. One that no text has any more fails its test. */
export const notPlayed: Readonly<Record<string, string>> = {
  "npm run check": "a minute of gates over the sources; CI has a job of its own for it",
  "npm test": "the quick tests, which .ci/run runs too",
  "npm run test:slow": "the slow tests, which .ci/run runs too",
  "npm run newcomer": "is this test",
  "npm run bench": "measures for minutes, on a machine that does nothing else",
  "npm run survival": "kills gateways for minutes; packages/proof has tests of its own",
  "npm run works-with": "installs large programs for minutes; a nightly workflow runs it",
  "DATABASE_URL=postgres://… PORTICO_SECRET=… npm start":
    "needs a PostgreSQL server; packages/server/test starts gateways on one",
};
