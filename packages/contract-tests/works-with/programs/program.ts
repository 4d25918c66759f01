import type { Connection } from "../test/client.ts";
import type { SaidCall } from "../vendors/dialect.ts";
import type { DialectName } from "../vendors/vendor.ts";

/** How one program learns where the gateway is, and gets its question. */
interface Started {
  readonly arguments: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** Settings that it reads from files, by their paths below its home folder. */
  readonly files?: Readonly<Record<string, string>>;
}

export interface Asked extends Connection {
  readonly home: string;
  readonly model: string;
  readonly words: string;
  /** The path of a picture that goes with the question. */
  readonly picture?: string;
  /** It goes on with the conversation before. */
  readonly continues?: true;
}

/** A file that the model wants, in the program's working folder. */
export interface WantedFile {
  readonly name: string;
  readonly path: string;
  readonly text: string;
}

/** What is tried with each program and each vendor. */
export const tasks = ["patch", "thought", "search", "picture", "compaction"] as const;
export type Task = (typeof tasks)[number];

type Reasons = Partial<Readonly<Record<DialectName, string>>>;

/** A program of the command line, as npm installs it. */
export interface Program {
  readonly name: string;
  readonly package: string;
  readonly version: string;
  readonly command: string;
  readonly wire: "responses" | "chat" | "messages";
  /** What it asks for: some programs offer other tools for models that they know. */
  readonly model: string;
  start(asked: Asked): Started;
  /** The call of its own tool that writes a file. */
  writes(file: WantedFile): SaidCall;
  /** The call of its own tool that reads a picture; without it, the picture goes with the question. */
  reads?(path: string): SaidCall;
  /** The calls of its own tools that lead to a search; none where its question itself offers the vendor's search. */
  readonly searches?: readonly SaidCall[];
  /** What its user says after a long turn, so that it compacts the conversation and goes on; nothing where it does so by itself. */
  readonly compacts?: readonly string[];
  /** Why it cannot do a task by itself: with any vendor, or with some. */
  readonly cannot?: Partial<Readonly<Record<Task, string | Reasons>>>;
}

/** Of a program that sends back the text of a thought alone, which only vendors without signatures read. */
export const unsignedThoughts: Reasons = (() => {
  const reason = "it sends back the text of a thought, without the vendor's signature";
  return { responses: reason, messages: reason, gemini: reason };
})();

export function reasonOf(
  { cannot }: Program,
  task: Task,
  dialect: DialectName,
): string | undefined {
  const reasons = cannot?.[task];
  return typeof reasons === "string" ? reasons : reasons?.[dialect];
}
