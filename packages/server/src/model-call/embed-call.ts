import type { Call } from "@portico/core/model-call/call";
import type { Picture } from "@portico/core/model-call/respond-call";
import type { Encoding, Vector } from "../vectors/vector.ts";

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

export interface Embedded {
  /** In the order of the inputs. */
  readonly vectors: readonly Vector[];
  /** The upstream's count; absent if it counts nothing. */
  readonly inputTokens?: number | undefined;
}
