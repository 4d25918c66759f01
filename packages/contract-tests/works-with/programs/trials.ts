import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Connection } from "../test/client.ts";
import type { Heard, Said } from "../vendors/dialect.ts";
import type { Script, Vendors } from "../vendors/vendor.ts";
import type { Asked, Task } from "./program.ts";
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

/** So long that programs which count for themselves run out of room. */
const longText = `good morning${" and so on".repeat(10_000)}`;
/** Nearly all of the room that programs take a model to have. */
const manyTokens = 195_000;
const summary = "The user wants a greeting, which is written.";
const summarized = `<summary>${summary}</summary><state_snapshot>${summary}</state_snapshot>`;

/** After a long turn the model is asked for a summary, and goes on from it. */
export async function tryCompaction(trial: Trial): Promise<Verdicts> {
  const { installed, vendors } = trial;
  const { program } = installed;
  const place = newPlace(installed);
  const words = "Write a greeting.";
  const path = join(place.work, "greeting.txt");
  const call = program.writes({ name: "greeting.txt", path, text: longText });
  const isLong = () => vendors.exchanges.some(({ said }) => said.call !== undefined);
  vendors.play((heard) => {
    if (heard.words.includes(summary)) return { text: lastWords };
    if (isLong() && asksForSummary(heard)) return { text: summarized };
    const said = isLong() ? { text: lastWords } : { call };
    return toQuestion(words, () => ({ ...said, inputTokens: manyTokens }))(heard);
  });
  for (const said of [words, ...(program.compacts ?? [])]) {
    const asked = { words: said, ...(said !== words && { continues: true as const }) };
    // A command for the program itself is not answered by the model.
    const wrong = await failureOf(trial, place, asked, !said.startsWith("/"));
    if (wrong !== null) return { compaction: wrong };
  }
  const goesOn = vendors.exchanges.some(({ heard }) => heard.words.includes(summary));
  return { compaction: goesOn ? null : "the model does not go on from its summary" };
}

/** Programs offer it their tools all the same, or none. */
function asksForSummary({ tools, words }: Heard): boolean {
  return tools.length === 0 || /summar|snapshot/i.test(words.slice(-1_200));
}

/** Null where it says the model's last words, and no request broke the vendor's rules. */
async function failureOf(
  { installed, connection, vendors }: Trial,
  place: Place,
  asked: Omit<Asked, keyof Connection | "home" | "model">,
  isAnswered = true,
): Promise<string | null> {
  try {
    const printed = await ask(installed, place, { ...connection, ...asked });
    const [refused] = vendors.refused;
    if (refused !== undefined) return refused;
    return !isAnswered || printed.includes(lastWords)
      ? null
      : `it prints ${JSON.stringify(printed.slice(-300))}`;
  } catch (error) {
    const [refused] = vendors.refused;
    if (refused !== undefined) return refused;
    return error instanceof Error ? error.message.slice(0, 1_000) : String(error);
  }
}
