import { GatewayError, refusedField } from "../failures.ts";

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** A workspace is found by UUID or slug, so a slug in the form of a UUID would be ambiguous. */
export function checkSlug(slug: string): void {
  if (uuid.test(slug)) throw refusedField("slug", "slug must not have the form of a UUID.");
}

export function slugTaken(cause?: unknown): GatewayError {
  return new GatewayError("conflict", {
    message: "A workspace of this organisation has that slug already.",
    metadata: { field: "slug" },
    cause,
  });
}

export function workspaceInUse(): GatewayError {
  return new GatewayError("conflict", {
    message:
      "The workspace still has keys or credentials, or is the organisation's last one: delete those first.",
  });
}

/** Letters that Unicode does not decompose into a base letter and a mark, with their usual replacements. */
const plainLetters: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  å: "a",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ħ: "h",
  ı: "i",
  ĸ: "k",
  ŋ: "n",
  ŧ: "t",
};

/** The slug that a name gives; null where it has no letter or digit to make one of. */
export function slugOfName(name: string): string | null {
  const slug = name
    .toLowerCase()
    .normalize("NFKD")
    .replaceAll(/\p{Mark}+/gu, "")
    .replaceAll(/[^\0-\x7f]/gu, (letter) => plainLetters[letter] ?? letter)
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, 56)
    .replaceAll(/^-+|-+$/g, "");
  return slug === "" || uuid.test(slug) ? null : slug;
}
