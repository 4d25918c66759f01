import { createInterface } from "node:readline/promises";
import { text } from "node:stream/consumers";
import { CliError } from "./cli-error.ts";

/** The streams of a command. */
export interface Terminal {
  /** Output, which another program may read. */
  write(line: string): void;
  /** Everything else: questions, hints, warnings. */
  tell(line: string): void;
  readonly isInteractive: boolean;
  ask(question: string): Promise<string>;
  /** All of standard input; at a terminal one line, without echo. */
  readSecret(question: string): Promise<string>;
}

export interface Streams {
  readonly input: NodeJS.ReadStream;
  readonly output: NodeJS.WritableStream;
  readonly errors: NodeJS.WritableStream & { readonly isTTY?: boolean };
}

export function createTerminal({ input, output, errors }: Streams): Terminal {
  const tell = (line: string) => {
    errors.write(`${plain(line)}\n`);
  };
  return {
    isInteractive: input.isTTY === true && errors.isTTY === true,
    write(line) {
      output.write(`${plain(line)}\n`);
    },
    tell,
    async ask(question) {
      const lines = createInterface({ input, output: errors });
      const answer = await lines.question(plain(question));
      lines.close();
      return answer.trim();
    },
    async readSecret(question) {
      const secret = input.isTTY ? await readUnseen(input, question, tell) : await text(input);
      const trimmed = secret.trim();
      if (trimmed === "")
        throw new CliError("No secret was given on standard input. Pipe it in: … < file", "usage");
      return trimmed;
    },
  };
}

/** Names and messages come from other people and programs: control characters in them would steer the terminal. */
function plain(text: string): string {
  return text.replace(/(?![\n\t])\p{Cc}/gu, "·");
}

/** Reads a secret without echo, so that it is neither on the screen nor in the shell's history. */
async function readUnseen(
  input: NodeJS.ReadStream,
  question: string,
  tell: (line: string) => void,
): Promise<string> {
  tell(`${question} (it is not shown; end with Enter)`);
  input.setRawMode(true);
  try {
    let typed = "";
    for await (const chunk of input) {
      typed = withoutErased(typed + String(chunk));
      if (typed.includes("\u0003") || typed.includes("\u0004"))
        throw new CliError("Nothing was changed.");
      const end = typed.search(/[\r\n]/);
      if (end >= 0) return typed.slice(0, end);
    }
    return typed;
  } finally {
    input.setRawMode(false);
  }
}

/** With raw input, the backspace key must be handled here. */
function withoutErased(typed: string): string {
  const shorter = typed.replace(/[^\u007f]\u007f|^\u007f/g, "");
  return shorter === typed ? typed : withoutErased(shorter);
}
