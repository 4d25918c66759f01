import type { Schema } from "@portico/contract/facts";
import { saysSomething } from "../reading/left-out.ts";

type Request = Schema<"MessagesRequest">;

/** The names of what a request says and no provider is sent. What only some are sent is in `passThrough`. */
export function unread({ metadata, messages }: Request): string[] {
  const { user_id: _, ...labels } = metadata ?? {};
  const names = Object.keys(labels).map((name) => `metadata.${name}`);
  for (const [index, { content }] of messages.entries()) {
    if (typeof content === "string") continue;
    for (const [at, block] of content.entries())
      if (block.type === "document" && hasCitations(block))
        names.push(`messages[${index}].content[${at}].citations`);
  }
  return names;
}

function hasCitations(block: object): boolean {
  const { citations }: { readonly citations?: unknown } = block;
  return saysSomething(Object(citations).enabled);
}
