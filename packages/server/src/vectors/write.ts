import { GatewayError } from "../errors.ts";
import { areFinite, base64Of } from "./base64-floats.ts";
import { floatsToJson } from "./float-text.ts";
import { JsonCursor } from "./json-cursor.ts";
import type { Encoding, Vector } from "./vector.ts";
import { MalformedJson } from "./vector.ts";

/** A vector's digits or characters in the wanted form; the upstream's own bytes where they already have it. */
export function writeVector(vector: Vector, encoding: Encoding): readonly Uint8Array[] {
  if (encoding === "base64")
    return vector.format === "base64" ? vector.pieces : [base64Of(valuesOf(vector))];
  return vector.format === "decimal" ? vector.pieces : [floatsToJson(valuesOf(vector))];
}

/** Whether writing it takes work that grows with its length. */
export function isConverted(vector: Vector, encoding: Encoding): boolean {
  return vector.format !== (encoding === "float" ? "decimal" : "base64");
}

function valuesOf(vector: Vector): Float32Array {
  const values = readValues(vector);
  if (values?.length !== vector.dimensions || !areFinite(values))
    throw new GatewayError("providerFailed", {
      message: "The provider gave a vector that holds a value that is not a number.",
    });
  return values;
}

function readValues(vector: Vector): Float32Array | undefined {
  if (vector.format === "floats") return vector.values;
  if (vector.format === "decimal") return readDecimals(vector.pieces, vector.dimensions);
  const text = Buffer.concat(vector.pieces).toString("latin1");
  // A copy, because the decoded bytes may lie at any offset of a shared buffer.
  return littleEndian(new Uint8Array(Buffer.from(text, "base64")));
}

function readDecimals(pieces: readonly Uint8Array[], count: number): Float32Array | undefined {
  try {
    return new JsonCursor(pieces).floats(new Float32Array(count));
  } catch (error) {
    if (error instanceof MalformedJson) return undefined;
    throw error;
  }
}

function littleEndian(bytes: Uint8Array<ArrayBuffer>): Float32Array {
  return new Float32Array(bytes.buffer, 0, Math.floor(bytes.length / 4));
}
