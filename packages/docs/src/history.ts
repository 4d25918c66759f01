import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { OpenApiDocument } from "@portico/contract";
import { operationsOf } from "./contract-reader.ts";
import { upFrom } from "./page.ts";

/** The contract at one time: as it is now, or as it was released. */
export interface Edition {
  /** `1.0.0`, or `next` for a contract that has changed since its last release. */
  readonly name: string;
  /** The folder of its reference pages, below the root of the site. */
  readonly folder: string;
  readonly document: OpenApiDocument;
}

export interface Editions {
  readonly current: Edition;
  /** Newest first. */
  readonly released: readonly Edition[];
}

/** Keeps the released documents beside the current one, which is `next` as long as it differs from the newest. */
export function editionsOf(document: OpenApiDocument, releases: string): Editions {
  const released = (existsSync(releases) ? readdirSync(releases) : [])
    .filter((name) => name.endsWith(".json"))
    .toSorted((a, b) => b.localeCompare(a, "en", { numeric: true }))
    .map((name) => releasedEdition(name.slice(0, -".json".length), join(releases, name)));
  const [newest] = released;
  const isReleased = JSON.stringify(newest?.document) === JSON.stringify(document);
  const name = isReleased && newest ? newest.name : "next";
  return { current: { name, folder: "reference", document }, released };
}

function releasedEdition(name: string, path: string): Edition {
  return { name, folder: `v/${name}`, document: JSON.parse(readFileSync(path, "utf8")) };
}

/** What readers see of it. */
export function titleOf({ current }: Editions, edition: Edition): string {
  if (edition !== current) return edition.name;
  return current.name === "next" ? "current" : `${current.name} (current)`;
}

export interface Change {
  readonly kind: "breaking" | "safe";
  readonly says: string;
  readonly operations: readonly string[];
  readonly why?: string;
}

/** What changed from one edition to another; `pnpm generate` writes these, by the rules of the breaking check. */
export interface Step {
  readonly from: string;
  readonly to: string;
  readonly changes: readonly Change[];
  readonly wording: number;
}

/** Only the steps between editions that the site has: a contract that is just released is `next` to the generator. */
export function stepsBetween({ current, released }: Editions): Step[] {
  const text = readFileSync(new URL("./generated/changes.json", import.meta.url), "utf8");
  const steps: Step[] = JSON.parse(text);
  const names = new Set([current, ...released].map(({ name }) => name));
  return steps.filter(({ from, to }) => names.has(from) && names.has(to));
}

export interface History {
  readonly editions: Editions;
  readonly steps: readonly Step[];
}

export function stepSlug({ from, to }: Step): string {
  return `changes/${from}-to-${to}`;
}

/** The step that led to an edition from the one before it. */
export function stepTo(edition: Edition, editions: Editions, steps: readonly Step[]) {
  const all = [editions.current, ...editions.released];
  const before = all.slice(all.indexOf(edition) + 1).find(({ name }) => name !== edition.name);
  return steps.find(({ from, to }) => from === before?.name && to === edition.name);
}

/** What an operation's page says at its end: what each release changed in it, newest first. */
export function operationHistory(
  { editions, steps }: History,
  edition: Edition,
  id: string,
): string {
  const all = [editions.current, ...editions.released];
  const shown = all.slice(all.indexOf(edition)).flatMap((each) => {
    const step = stepTo(each, editions, steps);
    return step ? [stepOf({ editions, steps }, step, id, upFrom(`${edition.folder}/x`))] : [];
  });
  return shown.length === 0
    ? ""
    : ["## What changed", "", ":::fold", "", ...shown, ":::"].join("\n");
}

function stepOf({ editions }: History, step: Step, id: string, up: string): string {
  const changes = step.changes.filter(({ operations }) => operations.includes(id));
  const full = `[Everything that changed](${up}${stepSlug(step)}.md).`;
  const to = [editions.current, ...editions.released].find(({ name }) => name === step.to);
  return [
    `### From ${step.from} to ${to ? titleOf(editions, to) : step.to}`,
    "",
    ...(changes.length === 0 ? [`Nothing but words, if anything. ${full}`] : changeLines(changes)),
    ...(changes.length === 0 ? [] : ["", full]),
    "",
  ].join("\n");
}

/** Breaking changes first, each with its reason. */
export function changeLines(changes: readonly Change[]): string[] {
  const breaking = changes.filter(({ kind }) => kind === "breaking");
  const safe = changes.filter(({ kind }) => kind === "safe");
  return [
    ...(breaking.length > 0 ? ["What may break a program:", "", ...withReasons(breaking), ""] : []),
    ...(safe.length > 0 ? ["What was added:", "", ...safe.map(({ says }) => `- ${says}`)] : []),
  ];
}

/** Changes with one reason stand together below it. */
function withReasons(changes: readonly Change[]): string[] {
  const groups = Map.groupBy(changes, ({ why }) => why ?? "");
  return [...groups].flatMap(([why, group]) => [
    ...group.map(({ says }) => `- ${says}`),
    ...(why === "" ? [] : ["", `*${why}*`, ""]),
  ]);
}

/** The titles of operations, by their ids, over all editions. */
export function operationTitles({ current, released }: Editions): Map<string, string> {
  return new Map(
    [...released.toReversed(), current].flatMap(({ document }) =>
      operationsOf(document).map(({ facts, operation }) => [
        facts.id,
        operation.summary ?? facts.id,
      ]),
    ),
  );
}
