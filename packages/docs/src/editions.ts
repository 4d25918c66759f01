import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { OpenApiDocument } from "@portico/contract";

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
