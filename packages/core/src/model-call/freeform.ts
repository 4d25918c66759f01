import type { Freeform, ToolDefinition } from "./respond-call.ts";

/** The one parameter of a function that stands for a custom tool. */
const parameter = "input";

/**
 * A custom tool as every vendor can be sent it: a function with one text. Vendors that have custom tools of their own read
 * `freeform` in its place.
 */
export function functionFor(
  name: string,
  freeform: Freeform,
): Pick<ToolDefinition, "name" | "description" | "parameters" | "freeform"> {
  const { description, grammar } = freeform;
  const form =
    grammar === undefined
      ? []
      : [
          `The text of \`${parameter}\` must follow this ${grammar.syntax} grammar:\n${grammar.definition}`,
        ];
  const says = [...(description ? [description] : []), ...form].join("\n\n");
  return {
    name,
    ...(says !== "" && { description: says }),
    parameters: {
      type: "object",
      properties: { [parameter]: { type: "string", description: "The text for the tool." } },
      required: [parameter],
      additionalProperties: false,
    },
    freeform,
  };
}

/** The arguments of a call of such a function. */
export function argumentsFor(text: string): string {
  return JSON.stringify({ [parameter]: text });
}

/** What stands before and behind the text in these arguments, for texts that come in pieces. */
export const argumentsAround = { before: `{"${parameter}":"`, after: '"}' } as const;

/** A piece of the text as it stands in these arguments. */
export function argumentsPiece(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** The text of a call. A model may name the parameter in its own way, so an only text counts under any name. */
export function textOfArguments(json: string): string {
  const given = parsed(json);
  if (typeof given === "string") return given;
  const fields: Readonly<Record<string, unknown>> = Object(given);
  const named = fields[parameter];
  if (typeof named === "string") return named;
  const [only, ...others] = Object.values(fields);
  return typeof only === "string" && others.length === 0 ? only : json;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

const start = /^\s*\{\s*"input"\s*:\s*"/;
const longestStart = 64;
/** The part of a JSON string whose characters are all there: an escape, or a pair of them, may be cut within. */
const whole =
  /^(?:[^"\\\p{Cc}]|\\["\\/bfnrt]|\\u(?:[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|(?![dD][89abAB])[0-9a-fA-F]{4}))*/u;

/** Reads the text out of arguments that come in pieces. What has another form than expected comes whole, at the end. */
export class FreeformText {
  #json = "";
  #rest = "";
  #shown = "";
  #state: "before" | "within" | "after" = "before";

  /** The text that this piece has brought. */
  push(delta: string): string {
    this.#json += delta;
    if (this.#state === "before") {
      const begun = start.exec(this.#json);
      if (begun === null) {
        if (this.#json.length > longestStart) this.#state = "after";
        return "";
      }
      this.#state = "within";
      this.#rest = this.#json.slice(begun[0].length);
    } else this.#rest += delta;
    return this.#state === "within" ? this.#take() : "";
  }

  /** What is missing of the whole text when the arguments are complete. */
  end(): string {
    const text = textOfArguments(this.#json);
    return text.startsWith(this.#shown) ? text.slice(this.#shown.length) : "";
  }

  #take(): string {
    const [readable = ""] = whole.exec(this.#rest) ?? [];
    this.#rest = this.#rest.slice(readable.length);
    if (this.#rest.startsWith('"')) this.#state = "after";
    const text: unknown = JSON.parse(`"${readable}"`);
    this.#shown += text;
    return String(text);
  }
}

/** The names of the functions that stand for custom tools. */
export function freeformNames(tools: readonly ToolDefinition[]): ReadonlySet<string> {
  return new Set(tools.filter(({ freeform }) => freeform !== undefined).map(({ name }) => name));
}
