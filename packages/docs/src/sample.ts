import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Fence, readFences } from "./fence.ts";

/** A piece of code in the documentation, with where it stands. */
export interface Sample extends Fence {
  /** `guides/tools.md:12`. */
  readonly place: string;
}

/** Languages whose samples either run, or say why they cannot. */
export const runnableLanguages: ReadonlySet<string> = new Set(["bash", "ts"]);

export function samplesOf(markdown: string, file: string): Sample[] {
  return readFences(markdown).map((fence) => ({ ...fence, place: `${file}:${fence.line}` }));
}

/** The samples of each operation, from `samples/<operationId>.md`. */
export function readOperationSamples(folder: string): Map<string, Sample[]> {
  const files = readdirSync(folder).filter((name) => name.endsWith(".md"));
  return new Map(
    files.map((name) => [
      name.slice(0, -3),
      samplesOf(readFileSync(join(folder, name), "utf8"), `samples/${name}`),
    ]),
  );
}

const labels: Readonly<Record<string, string>> = {
  bash: "curl",
  python: "Python",
  ts: "@portico/client",
};

export function labelOf({ language, attributes }: Sample): string {
  return attributes["title"] ?? labels[language] ?? language;
}
