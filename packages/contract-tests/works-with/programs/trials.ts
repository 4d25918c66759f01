import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Connection } from "../test/client.ts";
import type { Said } from "../vendors/dialect.ts";
import type { Script, Vendors } from "../vendors/vendor.ts";
import type { Task } from "./program.ts";
import { ask, type Installed, newPlace, type Place } from "./run.ts";

export interface Trial {
  readonly installed: Installed;
  readonly connection: Connection;
  readonly vendors: Vendors;
}

/** What is wrong with each task that was tried; null where it works. */
export type Verdicts = Partial<Record<Task, string | null>>;

const lastWords = "The greeting stands.";
/** A square of 16 pixels. */
const picture =
  "iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAIAAACQkWg2AAAAFklEQVR4nGM4oaBAEmIY1TCqYfhqAAACywgQq8NWlgAAAABJRU5ErkJggg==";

/** Programs ask for other things too, such as a title, with other words or without tools. */
function toQuestion(words: string, script: Script): Script {
  return (heard) =>
    heard.words.includes(words) && heard.tools.length > 0 ? script(heard) : { text: "A title" };
}

/** The model thinks, has a file written, and says so once its thought has come back. */
export async function tryPatch(trial: Trial): Promise<Verdicts> {
  const { installed, vendors } = trial;
  const place = newPlace(installed);
  const file = {
    name: "greeting.txt",
    path: join(place.work, "greeting.txt"),
    text: "good morning",
  };
  const call = installed.program.writes(file);
  const words = "Write a greeting.";
  vendors.play(
    toQuestion(words, ({ results }) =>
      results.length === 0
        ? { thought: "The file should greet.", call }
        : { thought: "It is written.", text: lastWords },
    ),
  );
  const wrong = await failureOf(trial, place, { words });
  const isWritten = existsSync(file.path) && readFileSync(file.path, "utf8").trim() === file.text;
  return {
    patch: wrong ?? (isWritten ? null : "the file is not there"),
    thought: wrong ?? lostThought(vendors),
  };
}

function lostThought({ exchanges }: Vendors): string | null {
  const first = exchanges.findIndex(({ said }) => said.call !== undefined);
  const mark = exchanges[first]?.mark ?? "";
  const later = exchanges.slice(first + 1).filter(({ heard }) => heard.results.length > 0);
  const comesBack = later.length > 0 && later.every(({ heard }) => heard.marks.includes(mark));
  return comesBack ? null : "the thought does not come back";
}

export async function tryPicture(trial: Trial): Promise<Verdicts> {
  const { installed, vendors } = trial;
  const place = newPlace(installed);
  const path = join(place.work, "picture.png");
  writeFileSync(path, Buffer.from(picture, "base64"));
  const words = "Look at the picture.";
  const call = installed.program.reads?.(path);
  vendors.play(
    toQuestion(words, ({ results }) =>
      call !== undefined && results.length === 0 ? { call } : { text: lastWords },
    ),
  );
  const asked = { words, ...(call === undefined && { picture: path }) };
  const wrong = await failureOf(trial, place, asked);
  // Some programs send it in another format.
  const seen = vendors.exchanges.some(({ heard }) => heard.pictures.length > 0);
  return { picture: wrong ?? (seen ? null : "the model sees no picture") };
}

export async function trySearch(trial: Trial): Promise<Verdicts> {
  const { installed, vendors } = trial;
  const calls = installed.program.searches ?? [];
  const words = "Search for Portico.";
  const found: Said = { search: "Portico", text: `It is a gateway. ${lastWords}` };
  const main = toQuestion(words, (heard) => {
    const call = calls[heard.calls.length];
    return call === undefined ? (calls.length === 0 ? found : { text: lastWords }) : { call };
  });
  vendors.play((heard) => (heard.offersSearch ? found : main(heard)));
  const wrong = await failureOf(trial, newPlace(installed), { words });
  const searched = vendors.exchanges.some(({ heard }) => heard.offersSearch);
  return { search: wrong ?? (searched ? null : "no search is offered to the vendor") };
}

/** Null where it says the model's last words, and no request broke the vendor's rules. */
async function failureOf(
  { installed, connection, vendors }: Trial,
  place: Place,
  asked: { readonly words: string; readonly picture?: string },
): Promise<string | null> {
  try {
    const printed = await ask(installed, place, { ...connection, ...asked });
    const [refused] = vendors.refused;
    if (refused !== undefined) return refused;
    return printed.includes(lastWords) ? null : `it prints ${JSON.stringify(printed.slice(-300))}`;
  } catch (error) {
    const [refused] = vendors.refused;
    if (refused !== undefined) return refused;
    return error instanceof Error ? error.message.slice(0, 1_000) : String(error);
  }
}
