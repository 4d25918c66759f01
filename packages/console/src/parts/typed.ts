import type * as z from "zod";
import { texts } from "../texts/texts.ts";
import { fill } from "./words.ts";

/** An empty field is no number. A text that is none becomes NaN, which every schema refuses. */
export function typedNumber(text: string): number | null {
  const trimmed = text.trim();
  return trimmed === "" ? null : Number(trimmed.replaceAll(",", ""));
}

export function typedText(text: string): string | null {
  return text.trim() || null;
}

/** One thing a line, or several with commas between them. */
export function typedLines(text: string): string[] | null {
  const lines = text
    .split(/[\n,]/)
    .map((line) => line.trim())
    .filter((line) => line !== "");
  return lines.length === 0 ? null : lines;
}

/** What is wrong with each field, in words, by the field's name. Of a list, the first wrong line counts. */
export type Mistakes<Field extends string = string> = Readonly<Partial<Record<Field, string>>>;

function mistakesOf(error: z.ZodError | undefined): Mistakes {
  const found: Record<string, string> = {};
  for (const issue of error?.issues ?? []) {
    const [field, line] = issue.path;
    const name = String(field ?? "");
    const words = wordsOfIssue(issue);
    found[name] ??=
      typeof line === "number"
        ? fill(texts.parts.mistakes.inLine, { line: line + 1, mistake: words })
        : words;
  }
  return found;
}

/** What was typed as the body of a request, or what is wrong with it. */
export type Checked<Body> =
  | { readonly body: Body; readonly mistakes: null }
  | { readonly body: null; readonly mistakes: Mistakes };

export function checked<Body>(read: z.ZodSafeParseResult<Body>): Checked<Body> {
  return read.success
    ? { body: read.data, mistakes: null }
    : { body: null, mistakes: mistakesOf(read.error) };
}

const words = texts.parts.mistakes;

/** The form's rules are the contract's. The library's own words are for programmers. */
function wordsOfIssue(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return wordsOfType(issue);
    case "too_small":
      if (issue.origin === "string")
        return Number(issue.minimum) <= 1
          ? words.empty
          : fill(words.tooShort, { least: String(issue.minimum) });
      return fill(words.tooSmall, { least: String(issue.minimum) });
    case "too_big":
      if (issue.origin === "string") return fill(words.tooLong, { most: String(issue.maximum) });
      if (issue.origin === "array") return fill(words.tooMany, { most: String(issue.maximum) });
      return fill(words.tooLarge, { most: String(issue.maximum) });
    case "invalid_format":
      return issue.pattern?.includes("@") === true ? words.email : words.form;
    default:
      return words.form;
  }
}

function wordsOfType(issue: z.core.$ZodIssueInvalidType): string {
  if (issue.expected === "int") return words.whole;
  if (issue.expected === "number") return words.number;
  return words.empty;
}
