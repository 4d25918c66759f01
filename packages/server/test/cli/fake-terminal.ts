import type { Terminal } from "../../src/cli/shell/terminal.ts";

export interface FakeTerminal extends Terminal {
  readonly written: string[];
  readonly told: string[];
  readonly questions: string[];
}

export interface Person {
  /** The typed answers to questions; absent: there is no terminal. */
  readonly answer?: string;
  readonly secret?: string;
}

export function fakeTerminal({ answer, secret = "" }: Person = {}): FakeTerminal {
  const written: string[] = [];
  const told: string[] = [];
  const questions: string[] = [];
  return {
    written,
    told,
    questions,
    isInteractive: answer !== undefined,
    write: (line) => written.push(line),
    tell: (line) => told.push(line),
    ask: async (question) => {
      questions.push(question);
      return answer ?? "";
    },
    readSecret: async () => secret,
  };
}
