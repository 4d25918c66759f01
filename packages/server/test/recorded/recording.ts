import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";

/** One recorded exchange, as far as the tests look at it. */
export interface Recording {
  readonly file: string;
  readonly provider: string;
  readonly api: string;
  readonly kind: string;
  readonly stream: boolean;
  readonly model: string | null;
  readonly features: readonly string[];
  readonly request: { readonly path?: string; readonly body?: unknown } | null;
  readonly response: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly encoding: "utf8" | "base64";
    readonly body: string;
    readonly chunks?: readonly number[] | null;
  };
}

const repository = path.resolve(import.meta.dirname, "../../../..");

/** Third-party data beside the project, never a part of it. */
export const recordingsFolder = path.join(
  path.resolve(repository, process.env["PORTICO_FIXTURES"] ?? "../shared/fixtures"),
  "providers",
);

export const hasRecordings = existsSync(recordingsFolder);

/** Said in place of a suite that cannot run. */
export const absence = `skipped: there are no recordings in ${recordingsFolder} (PORTICO_FIXTURES names another folder)`;

export function readRecordings(): readonly Recording[] {
  return globSync("*/*.json", { cwd: recordingsFolder })
    .sort()
    .map((file) => {
      const text = readFileSync(path.join(recordingsFolder, file), "utf8");
      const recording: Omit<Recording, "file"> = JSON.parse(text);
      return { ...recording, file };
    });
}

export function bodyBytes({ response }: Recording): Buffer {
  return Buffer.from(response.body, response.encoding === "base64" ? "base64" : "utf8");
}

/** The body as the network brought it, where that was kept; else in one piece. */
export function recordedChunks(recording: Recording): readonly Buffer[] {
  const bytes = bodyBytes(recording);
  const chunks: Buffer[] = [];
  let at = 0;
  for (const length of recording.response.chunks ?? []) {
    chunks.push(bytes.subarray(at, at + length));
    at += length;
  }
  if (at < bytes.length) chunks.push(bytes.subarray(at));

  return chunks.filter((chunk) => chunk.length > 0);
}

export function singleBytes(recording: Recording): readonly Buffer[] {
  const bytes = bodyBytes(recording);
  return Array.from(bytes.keys(), (at) => bytes.subarray(at, at + 1));
}
