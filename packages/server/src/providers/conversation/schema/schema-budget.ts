import { BrokenReference } from "@portico/core/json/references";
import { weightOf } from "@portico/core/json/weight";
import type { RespondCall } from "@portico/core/model-call/respond-call";
import { UpstreamError } from "../../../upstream/upstream-error.ts";

/** The output size that every request may have, and the factor above its own size. */
const spareWeight = 128 * 1024;
const largestRatio = 8;
/** What any one of them may become: it is written out at once, and that takes so many hundredths of a second. */
const largestSchema = 512 * 1024;

/** More was to be written than the request's schemas may become. */
export class SchemaTooLarge extends Error {
  override readonly name = "SchemaTooLarge";
}

/**
 * What a request's schemas may become where references in them are written out: some lines of references to references
 * would fill the memory. All of its schemas share one, so that many small ones do not add up.
 */
export class SchemaBudget {
  #left: number;
  #leftOfOne = largestSchema;

  constructor(weight: number) {
    this.#left = weight;
  }

  static of({ tools, textFormat }: Pick<RespondCall, "tools" | "textFormat">): SchemaBudget {
    return new SchemaBudget(spareWeight + largestRatio * weightOf([tools, textFormat]));
  }

  /** The next schema begins. */
  begin(): void {
    this.#leftOfOne = largestSchema;
  }

  /** Throws SchemaTooLarge where nothing is left. */
  spend(weight: number): void {
    this.#left -= weight;
    this.#leftOfOne -= weight;
    if (Math.min(this.#left, this.#leftOfOne) < 0)
      throw new SchemaTooLarge("The schema is too large.");
  }

  /** For what is taken over as it is. */
  spendOn(value: unknown): void {
    this.spend(weightOf(value, Math.min(this.#left, this.#leftOfOne)));
  }
}

/** Converts a schema; where that cannot be done, the request is at fault, and this place of it. */
export function convertAt<Converted>(place: string, convert: () => Converted): Converted {
  try {
    return convert();
  } catch (cause) {
    if (cause instanceof SchemaTooLarge) throw refused(place, tooLarge, cause);

    throw cause instanceof BrokenReference ? refused(place, broken, cause) : cause;
  }
}

const tooLarge =
  "is too large once its references are written out, which this provider needs. Use fewer references, or a smaller schema";
const broken = "has a $ref that cannot be read";

function refused(place: string, what: string, cause: Error): UpstreamError {
  return new UpstreamError("rejected", `${place} ${what}.`, { cause });
}
