import type { Input } from "@portico/contract/facts";
import { refusedField } from "../failures.ts";

/** The values of a request under the operator's names. */
export type Tags = Readonly<Record<string, string>>;

export interface Tag {
  readonly name: string;
  readonly value: string;
}

interface Tagged {
  /** `X-Tags` as it was sent. */
  readonly header: string | null | undefined;
  readonly body: object | null;
}

/**
 * The tags of a request that have one of the operator's names, by its `metadata`, else by its header; null without any.
 * Other labels are the caller's own: a name that is removed from the configuration does not break its requests.
 */
export function tagsOf(
  names: readonly string[],
  { header, body }: Tagged,
  keep: (value: string | null | undefined) => string | null,
): Tags | null {
  const { metadata }: { readonly metadata?: unknown } = body ?? {};
  const labels = new Map(typeof metadata === "object" ? Object.entries(metadata ?? {}) : []);
  const sent = header ? readHeader(header) : undefined;
  const found = names.flatMap((name): [string, string][] => {
    const label: unknown = labels.get(name);
    const value = keep(typeof label === "string" ? label : null) ?? keep(sent?.get(name));
    return value === null ? [] : [[name, value]];
  });
  return found.length === 0 ? null : Object.fromEntries(found);
}

/** `project=checkout, feature=search`. What a header cannot hold, and a comma, is percent-encoded. */
function readHeader(header: string): ReadonlyMap<string, string> {
  return new Map(
    header.split(",").map((part): [string, string] => {
      const [name, value] = splitTag(part);
      return [name.trim(), decoded(value)];
    }),
  );
}

function splitTag(text: string): [name: string, value: string] {
  const at = text.indexOf("=");
  return [text.slice(0, at), text.slice(at + 1)];
}

/** `project=checkout`, as filters name a tag. */
export function tagIn(
  text: string | undefined,
  keep: (value: string) => string | null,
): Tag | undefined {
  if (text === undefined) return undefined;
  const [name, value] = splitTag(text);
  return { name, value: keep(value) ?? "" };
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/** The values of one name that a workspace has on one day. Each is a row that lists of that day read. */
export const mostTagValues = 200;
/** The requests of all further values are counted under it. */
export const otherTagValue = "other";

/** A tag's name, and one value of it or all. */
export interface TagQuestion {
  readonly name: string;
  readonly value?: string;
}

/** The tag that a question about activity is of; undefined if it is of all requests. */
export function tagQuestion(
  query: Input<"listActivity">["query"],
  keep: (value: string) => string | null,
): TagQuestion | undefined {
  const { tag_name: name, group_by: groups = [] } = query;
  const tag = tagIn(query.tag, keep) ?? (name === undefined ? undefined : { name });
  if (tag === undefined && groups.includes("tag"))
    throw refusedField("tag_name", "tag_name is required with group_by=tag: it says which tag.");
  if (tag === undefined) return undefined;
  if (name !== undefined && name !== tag.name)
    throw refusedField("tag_name", "tag_name and tag must name the same tag.");
  if (query.granularity === "hour")
    throw refusedField("granularity", "granularity: tags are counted by days.");
  if (query.app !== undefined || groups.includes("app"))
    throw refusedField("app", "Tags and applications are counted apart: ask for one of them.");
  return tag;
}
