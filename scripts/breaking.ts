import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { parseArgs, styleText } from "node:util";
import { parse } from "yaml";
import { type Change, changesBetween } from "./breaking/changes.ts";
import type { Document } from "./contract/document.ts";

const root = join(import.meta.dirname, "..");
const releases = join(root, "spec/releases");
const allowedFile = join(releases, "allowed-breaking.yaml");

interface Allowed {
  readonly change: string;
  readonly why: string;
}

function read(path: string): Document {
  return JSON.parse(readFileSync(path, "utf8")) as Document;
}

function lastReleased(): string | undefined {
  const collator = new Intl.Collator("en", { numeric: true });
  return globSync("*.json", { cwd: releases }).sort(collator.compare).at(-1);
}

function allowedChanges(): Allowed[] {
  if (!existsSync(allowedFile)) return [];
  const entries = (parse(readFileSync(allowedFile, "utf8")) ?? []) as Partial<Allowed>[];
  return entries.map(({ change, why }) => {
    if (!(change && why))
      throw new Error(`${allowedFile}: each entry needs \`change\` and \`why\`.`);
    return { change, why };
  });
}

function print(change: Change, label: string): void {
  const shown = change.places.slice(0, 4).join("; ");
  const more = change.places.length > 4 ? `; and ${change.places.length - 4} more` : "";
  console.log(`${label} ${change.text}${shown && `\n         in ${shown}${more}`}`);
}

function judge(current: Document, name: string): boolean {
  const allowed = new Map(allowedChanges().map(({ change, why }) => [change, why]));
  const changes = changesBetween(read(join(releases, name)), current);
  const breaking = changes.filter(({ kind }) => kind === "breaking");
  const safe = changes.filter(({ kind }) => kind === "safe");
  const unexplained = breaking.filter(({ text }) => !allowed.has(text));
  const wording = changes.length - breaking.length - safe.length;
  console.log(
    `Since ${basename(name, ".json")}: ${breaking.length} breaking, ${safe.length} safe, ${wording} in wording only.`,
  );
  for (const change of safe) print(change, styleText("green", "safe    "));
  for (const change of breaking) {
    print(change, styleText("red", "BREAKING"));
    const why = allowed.get(change.text);
    if (why !== undefined) console.log(`         allowed: ${why}`);
    else if (change.announced)
      console.log("         (only beta or preview operations: callers were told, still say why)");
  }
  const gone = [...allowed.keys()].filter(
    (text) => !breaking.some((change) => change.text === text),
  );
  for (const text of gone)
    console.log(`allowed-breaking.yaml lists what is no change any more, delete it: ${text}`);
  if (unexplained.length > 0) {
    console.log("\nEach breaking change needs its reason in spec/releases/allowed-breaking.yaml:");
    for (const { text } of unexplained) console.log(`- change: ${JSON.stringify(text)}\n  why: …`);
  }
  return unexplained.length === 0 && gone.length === 0;
}

const { values } = parseArgs({
  options: {
    current: {
      type: "string",
      default: join(root, "packages/contract/src/generated/openapi.json"),
    },
    release: { type: "boolean", default: false },
  },
});
const current = read(values.current);
const name = lastReleased();

if (values.release) {
  mkdirSync(releases, { recursive: true });
  writeFileSync(
    join(releases, `${current.info.version}.json`),
    `${JSON.stringify(current, null, 2)}\n`,
  );
  writeFileSync(
    allowedFile,
    "# Breaking changes since the last release: `change` as `pnpm check breaking` prints it, and `why`.\n[]\n",
  );
  console.log(
    `Released contract ${current.info.version}: spec/releases/${current.info.version}.json.`,
  );
} else if (name === undefined) console.log("No contract has been released yet: nothing can break.");
else process.exitCode = judge(current, name) ? 0 : 1;
