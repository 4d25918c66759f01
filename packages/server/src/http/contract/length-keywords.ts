import { isLongerThan, isShorterThan } from "@portico/contract/text-length";
import type { Ajv } from "ajv";

/**
 * Ajv counts the characters of each limited text one by one, again in each branch of a `oneOf`: a tenth of a second
 * for the longest allowed text. Here they are counted only where the number of UTF-16 units does not decide already.
 */
export function measureTextsByNeed(ajv: Ajv): void {
  replace(ajv, "maxLength", (most) => (text) => !isLongerThan(text, most));
  replace(ajv, "minLength", (least) => (text) => !isShorterThan(text, least));
}

function replace(
  ajv: Ajv,
  keyword: string,
  compile: (limit: number) => (text: string) => boolean,
): void {
  ajv.removeKeyword(keyword);
  // A pattern is matched only against a text that is short enough.
  const place = { type: "string", schemaType: "number", before: "pattern" } as const;
  ajv.addKeyword({ keyword, ...place, errors: false, compile });
}
