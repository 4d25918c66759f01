import { type Fields, fieldsOf } from "./shape.ts";

/** A `$ref` that cannot be read. */
export class BrokenReference extends Error {
  override readonly name = "BrokenReference";
}

/** What the references of a schema lead to, each looked up once. */
export class References {
  readonly #root: Fields;
  readonly #found = new Map<string, Fields>();

  constructor(root: Fields) {
    this.#root = root;
  }

  /** The schema at a reference into the same document; one without fields where there is none. */
  at(reference: string): Fields {
    const known = this.#found.get(reference);
    if (known !== undefined) return known;

    const target = this.#lookUp(reference);
    this.#found.set(reference, target);
    return target;
  }

  #lookUp(reference: string): Fields {
    let found: unknown = this.#root;
    for (const segment of reference.replace(/^#\/?/, "").split("/"))
      found = segment === "" ? found : fieldsOf(found)[decoded(segment)];

    return fieldsOf(found);
  }
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment).replaceAll("~1", "/").replaceAll("~0", "~");
  } catch (cause) {
    throw new BrokenReference("The reference is not well formed.", { cause });
  }
}
