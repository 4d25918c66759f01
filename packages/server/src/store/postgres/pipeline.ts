import { createHash } from "node:crypto";
import type pg from "pg";

/** A statement of the hot path. It is parsed once on a connection, under a name that its text gives it. */
export interface Statement {
  readonly name: string;
  readonly text: string;
  /** What is sent in its place where tables are spread over nodes. */
  readonly spread?: SpreadStatement;
}

interface SpreadStatement extends Statement {
  /** Whether its last parameter is the workspaces of the batch: it touches rows of these alone, and so one node. */
  readonly isPlaced: boolean;
}

/** All of them: a test refuses what a distributed engine lacks. */
export const statements: Statement[] = [];

export function statement(text: string, spread?: SpreadStatement): Statement {
  const made = { ...named(text), ...(spread !== undefined && { spread }) };
  statements.push(made);
  return made;
}

function named(text: string): Statement {
  const hash = createHash("sha256").update(text).digest("hex").slice(0, 16);
  return { name: `portico_${hash}`, text };
}

/** The condition that rows of a table are of the workspaces of the batch; nothing where tables are not spread. */
export type OfPlace = (column: string) => string;

export function placed(write: (ofPlace: OfPlace) => string): Statement {
  const text = write(() => "");
  const last = Math.max(
    0,
    ...Array.from(text.matchAll(/\$(\d+)/g), ([, number]) => Number(number)),
  );
  const spread = write((column) => ` and ${column} = any($${last + 1}::text[])`);
  return statement(text, { ...named(spread), isPlaced: true });
}

/** With other words where tables are spread. */
export function spoken(text: string, spread: string): Statement {
  return statement(text, { ...named(spread), isPlaced: false });
}

/** A statement with its parameters, as PostgreSQL reads texts. */
export interface Call {
  readonly statement: Statement;
  readonly values: readonly string[];
}

/** As it is sent where tables are spread. `workspaces` is an array as PostgreSQL reads it. */
export function toPlaced({ statement: asked, values }: Call, workspaces: string): Call {
  const { spread } = asked;
  if (spread === undefined) return { statement: asked, values };
  return { statement: spread, values: spread.isPlaced ? [...values, workspaces] : values };
}

/** As PostgreSQL reads an array. */
export function numberList(values: Iterable<number>): string {
  return `{${[...values].join(",")}}`;
}

export function textList(values: Iterable<string>): string {
  const quoted = Array.from(values, (value) => `"${value.replace(/[\\"]/g, "\\$&")}"`);
  return `{${quoted.join(",")}}`;
}

/** A row as texts, in the order of its columns. */
export type TextRow = readonly (string | null)[];

/** The connection below node-postgres' client, as its types leave it out. */
interface Wire {
  readonly stream: { cork(): void; uncork(): void };
  close(message: { type: "S"; name: string }): void;
  parse(message: { name: string; text: string; types: readonly number[] }): void;
  bind(message: { statement: string; values: readonly string[] }): void;
  execute(message: object): void;
  sync(): void;
}

/**
 * Sends statements together and waits once, for the answers to all of them: node-postgres sends one, waits, and asks
 * for the types of each answer, which are known here. The server skips what stands behind a statement that fails.
 * `parsed` are the names that the connection knows; null if names cannot be used.
 */
export function runPipeline(
  client: pg.ClientBase,
  calls: readonly Call[],
  parsed: Set<string> | null,
): Promise<readonly TextRow[][]> {
  const { promise, resolve, reject } = Promise.withResolvers<readonly TextRow[][]>();
  const answers: TextRow[][] = [];
  let rows: TextRow[] = [];
  const pipeline = {
    submit: (connection: unknown) => send(connection as Wire, calls, parsed),
    handleDataRow: ({ fields }: { readonly fields: TextRow }) => void rows.push(fields),
    handleCommandComplete() {
      answers.push(rows);
      rows = [];
    },
    handleReadyForQuery: () => resolve(answers),
    handleError(error: unknown) {
      // Whether the one that failed was parsed is not known; those behind it were not.
      for (const { statement } of calls.slice(answers.length)) parsed?.delete(statement.name);
      reject(error);
    },
  };
  client.query(pipeline);
  return promise;
}

function send(wire: Wire, calls: readonly Call[], parsed: Set<string> | null): void {
  wire.stream.cork();
  for (const { statement, values } of calls) {
    const { text } = statement;
    const name = parsed === null ? "" : statement.name;
    if (parsed?.has(name) !== true) {
      // It is there already if only its execution has failed.
      if (parsed !== null) wire.close({ type: "S", name });
      wire.parse({ name, text, types: [] });
      parsed?.add(name);
    }
    wire.bind({ statement: name, values });
    wire.execute({});
  }
  wire.sync();
  wire.stream.uncork();
}
