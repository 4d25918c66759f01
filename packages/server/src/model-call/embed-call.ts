import type { Encoding, Vector } from "../vectors/vector.ts";
import type { Call } from "./call.ts";

export interface EmbedCall extends Call {
  readonly inputs: readonly EmbedInput[];
  /** The encoding that the caller asked for. An upstream with both forms is asked for it, and its bytes are passed on. */
  readonly encoding: Encoding;
  readonly dimensions?: number;
  /** The number of values that each vector must have; known from the catalogue. */
  readonly expectedDimensions?: number;
  readonly inputType?: string;
  /** What the model does with an input that is too long, for upstreams that accept the choice. */
  readonly truncate: boolean;
}

export type EmbedInput =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "multimodal"; readonly content: readonly EmbedPart[] };

export type EmbedPart =
  | { readonly type: "text"; readonly text: string }
  | {
      readonly type: "image";
      readonly url: string;
      readonly place?: string;
      readonly picture?: Picture;
    };

/**
 * What is known of an image without fetching it: that it is one still picture, and its size if its header could be
 * read. For an image without this, the size that the upstream will count is unknown.
 */
export interface Picture {
  readonly width?: number;
  readonly height?: number;
}

export interface Embedded {
  /** In the order of the inputs. */
  readonly vectors: readonly Vector[];
  /** The upstream's count; absent if it counts nothing. */
  readonly inputTokens?: number;
}
