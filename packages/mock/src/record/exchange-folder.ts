import { linkSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Exchange, exchangeFromText, exchangeToText } from "./exchange.ts";

const isRecording = (name: string): boolean => /^\d+-\w+\.ya?ml$/.test(name);
const numberOf = (name: string): number => Number.parseInt(name, 10);

export interface NamedExchange {
  readonly name: string;
  readonly exchange: Exchange;
}

/** The exchanges of a folder, in the order in which they were recorded. */
export function readExchanges(folder: string): NamedExchange[] {
  return readdirSync(folder)
    .filter(isRecording)
    .toSorted((one, other) => numberOf(one) - numberOf(other))
    .map((name) => ({
      name,
      exchange: exchangeFromText(readFileSync(join(folder, name), "utf8"), join(folder, name)),
    }));
}

/**
 * Writes exchanges as `0007-createResponse.yaml`. A file gets its name when it is complete, so a process that is killed
 * leaves only whole ones, and two recorders of one folder take different numbers.
 */
export class ExchangeWriter {
  readonly #folder: string;
  #number: number;

  constructor(folder: string) {
    mkdirSync(folder, { recursive: true });
    this.#folder = folder;
    this.#number = Math.max(0, ...readdirSync(folder).filter(isRecording).map(numberOf));
  }

  /** Returns the file's name. */
  write(exchange: Exchange): string {
    const part = join(this.#folder, `.${process.pid}.part`);
    writeFileSync(part, exchangeToText(exchange));
    try {
      for (;;) {
        this.#number += 1;
        const name = `${String(this.#number).padStart(4, "0")}-${exchange.operation ?? "unknown"}.yaml`;
        if (this.#isFree() && linked(part, join(this.#folder, name))) return name;
      }
    } finally {
      rmSync(part);
    }
  }

  /** Whether no other recorder has taken the number for another operation. */
  #isFree(): boolean {
    return !readdirSync(this.#folder).some(
      (name) => isRecording(name) && numberOf(name) === this.#number,
    );
  }
}

/** Gives a complete file its name; false if the name is taken. */
function linked(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}
