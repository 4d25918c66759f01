/** What is wrong with a value: the place, and the expectation there. */
export interface Problem {
  /** In a programmer's notation: `input[2].content[0].text`; empty for the value itself. */
  readonly path: string;
  readonly depth: number;
  readonly expectation: string;
  /**
   * `tag`: the constant that identifies a branch of a `oneOf` does not fit. `kind`: another kind of
   * value is expected, for example a string instead of an array.
   */
  readonly about: "tag" | "kind" | "content";
}

export interface JsonPath {
  readonly path: string;
  readonly depth: number;
  /** The same path as a JSON pointer. */
  readonly pointer: string;
}

export const root: JsonPath = { path: "", depth: 0, pointer: "" };

export function inside(at: JsonPath, name: string): JsonPath {
  return {
    path: at.path === "" ? name : `${at.path}.${name}`,
    depth: at.depth + 1,
    pointer: `${at.pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`,
  };
}

export function itemAt(at: JsonPath, index: number): JsonPath {
  return {
    path: `${at.path}[${index}]`,
    depth: at.depth + 1,
    pointer: `${at.pointer}/${index}`,
  };
}

export function problem(
  at: JsonPath,
  expectation: string,
  about: Problem["about"] = "content",
): Problem {
  return { path: at.path, depth: at.depth, expectation, about };
}

/** A problem as the error for the caller. */
export interface Told {
  readonly message: string;
  /** The field, for programs; absent if the whole value is meant. */
  readonly metadata?: { readonly field: string };
}

export function told({ path, expectation }: Pick<Problem, "path" | "expectation">): Told {
  const isSentence = /[.?]$/.test(expectation);
  const message = `${path === "" ? "The body" : path} ${expectation}${isSentence ? "" : "."}`;
  return path === "" ? { message } : { message, metadata: { field: path } };
}
