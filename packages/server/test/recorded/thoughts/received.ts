import { itemsAt, textAt } from "../readers/reading.ts";
import { signedPart } from "./given.ts";

/** The thoughts in a request, in the same form as those that an upstream gave. */
export function receivedThoughts(api: string, body: unknown): readonly unknown[] {
  if (api === "openai.responses")
    return itemsAt(body, "input")
      .filter((item) => textAt(item, "type") === "reasoning")
      .map((item) => {
        const { type: _type, ...kept } = Object(item);
        return kept;
      });

  if (api.startsWith("gemini.")) {
    const contents = itemsAt(body, "contents").filter((each) => textAt(each, "role") === "model");
    return contents
      .flatMap((content) => itemsAt(content, "parts").flatMap(signedPart))
      .filter((part) => textAt(part, "signature") !== "skip_thought_signature_validator");
  }
  const messages = itemsAt(body, "messages").filter(
    (message) => textAt(message, "role") === "assistant",
  );
  return messages.flatMap((message) => {
    const details = itemsAt(message, "reasoning_details");
    if (details.length > 0) return [details];
    const chunks = itemsAt(message, "content").filter(
      (chunk) => textAt(chunk, "type") === "thinking",
    );
    const text = textAt(message, "reasoning_content") || textAt(message, "reasoning");
    return [...chunks, ...(text.trim() === "" ? [] : [text])];
  });
}
