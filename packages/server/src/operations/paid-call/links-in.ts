import type { ContentPart, ForeignPart, PassThrough } from "@portico/core/model-call/respond-call";
import type { EmbedPart } from "../../model-call/embed-call.ts";
import type { Link } from "../../routing/links.ts";

/** The addresses in a content. A data URL is no address: it is the content itself. */
export function linksIn(content: readonly (ContentPart | EmbedPart)[]): Link[] {
  return content.flatMap((part) => {
    if (part.type === "foreign") return linksOfForeign(part);
    const url = "url" in part ? part.url : undefined;
    if (url === undefined || url.startsWith("data:")) return [];
    return [{ url, place: ("place" in part ? part.place : undefined) ?? "input" }];
  });
}

/** The addresses in what only one vendor's wire has: a server or a file to ask, for example. */
export function linksInPassed({ fields, tools = [] }: PassThrough): Link[] {
  // A schema names other schemas by addresses that are not read.
  const { output_format: _schema, ...others } = fields;
  return [
    ...Object.entries(others).flatMap(([place, value]) => addressesIn(value, place)),
    ...tools.flatMap((tool) => addressesIn(tool, "tools")),
  ];
}

/** In a block that the gateway does not know, every address may be one that the upstream reads. */
function linksOfForeign({ block, place, isPlain, isFound }: ForeignPart): Link[] {
  return isPlain || isFound ? [] : addressesIn(block, place ?? "messages");
}

const address = /^\s*[a-z][a-z0-9+.-]*:\/\//i;

/** At any depth, without recursion, because a caller decides how deep a value is. */
function addressesIn(value: unknown, place: string): Link[] {
  const urls = new Set<string>();
  const open = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next === "string" && address.test(next)) urls.add(next);
    if (typeof next === "object" && next !== null)
      for (const each of Object.values(next)) open.push(each);
  }
  return [...urls].map((url) => ({ url, place, isOwn: true }));
}
