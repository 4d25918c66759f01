import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { stripVTControlCharacters } from "node:util";

/** Something that goes otherwise than it should for a newcomer. */
export class Unexpected extends Error {
  override readonly name = "Unexpected";

  constructor(ran: string, expected: string, came: string) {
    super(`ran:      ${indent(ran)}\nexpected: ${indent(expected)}\ncame:     ${indent(came)}`);
  }
}

/** The first lines say what was tried, the last ones how it ended. */
function indent(text: string): string {
  const lines = text
    .trim()
    .split("\n")
    .map((line) => (line.length <= 600 ? line : `${line.slice(0, 600)}…`));
  const shown = lines.length <= 40 ? lines : [...lines.slice(0, 10), "…", ...lines.slice(-29)];
  return shown.join("\n          ");
}

export function demand(isSo: boolean, ran: string, expected: string, came: string): asserts isSo {
  if (!isSo) throw new Unexpected(ran, expected, came);
}

const limitMs = 300_000;

/** A program that goes on until Ctrl-C, in a terminal window of its own: some say more there than into a log. */
export class Program {
  readonly command: string;
  readonly #child: ChildProcess;
  #raw = "";
  #code: number | null | undefined;

  constructor(command: string, folder: string, environment: NodeJS.ProcessEnv) {
    this.command = command;
    // "script" gives a program a terminal; every Debian and every macOS has it, with arguments of its own.
    const parameters =
      process.platform === "darwin"
        ? ["-q", "/dev/null", "bash", "-c", command]
        : ["-qefc", command, "/dev/null"];
    const options = { cwd: folder, env: environment } as const;
    this.#child = spawn("script", parameters, { ...options, stdio: ["pipe", "pipe", "inherit"] });
    this.#child.stdout?.setEncoding("utf8").on("data", (text: string) => {
      this.#raw += text;
    });
    this.#child.once("error", (error) => {
      this.#raw += String(error);
      this.#code = null;
    });
    this.#child.once("close", (code) => {
      this.#code = code;
    });
  }

  /** Without colours and the like. */
  get output(): string {
    return stripVTControlCharacters(this.#raw).replaceAll("\r", "");
  }

  /** Waits until the program has said something. */
  async until(pattern: RegExp): Promise<RegExpExecArray> {
    return await this.#wait(`an output with ${pattern}`, () => {
      const found = pattern.exec(this.output);
      demand(
        found !== null || this.#code === undefined,
        this.command,
        `an output with ${pattern}`,
        `${this.output}\n(ended with ${this.#code})`,
      );
      return found ?? undefined;
    });
  }

  /** For a program that is expected to end by itself. */
  async end(): Promise<number | null> {
    return await this.#wait("an end", () => this.#code);
  }

  /** Presses Ctrl-C, and waits for the end. */
  async interrupt(): Promise<void> {
    if (this.#code !== undefined) return;
    this.#child.stdin?.write("\u0003");
    await this.#wait("an end after Ctrl-C", () => this.#code, 30_000).catch((error: unknown) => {
      this.#child.kill("SIGHUP");
      throw error;
    });
  }

  async #wait<Found>(
    expected: string,
    look: () => Found | undefined,
    mostMs = limitMs,
  ): Promise<Found> {
    const givesUpAtMs = performance.now() + mostMs;
    for (;;) {
      const found = look();
      if (found !== undefined) return found;
      const came = `${this.output}\n(still running)`;
      demand(performance.now() < givesUpAtMs, this.command, expected, came);
      await delay(50);
    }
  }
}

/** One shell, kept open: what a command sets is there for the next one, as in a reader's window. */
export class Terminal {
  readonly #shell: ChildProcess;
  #output = "";

  constructor(folder: string, environment: NodeJS.ProcessEnv) {
    this.#shell = spawn("bash", ["--noprofile", "--norc"], {
      cwd: folder,
      env: environment,
      stdio: ["pipe", "pipe", "ignore"],
    });
    this.#shell.stdout?.setEncoding("utf8").on("data", (text: string) => {
      this.#output += text;
    });
    this.#shell.stdin?.write("exec 2>&1\n");
  }

  /** Types a command and waits for its end; fails where the command does. */
  async succeed(command: string): Promise<string> {
    const mark = randomUUID();
    const ending = new RegExp(`\\n${mark} (\\d+)\\n`);
    const givesUpAtMs = performance.now() + limitMs;
    this.#output = "";
    // The command must not read what is typed next.
    this.#shell.stdin?.write(`{ ${command}\n} < /dev/null\nprintf '\\n%s %s\\n' ${mark} $?\n`);
    while (!ending.test(this.#output)) {
      const isOpen = this.#shell.exitCode === null && performance.now() < givesUpAtMs;
      demand(isOpen, command, "an end, within five minutes", this.#output);
      await delay(20);
    }
    const [output = "", code] = this.#output.split(ending);
    if (code !== "0") throw new Unexpected(command, "exit code 0", `${output}\n(${code})`);
    return output;
  }

  close(): void {
    this.#shell.kill();
  }
}
