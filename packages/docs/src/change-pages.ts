import {
  type Change,
  changeLines,
  type History,
  operationTitles,
  type Step,
  stepSlug,
  stepTo,
} from "./history.ts";
import { type Frame, markdownPage, navigationGroup, navigationItem } from "./page.ts";
import type { SiteFile } from "./site-file.ts";

/** A page for each step from one edition to another, and a list of them. */
export function changePages(frame: Frame, history: History): SiteFile[] {
  const { steps } = history;
  return [
    ...steps.flatMap((step) =>
      draw(frame, history, {
        slug: stepSlug(step),
        title: `What changed from ${step.from} to ${nameOf(step)}`,
        description: summaryOf(step),
        markdown: stepMarkdown(history, step),
      }),
    ),
    ...draw(frame, history, {
      slug: "changes/index",
      title: "What changed in the contract",
      description: "From each released version to the one after it, and to the current one.",
      markdown: steps
        .map(
          (step) => `- [${step.from} to ${nameOf(step)}](${fileOf(step)}.md): ${summaryOf(step)}`,
        )
        .join("\n"),
    }),
  ];
}

/** For the change log: the steps between neighbours, newest first. */
export function changeSummaries(history: History): string {
  const { editions, steps } = history;
  return [editions.current, ...editions.released]
    .flatMap((edition) => stepTo(edition, editions, steps) ?? [])
    .flatMap((step) => {
      const added = newOperations(history, step).join(", ");
      return [
        `## The contract, from ${step.from} to ${nameOf(step)}`,
        "",
        `[${summaryOf(step)}](${stepSlug(step)}.md)`,
        "",
        ...(added === "" ? [] : [`New operations: ${added}.`, ""]),
      ];
    })
    .join("\n");
}

function summaryOf({ changes, wording }: Step): string {
  const breaking = changes.filter(({ kind }) => kind === "breaking").length;
  const parts = [
    counted(breaking, "change that may break a program", "changes that may break a program"),
    counted(changes.length - breaking, "addition", "additions"),
  ];
  return `${parts.join(", ")}, and ${wording} in words only.`;
}

function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}

function nameOf({ to }: Step): string {
  return to === "next" ? "the current contract" : to;
}

function fileOf(step: Step): string {
  return stepSlug(step).replace("changes/", "");
}

type Text = Omit<Parameters<typeof markdownPage>[1], "sidebar">;

function draw(frame: Frame, { steps }: History, text: Text): SiteFile[] {
  const items = steps.map((step) =>
    navigationItem(fileOf(step), `${step.from} to ${step.to}`, text.slug === stepSlug(step)),
  );
  const sidebar = { name: "Versions", html: navigationGroup("What changed", items) };
  return markdownPage(frame, { ...text, sidebar });
}

const isNew = ({ says }: Change): boolean => /^`[A-Z]+ [^`]+` is new\.$/.test(says);

/** Links to the operations that an edition was the first to have. */
function newOperations(history: History, step: Step): string[] {
  const titles = operationTitles(history.editions);
  const to = [history.editions.current, ...history.editions.released].find(
    ({ name }) => name === step.to,
  );
  return step.changes
    .filter(isNew)
    .flatMap(({ operations }) => operations)
    .map((id) => `[${titles.get(id)}](${to?.folder}/${id}.md)`);
}

function stepMarkdown(history: History, step: Step): string {
  const titles = operationTitles(history.editions);
  const added = newOperations(history, step).map((link) => `- ${link.replace("](", "](../")}`);
  const others = step.changes.filter((change) => !isNew(change));
  return [
    ...section(
      "What may break a program",
      others.filter(({ kind }) => kind === "breaking"),
    ),
    ...(added.length > 0 ? ["## New operations", "", ...added, ""] : []),
    ...section(
      "What was added",
      others.filter(({ kind }) => kind === "safe"),
    ),
  ].join("\n");

  function section(heading: string, changes: readonly Change[]): string[] {
    if (changes.length === 0) return [];
    const groups = Map.groupBy(changes, ({ operations }) => placesOf(operations, titles));
    return [
      `## ${heading}`,
      "",
      ...[...groups].flatMap(([places, group]) => [
        `### ${places}`,
        "",
        ...changeLines(group).filter((line) => !/^What (?:may|was) .*:$/.test(line)),
        "",
      ]),
    ];
  }
}

const mostPlaces = 3;

function placesOf(ids: readonly string[], titles: ReadonlyMap<string, string>): string {
  if (ids.length === 0) return "All operations";
  const names = ids.slice(0, mostPlaces).map((id) => titles.get(id) ?? id);
  const more = ids.length - names.length;
  return more > 0 ? `${names.join(", ")} and ${more} more` : names.join(", ");
}
