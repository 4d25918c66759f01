import { destination, type Logger, pino } from "pino";
import type { LogLevel } from "../config.ts";
import { wordOf } from "../errors.ts";

export type Log = Logger;

/** Small enough to lose little when the process is killed, large enough to write seldom under load. */
const bufferBytes = 4096;
const flushEveryMs = 250;

export interface LogStream {
  write(line: string): void;
}

function standardError(): LogStream {
  return destination({
    dest: 2,
    sync: false,
    minLength: bufferBytes,
    periodicFlush: flushEveryMs,
  });
}

/**
 * JSON lines on standard error; standard output is for people. The log never gets callers' content, keys or vectors:
 * request-log.ts lists what is logged of a request.
 */
export function createLog(level: LogLevel, stream: LogStream = standardError()): Log {
  return pino(
    {
      level,
      base: { pid: process.pid },
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { error: (error: unknown) => describeError(error) },
    },
    stream,
  );
}

interface DescribedError {
  readonly type: string;
  readonly message: string;
  readonly at: string;
  readonly cause?: DescribedError;
}

/** The most causes of an error that are logged. */
const maxCauses = 4;

/** What went wrong and where. Texts that may quote a request or an answer are left out. */
export function describeError(error: unknown, depth = 0): DescribedError {
  if (!(error instanceof Error)) return { type: typeof error, message: "", at: "" };
  const described = {
    type: error.name,
    message: messageOf(error),
    at: framesOf(error),
  };
  return error.cause === undefined || depth >= maxCauses
    ? described
    : { ...described, cause: describeError(error.cause, depth + 1) };
}

/** The same in one line, without the stack: from the caller's message to its causes. */
export function reasonOf(error: unknown): string {
  const messages: string[] = [];
  for (let at = error; at instanceof Error && messages.length < maxCauses; at = at.cause)
    messages.push(messageOf(at));
  return messages.join(" < ");
}

/** A parser quotes the text that it could not read, and a provider the request: only the facts are logged. */
function messageOf(error: Error): string {
  if (error instanceof SyntaxError || error.name === "MalformedAnswer") return "(not repeated)";
  if (error.name !== "UpstreamError") return error.message;
  const [provider, failure, status] = ["provider", "failure", "status"].map((name) =>
    Reflect.get(error, name),
  );
  const facts = [provider, failure === undefined ? failure : wordOf(String(failure)), status];
  return facts.filter((fact) => fact !== undefined).join(" ");
}

/** The stack begins with the message again: only its frames are logged. */
function framesOf({ stack = "" }: Error): string {
  const frames = stack.split("\n").filter((line) => /^\s+at /.test(line));
  return frames
    .slice(0, 8)
    .map((line) => line.trim())
    .join(" < ");
}
