import {
  accessSync,
  constants,
  existsSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import { dirname, resolve } from "node:path";
import type { Sessions } from "./sessions.ts";

/** Keeps the states of all sessions in one file, which is replaced as a whole. */
export class StateFile {
  readonly #path: string;
  readonly #sessions: Sessions;
  #saved = 0;

  constructor(path: string, sessions: Sessions) {
    this.#path = path;
    this.#sessions = sessions;
    if (!existsSync(path)) {
      checkFolder(path);
      return;
    }
    try {
      sessions.load(JSON.parse(readFileSync(path, "utf8")));
    } catch (cause) {
      throw new Error(`${path} holds no state of the mock: delete it, or name another file.`, {
        cause,
      });
    }
  }

  /** Writes what has changed since the last time. */
  save(): void {
    const { changes } = this.#sessions;
    if (changes === this.#saved) return;
    this.#saved = changes;
    const text = JSON.stringify(this.#sessions, null, 2);
    writeFileSync(`${this.#path}.new`, `${text}\n`);
    renameSync(`${this.#path}.new`, this.#path);
  }
}

/** At the start, so that no reply is lost because its change cannot be kept. */
function checkFolder(path: string): void {
  const folder = dirname(resolve(path));
  try {
    accessSync(folder, constants.W_OK);
  } catch (cause) {
    throw new Error(`${path} cannot be written: there is no folder ${folder} to write in.`, {
      cause,
    });
  }
}
