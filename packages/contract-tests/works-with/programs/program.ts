import type { Connection } from "../test/client.ts";

/** How one program learns where the gateway is, and gets its question. */
export interface Started {
  readonly arguments: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** Settings that it reads from files, by their paths below its home folder. */
  readonly files?: Readonly<Record<string, string>>;
}

export interface ProgramRun extends Connection {
  readonly home: string;
  readonly model: string;
  /** The words of the question; the last may hold spaces. */
  readonly words: readonly string[];
}

/** A program of the command line, as npm installs it. */
export interface Program {
  readonly name: string;
  readonly package: string;
  readonly version: string;
  readonly command: string;
  readonly wire: "responses" | "chat" | "messages";
  /** Whether it sends a model's thoughts back, so that `sandbox/think` goes on after its calls. */
  readonly keepsThoughts: boolean;
  /** Why the sandbox's models cannot be made to call its shell. */
  readonly unscripted?: string;
  start(asked: ProgramRun): Started;
}
