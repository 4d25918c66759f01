/** The two forms in which a caller may ask for vectors. */
export type Encoding = "float" | "base64";

/** Eight times as many as any model gives. A vector is read and written in one turn, and no turn is to be long. */
export const mostValues = 65_536;

/**
 * A vector as it arrived, so that large answers are converted at most once:
 * `decimal` holds the bytes of a JSON array whose grammar has been checked, `base64` the
 * base64 characters of little-endian float32 values, both cut as the network cut them.
 */
export type Vector =
  | {
      readonly format: "decimal";
      readonly pieces: readonly Uint8Array[];
      readonly dimensions: number;
    }
  | {
      readonly format: "base64";
      readonly pieces: readonly Uint8Array[];
      readonly dimensions: number;
    }
  | { readonly format: "floats"; readonly values: Float32Array; readonly dimensions: number };

/** The bytes are not the JSON that was expected. */
export class MalformedJson extends Error {
  override readonly name = "MalformedJson";
}
