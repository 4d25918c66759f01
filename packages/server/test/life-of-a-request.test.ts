import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type FailureKind, failures } from "../src/errors.ts";

/**
 * Holds the drawing "Life of a request" in docs/architecture.md to the sources. Where this fails, correct the drawing: name
 * the new kind at the stage where it is thrown, or the file at its stage.
 */
const page = readFileSync(join(import.meta.dirname, "../../../docs/architecture.md"), "utf8");
const source = join(import.meta.dirname, "../src");
const core = join(import.meta.dirname, "../../core/src");
const kinds = Object.keys(failures) as FailureKind[];

interface Stage {
  readonly title: string;
  /** Files, and folders with a slash at the end. */
  readonly places: readonly string[];
  readonly exits: readonly { readonly status: number; readonly kind: string }[];
}

/** A stage begins at its number, a branch of the way where an arrow leaves it. */
function readStages(): readonly Stage[] {
  const [, drawing = ""] =
    /## Life of a request\n[^`]*(?:`[^`\n]+`[^`]*)*?```\n(.*?)```/s.exec(page) ?? [];
  return drawing
    .split(/\n(?=.*-->)/)
    .slice(1)
    .map((text) => ({
      title: (text.split("-->")[0] ?? "").replace("|", "").trim(),
      places: [...text.matchAll(/(?<=\s)[\w-]+(?:\/[\w-]+)*(?:\.ts|\/)(?=\s|$)/gm)].map(
        ([place]) => place,
      ),
      exits: [...text.matchAll(/\b([1-5]\d\d) ([a-z]\w+)/gi)].map(([, status, kind]) => ({
        status: Number(status),
        kind: kind ?? "",
      })),
    }));
}

const stages = readStages();
const files = [
  ...globSync("**/*.ts", { cwd: source }),
  ...globSync("wires/**/*.ts", { cwd: core }).map((file) => `core/${file}`),
]
  .map((file) => file.replaceAll("\\", "/"))
  .filter((file) => !file.endsWith(".test.ts") && file !== "errors.ts");

const pathOf = (place: string) =>
  place.startsWith("core/") ? join(core, place.slice("core/".length)) : join(source, place);

const covers = (place: string, file: string) =>
  place.endsWith("/") ? file.startsWith(place) : file === place;

/** With the rules of core that it calls. Other rooms ask rules, and refuse nothing by them. */
const read = (file: string) => {
  const text = readFileSync(pathOf(file), "utf8");
  if (!/^(operations|access|http)\//.test(file)) return text;
  const called = [...text.matchAll(/from "@portico\/core\/(rules\/[\w-]+)"/g)];
  const rules = called.map(([, rule]) => readFileSync(join(core, `${rule}.ts`), "utf8"));
  return [text, ...rules].join("\n");
};

/** The kinds that a source names: in quotes, or by the function that makes one. */
function namedIn(text: string): ReadonlySet<string> {
  const named = kinds.filter((kind) => text.includes(`"${kind}"`));
  if (/\babsent\(/.test(text)) named.push("notFound");
  if (/\brefusedField\(/.test(text)) named.push("badRequest");
  return new Set(named);
}

/** Other files name kinds of an upstream's failures, some of which have the same words. */
const makesFailures =
  /\b(?:GatewayError|FailedAttempt|AdmissionRefused|NoCandidate|absent|refusedField)\(|FailureKind\b/;

describe("the life of a request, as docs/architecture.md draws it", () => {
  it("has all of its stages", () => {
    expect(stages.length).toBeGreaterThan(14);
    for (const { title, places } of stages) expect(places, title).not.toEqual([]);
  });

  it("names files and folders that exist", () => {
    const absent = stages.flatMap(({ places }) =>
      places.filter((place) => !existsSync(pathOf(place))),
    );
    expect(absent).toEqual([]);
  });

  it("names the error table's kinds with their statuses, and no others", () => {
    const exits = stages.flatMap((stage) => stage.exits);
    const wrong = exits.filter(
      ({ status, kind }) => failures[kind as FailureKind]?.status !== status,
    );
    expect(wrong).toEqual([]);
    expect([...new Set(exits.map(({ kind }) => kind))].toSorted()).toEqual(kinds.toSorted());
  });

  it("shows no failure at a stage whose files do not name it", () => {
    const unfounded = stages.flatMap(({ title, places, exits }) => {
      const text = files.filter((file) => places.some((place) => covers(place, file))).map(read);
      const named = namedIn(text.join("\n"));
      return exits.filter(({ kind }) => !named.has(kind)).map(({ kind }) => `${title}: ${kind}`);
    });
    expect(unfounded).toEqual([]);
  });

  it("shows each failure that a file makes, at a stage of that file", () => {
    const missing = files.flatMap((file) => {
      const text = read(file);
      if (!makesFailures.test(text)) return [];
      const shown = stages
        .filter(({ places }) => places.some((place) => covers(place, file)))
        .flatMap(({ exits }) => exits.map(({ kind }) => kind));
      return [...namedIn(text)]
        .filter((kind) => !shown.includes(kind))
        .map((kind) => `${file}: ${kind}`);
    });
    expect(missing).toEqual([]);
  });
});
