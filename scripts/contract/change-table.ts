import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { differencesBetween } from "../breaking/changes.ts";
import { forCallers } from "../breaking/for-callers.ts";
import type { Document } from "./document.ts";

/** A change as readers of the documentation see it. */
interface ReadableChange {
  readonly kind: "breaking" | "safe";
  readonly says: string;
  readonly operations: readonly string[];
  /** Why a breaking change was made, where a reason was written down. */
  readonly why?: string;
}

interface Step {
  readonly from: string;
  /** A released version, or `next`. */
  readonly to: string;
  readonly changes: readonly ReadableChange[];
  /** Differences that change nothing but words. */
  readonly wording: number;
}

/** What changed from each released document to the next one, and from each to the current one. */
export function changeTable(document: Document, releases: string): ReadonlyMap<string, string> {
  const versions = (existsSync(releases) ? readdirSync(releases) : [])
    .filter((name) => name.endsWith(".json"))
    .map((name) => name.slice(0, -".json".length))
    .toSorted((a, b) => a.localeCompare(b, "en", { numeric: true }));
  const documents = versions.map((name) => ({
    name,
    document: JSON.parse(readFileSync(join(releases, `${name}.json`), "utf8")) as Document,
  }));
  const current = { name: "next", document };
  const steps = documents.flatMap((from, index) => {
    const neighbour = documents[index + 1];
    return [neighbour, current].flatMap((to) =>
      to === undefined ? [] : [step(from, to, releases)],
    );
  });
  return new Map([["changes.json", `${JSON.stringify(steps, null, 1)}\n`]]);
}

interface Named {
  readonly name: string;
  readonly document: Document;
}

function step(from: Named, to: Named, releases: string): Step {
  const reasons = reasonsIn(join(releases, "allowed-breaking.yaml"));
  const groups = new Map<string, ReadableChange>();
  const wording = new Set<string>();
  for (const difference of differencesBetween(from.document, to.document)) {
    const { kind, place, text } = difference;
    if (kind === "wording") {
      wording.add(text);
      continue;
    }
    const says = forCallers(difference);
    const group = groups.get(`${kind} ${says}`);
    const id = place.operation?.operationId;
    const operations = [...new Set([...(group?.operations ?? []), ...(id ? [id] : [])])];
    const why = group?.why ?? (kind === "breaking" ? reasons.get(text) : undefined);
    groups.set(`${kind} ${says}`, {
      kind,
      says,
      operations,
      ...(why === undefined ? {} : { why }),
    });
  }
  const changes = [...groups.values()].filter(({ says }) => !isSaidBetter(says, groups));
  const breakingFirst = ["breaking", "safe"].flatMap((kind) =>
    changes.filter((change) => change.kind === kind),
  );
  return { from: from.name, to: to.name, changes: breakingFirst, wording: wording.size };
}

/** That replies may hold a field needs no word where they always do. */
function isSaidBetter(says: string, groups: ReadonlyMap<string, unknown>): boolean {
  const better = says.replace(/^Replies may now hold/, "Replies always hold");
  return better !== says && groups.has(`safe ${better}`);
}

function reasonsIn(path: string): ReadonlyMap<string, string> {
  if (!existsSync(path)) return new Map();
  const entries = (parse(readFileSync(path, "utf8")) ?? []) as { change: string; why: string }[];
  return new Map(entries.map(({ change, why }) => [change, why]));
}
