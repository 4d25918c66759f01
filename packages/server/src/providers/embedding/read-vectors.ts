import { TimeSlice } from "../../in-turns.ts";
import { fieldsOf, mostCounted } from "../../json/json-shape.ts";
import type { EmbedCall } from "../../model-call/embed-call.ts";
import { readPieces, unread } from "../../upstream/read-reply.ts";
import { readRefusal, refusalInside } from "../../upstream/read-upstream-error.ts";
import type { UpstreamReply } from "../../upstream/request.ts";
import {
  type EmbedWork,
  UpstreamError,
  type UpstreamErrorDetails,
  workOf,
} from "../../upstream/upstream-error.ts";
import {
  MalformedJson,
  type ScannedVectors,
  scanVectors,
  type VectorPlaces,
} from "../../vectors/scan.ts";
import type { Encoding, Vector } from "../../vectors/vector.ts";
import { holdsError } from "../wire/answer-parts.ts";

/** 2,048 vectors of 3,072 values in their longest writing stay below it. */
const maxReplyBytes = 256 * 1024 * 1024;
/** Of a reply that cannot be used, as much is parsed in one go: a few milliseconds' worth. */
const mostLenientBytes = 1024 * 1024;

export interface ReadVectors {
  readonly vectors: readonly Vector[];
  readonly inputTokens: number | undefined;
}

/** The members of a reply that are no vectors: `usage`, `error`, `meta`, … */
type Rest = ScannedVectors["rest"];

/** The vectors of a reply and what it counted, or the UpstreamError that it stands for. */
export async function readVectors(
  { encoding }: EmbedCall,
  reply: UpstreamReply,
  places: VectorPlaces,
  tokensOf: (rest: Rest) => number | undefined,
): Promise<ReadVectors> {
  if (reply.status < 200 || reply.status >= 300) throw await readRefusal(reply);

  const read = readPieces(reply, maxReplyBytes);
  const pieces = read instanceof Promise ? await read : read;
  const { vectors, rest } = await scanned(pieces, encoding, places, tokensOf);
  const inputTokens = tokensOf(rest);
  if (vectors === undefined) throw withoutVectors(reply, rest, inputTokens);

  return { vectors, inputTokens };
}

async function scanned(
  pieces: readonly Uint8Array[],
  encoding: Encoding,
  places: VectorPlaces,
  tokensOf: (rest: Rest) => number | undefined,
): Promise<ScannedVectors> {
  try {
    const scanning = scanVectors(pieces, encoding, places);
    return scanning instanceof Promise ? await scanning : scanning;
  } catch (cause) {
    if (!(cause instanceof MalformedJson)) throw cause;

    const message = "The provider's vectors cannot be read.";
    const details = { cause, ...counted(tokensOf(leniently(pieces))) };
    throw unread(unusable(message, details), pieces);
  }
}

/** What is wrong with vectors is most often not that they are no JSON: what was counted stands beside them. */
function leniently(pieces: readonly Uint8Array[]): Rest {
  const bytes = pieces.reduce((sum, piece) => sum + piece.byteLength, 0);
  try {
    return bytes > mostLenientBytes ? {} : fieldsOf(JSON.parse(Buffer.concat(pieces).toString()));
  } catch {
    return {};
  }
}

function withoutVectors(
  reply: UpstreamReply,
  rest: Rest,
  inputTokens: number | undefined,
): UpstreamError {
  if (!holdsError(rest))
    return unusable("The provider's reply holds no vectors.", counted(inputTokens));
  const refusal = refusalInside(rest, (text) => reply.scrub(text));
  refusal.work = counted(inputTokens)?.work;
  return refusal;
}

/** Refuses an answer that has not one vector for each input, all as long as the model's. */
export function checkVectors(
  call: EmbedCall,
  vectors: readonly Vector[],
  inputTokens: number | undefined,
): readonly Vector[] {
  const work = { work: workOf(call.inputs, inputTokens) };
  if (vectors.length !== call.inputs.length)
    throw unusable(
      `The provider returned ${vectors.length} vectors for ${call.inputs.length} inputs.`,
      work,
    );

  const expected = call.expectedDimensions ?? vectors[0]?.dimensions;
  const wrong = vectors.find((vector) => vector.dimensions !== expected);
  if (wrong !== undefined)
    throw unusable(
      `The provider returned a vector of ${wrong.dimensions} values in place of ${expected}.`,
      work,
    );

  return vectors;
}

/** The sum of what the batches counted; undefined where one of them did not count. */
export function inputTokens(counts: readonly (number | undefined)[]): number | undefined {
  const counted = counts.filter((count) => count !== undefined);
  return counted.length < counts.length
    ? undefined
    : Math.min(
        counted.reduce((sum, count) => sum + count, 0),
        mostCounted,
      );
}

/** A vector that came as parsed numbers, in a reply that has only the one. */
export function parsedVector(
  { encoding }: EmbedCall,
  values: unknown,
  inputTokens: number | undefined,
): Vector {
  const isNumber = encoding === "base64" ? isFloat32 : Number.isFinite;
  const isVector = Array.isArray(values) && values.length > 0 && values.every(isNumber);
  if (!isVector) throw unusable("The provider's reply holds no vector.", counted(inputTokens));

  const dimensions = values.length;
  return encoding === "base64"
    ? { format: "floats", values: Float32Array.from(values), dimensions }
    : { format: "decimal", pieces: [Buffer.from(JSON.stringify(values))], dimensions };
}

function isFloat32(value: unknown): boolean {
  return typeof value === "number" && Number.isFinite(Math.fround(value));
}

/** The same for several, in turns: each is converted. */
export async function parsedVectors(
  call: EmbedCall,
  lists: readonly unknown[],
  inputTokens: number | undefined,
): Promise<readonly Vector[]> {
  const turn = new TimeSlice();
  const vectors: Vector[] = [];
  for (const values of lists) {
    vectors.push(parsedVector(call, values, inputTokens));
    if (turn.isOver) await turn.pass();
  }
  return vectors;
}

/** Counted tokens are billed, even where the vectors cannot be used. */
function counted(inputTokens: number | undefined): { readonly work: EmbedWork } | undefined {
  return inputTokens === undefined ? undefined : { work: workOf([], inputTokens) };
}

function unusable(message: string, details: UpstreamErrorDetails = {}): UpstreamError {
  return new UpstreamError("malformed", message, details);
}
