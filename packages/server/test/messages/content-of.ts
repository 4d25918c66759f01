type Fields = Readonly<Record<string, unknown>>;

/** The content that a reader of a stream of messages puts together. */
export function contentOf(events: readonly Fields[]): Fields[] {
  const blocks: { block: Record<string, unknown>; json: string }[] = [];
  for (const { type, content_block: block, delta } of events) {
    const last = blocks.at(-1);
    if (type === "content_block_start") blocks.push({ block: { ...Object(block) }, json: "" });
    else if (Object(delta).type === "citations_delta" && last !== undefined)
      last.block["citations"] = [
        ...Object(last.block["citations"] ?? []),
        Object(delta)["citation"],
      ];
    else if (type === "content_block_delta" && last !== undefined) add(last, Object(delta));
  }
  return blocks.map(({ block, json }) =>
    json === "" ? block : { ...block, input: JSON.parse(json) },
  );
}

function add(
  open: { readonly block: Record<string, unknown>; json: string },
  { type, text = "", thinking = "", signature, partial_json: json = "" }: Record<string, string>,
): void {
  const { block } = open;
  if (type === "text_delta") block["text"] += text;
  if (type === "thinking_delta") block["thinking"] += thinking;
  if (type === "signature_delta") block["signature"] = signature;
  open.json += json;
}
