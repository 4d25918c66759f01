import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";

/** Groups of the navigation, in their order. */
export const guideGroups = [
  "Start",
  "Calling models",
  "Operating",
  "Scenarios",
  "Reference",
] as const;

export type GuideGroup = (typeof guideGroups)[number];

export interface Guide {
  /** File name without its ending: the address of the page. */
  readonly slug: string;
  readonly title: string;
  /** Where there is less room than the title takes. */
  readonly shortTitle: string;
  readonly description: string;
  readonly group: GuideGroup;
  readonly order: number;
  readonly markdown: string;
}

export function readGuides(folder: string): Guide[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".md"))
    .map((name) => readGuide(name.slice(0, -3), readFileSync(join(folder, name), "utf8")));
}

export function readGuide(slug: string, text: string): Guide {
  const [, head, markdown] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? [];
  if (head === undefined || markdown === undefined)
    throw new Error(`guides/${slug}.md must begin with its title, description, group and order.`);
  const facts: unknown = parse(head);
  const fact = (name: string): unknown =>
    typeof facts === "object" && facts !== null ? Reflect.get(facts, name) : undefined;
  const textOf = (name: string): string => {
    const value = fact(name);
    if (typeof value !== "string") throw new Error(`guides/${slug}.md has no ${name}.`);
    return value;
  };
  const group = guideGroups.find((known) => known === fact("group"));
  if (!group) throw new Error(`guides/${slug}.md: group must be one of ${guideGroups.join(", ")}.`);
  const title = textOf("title");
  return {
    slug,
    title,
    shortTitle: fact("short") === undefined ? title : textOf("short"),
    description: textOf("description"),
    group,
    order: Number(fact("order")),
    markdown,
  };
}

/** As the navigation shows them, the landing page first. */
export function inOrder(guides: readonly Guide[]): Guide[] {
  const rank = ({ slug, group, order }: Guide): number =>
    slug === "index" ? -1 : guideGroups.indexOf(group) * 1000 + order;
  return guides.toSorted((a, b) => rank(a) - rank(b));
}
